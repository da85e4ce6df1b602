import { notificationPaths } from '@matgyo/contracts/paths/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { Box } from '../../session/panel-switch.ts';
import { rememberRead } from './notification-queries.ts';

/** Marks a notification as read, after the server has confirmed. A failure is only logged (specification, section 8). */
export function useMarkRead(box: Box) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(notificationPaths.markRead, { params: { id } }),
    onSuccess: (_answer, id) => rememberRead(queryClient, box, [id]),
    onError: (error) => console.warn('Error marking a notification as read:', error),
  }).mutate;
}
