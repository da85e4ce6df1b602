import { memberPaths } from '@matgyo/contracts/paths/members';
import { oneTimeCodePaths } from '@matgyo/contracts/paths/one-time-codes';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { answerTo } from '../../../api/queries.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import type { SignUpForm } from './sign-up-form.ts';

export const nicknameQuery = (nickname: string) =>
  queryOptions({
    ...answerTo(['nickname'], memberPaths.checkNickname, { asVisitor: true, params: { nickname } }),
    staleTime: 10_000,
  });

/** Sends a code to a phone that signs up; `again` when one was sent before. */
export const useSendPhoneCode = () =>
  useMutation({
    mutationFn: ({ phone, again }: { readonly phone: string; readonly again: boolean }) =>
      call(again ? oneTimeCodePaths.resendCode : oneTimeCodePaths.sendCode, {
        asVisitor: true,
        body: { phone, storedLanguage: currentLanguage() },
      }),
  });

export function formOf({ username, ...form }: SignUpForm, photo: Blob): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.set(name, value.trim());
  if (username.trim() !== '') data.set('username', username.trim());
  data.set('storedLanguage', currentLanguage());
  data.set('tetherIdImage', photo, 'id-photo.jpg');
  return data;
}
