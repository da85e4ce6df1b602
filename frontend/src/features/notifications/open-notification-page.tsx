import { notificationPaths } from '@matgyo/contracts/paths/notifications';
import { useEffect, useEffectEvent } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { type About, notificationPath } from './notification-path.ts';

/** Where a web push leads: on to what it is about, and it counts as read. The address carries what the push said. */
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

function aboutOf(search: URLSearchParams): About {
  const orderType = search.get('orderType');
  return {
    code: search.get('code') as About['code'],
    isForAdmin: search.get('isForAdmin') === 'true',
    orderId: search.get('orderId'),
    orderType: orderType === 'sell' || orderType === 'buy' ? orderType : null,
    currentOrderInProgress: search.get('currentOrderInProgress'),
    roomId: search.get('roomId'),
    inquiryId: search.get('inquiryId'),
    caseId: search.get('caseId'),
  };
}
