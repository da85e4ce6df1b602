import { oneTimeCodePaths } from '@matgyo/contracts/paths/one-time-codes';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { currentLanguage } from '../../i18n/index.ts';

/** Has a code sent to the phone of an account. The answer is the same whether the account exists or not. */
export const useSendAccountCode = () =>
  useMutation({
    mutationFn: (nickname: string) =>
      call(oneTimeCodePaths.resendCode, {
        asVisitor: true,
        body: { nickname, storedLanguage: currentLanguage() },
      }),
  });

/** Verifies the phone of an account with the code that came to it. */
export const useVerifyAccount = () =>
  useMutation({
    mutationFn: (body: { readonly nickname: string; readonly code: string }) =>
      call(oneTimeCodePaths.verifyCode, {
        asVisitor: true,
        body: { ...body, storedLanguage: currentLanguage() },
      }),
  });
