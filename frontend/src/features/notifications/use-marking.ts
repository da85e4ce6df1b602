import { notificationPaths } from '@matgyo/contracts/paths/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { toast } from '../../ui/toast.ts';
import type { Box } from './boxes.ts';
import { rememberRead } from './notification-queries.ts';

/** Marks notifications as read, after the server has confirmed. A failure is only logged (section 8). */
export function useMarking(box: Box) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const session = useSession();
  const one = useMutation({
    mutationFn: (id: string) => call(notificationPaths.markRead, { params: { id } }),
    onSuccess: (_answer, id) => rememberRead(queryClient, box, id),
    onError: (error) => console.warn('Error marking a notification as read:', error),
  });
  const all = useMutation({
    mutationFn: () =>
      call(notificationPaths.markAllRead, {
        body: { userId: session?.memberId, isForAdmin: box === 'admins' },
      }),
    onSuccess: () => {
      rememberRead(queryClient, box);
      toast({ kind: 'done', text: t('notifications.allRead') });
    },
    onError: (error) => console.warn('Error marking all notifications as read:', error),
  });
  return { markOne: one.mutate, markAll: () => all.mutate(), markingAll: all.isPending };
}
