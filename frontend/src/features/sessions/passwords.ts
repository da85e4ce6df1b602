import { passwordPaths } from '@matgyo/contracts/paths/passwords';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { BodyOf } from '../../api/route.ts';
import { useRenew } from './sign-in.ts';

/** Has a code for a new password sent. The answer is the same whether the account exists or not. */
export const useSendRecoveryCode = () =>
  useMutation({
    mutationFn: (nickname: string) =>
      call(passwordPaths.sendRecoveryCode, { asVisitor: true, body: { nickname } }),
  });

/** Sets a new password with that code. Every session of the account ends. */
export const useRecoverPassword = () =>
  useMutation({
    mutationFn: (recovery: BodyOf<typeof passwordPaths.recoverPassword>) =>
      call(passwordPaths.recoverPassword, { asVisitor: true, body: recovery }),
  });

/** Changes one's own password. Other sessions end, this one goes on, and roles that waited for it are in force. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: (change: BodyOf<typeof passwordPaths.changePassword>) =>
      call(passwordPaths.changePassword, { body: change }),
    onSuccess: useRenew(queryKeys.own.secondFactor, queryKeys.own.devices),
  });
