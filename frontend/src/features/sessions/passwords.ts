import { passwordPaths } from '@matgyo/contracts/paths/passwords';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { renewToken } from '../../session/session.ts';

/** Has a code for a new password sent. The answer is the same whether the account exists or not. */
export const useSendRecoveryCode = () =>
  useMutation({
    mutationFn: (nickname: string) =>
      call(passwordPaths.sendRecoveryCode, {
        asVisitor: true,
        body: { nickname },
      }),
  });

interface Recovery {
  readonly nickname: string;
  readonly code: string;
  readonly password: string;
  readonly confirmPassword: string;
}

/** Sets a new password with that code. Every session of the account ends. */
export const useRecoverPassword = () =>
  useMutation({
    mutationFn: (recovery: Recovery) =>
      call(passwordPaths.recoverPassword, {
        asVisitor: true,
        body: recovery,
      }),
  });

interface Change {
  readonly currentPassword: string;
  readonly password: string;
  readonly confirmPassword: string;
}

/** Changes one's own password. Other sessions end, this one goes on, and roles that waited for it are in force. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => call(passwordPaths.changePassword, { body: change }),
    onSuccess: ({ token }) => {
      renewToken(token);
      void queryClient.invalidateQueries({ queryKey: queryKeys.own.secondFactor });
      void queryClient.invalidateQueries({ queryKey: queryKeys.own.devices });
    },
  });
}
