import type { NotificationView } from '@matgyo/contracts/endpoints/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { queryKeys } from '../../api/queries.ts';
import { useTexts } from '../../i18n/index.ts';
import { listenTo } from '../../realtime/socket.ts';
import type { Box } from '../../session/panel-switch.ts';
import { chime, unlockChime } from '../../ui/chime.ts';
import { toast } from '../../ui/toast.ts';
import { mayBeOver, newestArrival } from './merge-notifications.ts';
import { notificationPath } from './notification-path.ts';
import { insertPushed, unreadQuery } from './notification-queries.ts';
import { useMarkRead } from './use-mark-read.ts';

const { own } = queryKeys;

/** How long the toast of a new notification stays (section 9). Others in that time only change the badge. */
const toastMs = 2500;

/** Adds notifications from the socket to a box, and loads it again when what one asks for may have been done. */
export function usePushed(box: Box): void {
  const { language } = useTexts();
  const queryClient = useQueryClient();
  useEffect(
    () =>
      listenTo('notification', (pushed) => {
        if (pushed.isForAdmin && box === 'own') return;
        insertPushed(queryClient, box, pushed, language);
        // No other event announces a change of bank account or wallet.
        if (pushed.code.startsWith('PAYOUT_'))
          for (const queryKey of pushed.isForAdmin
            ? [own.staff.members.all]
            : [own.paymentMethods, own.account])
            void queryClient.invalidateQueries({ queryKey });
      }),
    [box, language, queryClient],
  );
  useEffect(
    () =>
      listenTo('changed', ({ keys }) => {
        const unread = queryClient.getQueryData(unreadQuery(box, language).queryKey);
        if (unread?.some((each) => mayBeOver(each, keys)))
          void queryClient.invalidateQueries({ queryKey: own.notifications });
      }),
    [box, language, queryClient],
  );
}

/** Announces each new notification with a toast and a sound. Those of the first response are not new. */
export function useArrivals(box: Box, unread: readonly NotificationView[] | undefined): void {
  const seen = useRef<ReadonlyMap<string, string>>(undefined);
  const lastToast = useRef(Number.NEGATIVE_INFINITY);
  const { t } = useTexts();
  const navigate = useNavigate();
  const markRead = useMarkRead(box);
  useEffect(unlockChime, []);
  const announce = useEffectEvent((newest: NotificationView) => {
    const path = notificationPath(newest);
    // An open chat shows the message itself.
    if (newest.topic === 'chatSession' && isOpen(path)) return;
    if (performance.now() - lastToast.current < toastMs) return;
    lastToast.current = performance.now();
    const see = () => {
      markRead(newest._id);
      void navigate(path);
    };
    toast({
      kind: 'done',
      // In a list it is a line, here a sentence like the other toasts.
      text: `${newest.message}.`,
      stayMs: toastMs,
      action: isHere(path) ? undefined : { label: t('notifications.see'), run: see },
    });
    chime();
  });
  useEffect(() => {
    if (unread === undefined) return;
    const newest = newestArrival(unread, seen.current);
    seen.current = new Map([...(seen.current ?? []), ...unread.map(({ _id, at }) => [_id, at] as const)]);
    if (newest !== undefined) announce(newest);
  }, [unread]);
}

/** Whether the page is the one with the notification's subject, so that it need not be opened. */
const isHere = (path: string): boolean => path === window.location.pathname + window.location.search;

/** Whether the page shows a chat. An address without the trade shows the newest one of its two orders. */
function isOpen(path: string): boolean {
  const { origin, pathname, search } = window.location;
  const target = new URL(path, origin);
  const trade = new URLSearchParams(search).get('trade');
  return pathname === target.pathname && (trade === null || trade === target.searchParams.get('trade'));
}
