import type { NotificationView } from '@matgyo/contracts/endpoints/notifications';
import { notificationPaths } from '@matgyo/contracts/paths/notifications';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { useTexts } from '../../i18n/index.ts';
import { type Box, usePanelOn } from '../../session/panel-switch.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { LoadMore } from '../../ui/paged.tsx';
import { Loading, Skeleton } from '../../ui/placeholder.tsx';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { mergeNotifications } from './merge-notifications.ts';
import { NotificationItem } from './notification-item.tsx';
import { listQuery, rememberRead } from './notification-queries.ts';
import { useMarkRead } from './use-mark-read.ts';

export interface NotificationListProps {
  readonly box: Box;
  readonly unread: readonly NotificationView[] | undefined;
  /** A notification was followed; the focus goes to the new page. */
  readonly onOpened: () => void;
}

export function NotificationList(props: NotificationListProps) {
  const { t } = useTexts();
  return usePanelOn(props.box) ? (
    <Notifications {...props} />
  ) : (
    <Nothing title={t('notifications.off')} text={t('notifications.offText')} />
  );
}

/** How often relative times are updated. */
const lookAtClockMs = 30_000;

function Notifications({ box, unread, onOpened }: NotificationListProps) {
  const { t, language } = useTexts();
  const list = useInfiniteQuery(listQuery(box, language));
  const markRead = useMarkRead(box);
  const markAll = useMarkAllRead(box);
  const nowMs = useNow(lookAtClockMs);
  const rows = useRef<HTMLUListElement>(null);
  const listed = list.data?.pages.flatMap(({ items }) => items);
  const shown = mergeNotifications(unread ?? [], listed, list.data !== undefined && !list.hasNextPage);
  const { error } = list;
  useEffect(() => {
    if (error !== null) console.warn('Failed to fetch notifications', error);
  }, [error]);
  if (shown.length === 0) {
    if (list.isPending) return <Placeholder />;
    if (error !== null)
      return (
        <Nothing title={t('notifications.loadFailed')}>
          <Button size="small" className="mt-2" busy={list.isFetching} onClick={() => void list.refetch()}>
            {t('retry')}
          </Button>
        </Nothing>
      );
    return <Nothing title={t('notifications.none')} text={t('notifications.noneText')} />;
  }
  return (
    <>
      <NewestAnnouncement unread={unread} />
      {unread !== undefined && unread.length > 0 && (
        <div className="flex justify-end px-2 pt-1">
          <Button
            variant="quiet"
            size="small"
            busy={markAll.isPending}
            onClick={() => {
              markAll.mutate(shown.filter(({ read }) => !read));
              // The button disappears once all are read, so the focus moves to the list.
              rows.current?.focus();
            }}
          >
            {t('notifications.markAll')}
          </Button>
        </div>
      )}
      <ul ref={rows} tabIndex={-1} aria-label={t('notifications.title')} className="pb-1 outline-none">
        {shown.map((notification) => (
          <NotificationItem
            key={notification._id}
            notification={notification}
            nowMs={nowMs}
            onMark={() => markRead(notification._id)}
            onOpened={onOpened}
          />
        ))}
      </ul>
      <div className="px-4 empty:hidden">
        <LoadMore list={list} />
      </div>
    </>
  );
}

/** Announces new notifications to screen readers while the list is open. */
function NewestAnnouncement({ unread }: Pick<NotificationListProps, 'unread'>) {
  const newest = unread?.[0];
  const [first] = useState(newest?._id);
  return (
    <p role="status" className="sr-only">
      {newest !== undefined && newest._id !== first && newest.message}
    </p>
  );
}

interface NothingProps {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

function Nothing({ title, text, children }: NothingProps) {
  return (
    <div className="grid justify-items-start px-4 py-5 text-small max-md:px-5 max-md:pb-[max(2rem,env(safe-area-inset-bottom))]">
      <p className="font-strong">{title}</p>
      {text !== undefined && <p className="text-fg-muted">{text}</p>}
      {children}
    </div>
  );
}

function Placeholder() {
  return (
    <Loading>
      <div className="grid gap-6 px-4 py-5 max-md:px-5">
        <Skeleton className="w-4/5" />
        <Skeleton className="w-3/5" />
        <Skeleton className="w-2/3" />
      </div>
    </Loading>
  );
}

/** Marks all as read, after the server has confirmed. A failure is only logged (section 8). */
function useMarkAllRead(box: Box) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const session = useSession();
  return useMutation({
    // Newest first. What has come since stays unread.
    mutationFn: ([newest]: readonly NotificationView[]) =>
      call(notificationPaths.markAllRead, {
        // Without `isForAdmin`: in both inboxes.
        body: { userId: session?.memberId, until: newest?.at, ...(box === 'own' && { isForAdmin: false }) },
      }),
    onSuccess: (_answer, marked) => {
      rememberRead(
        queryClient,
        box,
        marked.map(({ _id }) => _id),
      );
      toast({ kind: 'done', text: t('notifications.allRead') });
    },
    onError: (error) => console.warn('Error marking all notifications as read:', error),
  });
}
