import type { sessionPaths } from '@matgyo/contracts/paths/sessions';
import type { QueryKey } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import type { AnswerOf } from '../../api/call.ts';
import { useReload } from '../../api/use-reload.ts';
import { useTexts } from '../../i18n/index.ts';
import { renewToken, startSession } from '../../session/session.ts';
import { toast } from '../../ui/toast.ts';

/**
 * Keeps the session of a call that signed in. It is for the hook, not for `mutate`: the session makes the guard lead
 * on, and the form is gone by then. Staff whose roles wait for a second factor or a better password are led to where
 * that is.
 */
export function useBegin() {
  const { t } = useTexts();
  return ({ token, user, secondFactorMissing, passwordWeak }: AnswerOf<typeof sessionPaths.signIn>) => {
    startSession(token, user, secondFactorMissing || passwordWeak ? '/settings/security' : undefined);
    toast({ kind: 'done', text: t('session.signedIn') });
  };
}

/** After what may have put waiting roles in force: takes the new token, and reads again what it changed. */
export function useRenew(...changed: readonly QueryKey[]) {
  const readAgain = useReload(...changed);
  return ({ token }: { readonly token: string }) => {
    renewToken(token);
    readAgain();
  };
}

/** The nickname that the page before hands over, so that it need not be typed again. */
export function useHandedNickname(): string {
  const { state } = useLocation() as { readonly state: { readonly nickname?: string } | null };
  return state?.nickname ?? '';
}
