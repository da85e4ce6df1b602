import { notificationPaths } from '@matgyo/contracts/paths/notifications';
import { useEffect, useEffectEvent } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { aboutOf, notificationPath } from './notification-path.ts';

/** The target of a web push: opens its subject and marks it as read. The address carries the push's data. */
export default function OpenNotificationPage() {
  const [search] = useSearchParams();
  const id = search.get('_id');
  const mark = useEffectEvent(() => {
    if (id === null) return;
    call(notificationPaths.markRead, { params: { id } }).catch((error: unknown) =>
      console.warn('Error marking a notification as read:', error),
    );
  });
  useEffect(() => mark(), []);
  return <Navigate replace to={notificationPath(aboutOf(search))} />;
}
