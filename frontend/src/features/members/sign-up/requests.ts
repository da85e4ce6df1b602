import { memberPaths } from '@matgyo/contracts/paths/members';
import { queryOptions } from '@tanstack/react-query';
import { answerTo } from '../../../api/queries.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import type { SignUpForm } from './sign-up-form.ts';

export const nicknameQuery = (nickname: string) =>
  queryOptions({
    ...answerTo(['nickname'], memberPaths.checkNickname, { asVisitor: true, params: { nickname } }),
    staleTime: 10_000,
  });

export function formOf({ username, ...form }: SignUpForm, photo: Blob): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.set(name, value.trim());
  if (username.trim() !== '') data.set('username', username.trim());
  data.set('storedLanguage', currentLanguage());
  data.set('tetherIdImage', photo, 'id-photo.jpg');
  return data;
}
