import type { NotificationView } from '@matgyo/contracts/endpoints/notifications';
import { dayMs } from '@matgyo/contracts/kst';
import { Check } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { dateTimeInKorea, timeAgo } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { classes } from '../../ui/class-names.ts';
import { Unbroken } from '../../ui/unbroken.tsx';
import { notificationPath } from './notification-path.ts';

interface NotificationItemProps {
  readonly notification: NotificationView;
  readonly nowMs: number;
  readonly onMark: () => void;
  readonly onOpened: () => void;
}

export function NotificationItem({ notification, nowMs, onMark, onOpened }: NotificationItemProps) {
  const { t, language } = useTexts();
  const { message, at, read } = notification;
  const link = useRef<HTMLAnchorElement>(null);
  const old = nowMs - Date.parse(at) >= dayMs;
  return (
    <li className="relative flex items-start border-line not-first:border-t pr-2 pl-2 max-md:pl-3">
      <Link
        ref={link}
        to={notificationPath(notification)}
        onClick={() => {
          if (!read) onMark();
          onOpened();
        }}
        className="-outline-offset-2 flex min-w-0 flex-auto gap-2.5 rounded-sm px-2 py-2.5 hover:bg-well max-md:py-3"
      >
        <span
          aria-hidden="true"
          className={classes('mt-1.5 size-2 flex-none rounded-full', !read && 'bg-accent')}
        />
        <span className="min-w-0">
          {!read && <span className="sr-only">{t('notifications.unread')} </span>}
          <span className={classes('block text-small', read ? 'text-fg-muted' : 'font-medium')}>
            <Unbroken text={message} />
          </span>
          <time dateTime={at} className="text-fg-subtle text-micro">
            {old ? dateTimeInKorea(at) : (timeAgo(at, nowMs, language) ?? t('time.justNow'))}
          </time>
        </span>
      </Link>
      {!read && (
        <button
          type="button"
          aria-label={`${t('notifications.markOne')}: ${message}`}
          title={t('notifications.markOne')}
          onClick={() => {
            onMark();
            // This button disappears once the server has answered.
            link.current?.focus();
          }}
          className="mt-1.5 inline-grid size-8 flex-none place-items-center rounded-sm text-fg-subtle transition-colors duration-fast hover:bg-well hover:text-fg pointer-coarse:size-10"
        >
          <Check size={16} />
        </button>
      )}
    </li>
  );
}
