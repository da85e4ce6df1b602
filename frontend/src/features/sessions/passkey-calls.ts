import { passkeyPaths } from '@matgyo/contracts/paths/passkeys';
import { sessionPaths } from '@matgyo/contracts/paths/sessions';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type AnswerOf, call } from '../../api/call.ts';
import { failureText } from '../../api/failure-text.ts';
import { answerTo, queryKeys } from '../../api/queries.ts';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { toast } from '../../ui/toast.ts';
import { useIsShown } from '../../ui/use-is-shown.ts';
import { useBegin, useRenew } from './sign-in.ts';

/** Browsers refuse passkeys on pages whose host is an IP address; such hosts are used for testing only. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname);

/** Loaded on first use, because few visits use a passkey. */
const webAuthn = () => import('@simplewebauthn/browser');

/** Signs the server's challenge in the browser. Fails if the user cancels. */
async function assertionFor({ allowCredentials, ...options }: AnswerOf<typeof sessionPaths.passkeyOptions>) {
  const { startAuthentication } = await webAuthn();
  return startAuthentication({ optionsJSON: { ...options, ...(allowCredentials && { allowCredentials }) } });
}

export const passkeyFailure = (
  error: unknown,
  t: TFunction,
  otherwise: string = t('passkey.failed'),
): string =>
  (error as Error | null)?.name === 'InvalidStateError'
    ? t('passkey.already')
    : failureText(error, t, otherwise);

export function usePasskeys() {
  // Renders again with a new token, which removes the list from the cache, so that it is loaded again.
  useSession();
  return useQuery(answerTo(queryKeys.own.passkeys, passkeyPaths.passkeys));
}

/** What another passkey, name or number of them changes. */
export const passkeyKeys = [queryKeys.own.passkeys, queryKeys.own.devices] as const;

interface NewPasskey {
  readonly options: AnswerOf<typeof passkeyPaths.preparePasskey>;
  readonly name: string;
}

/**
 * Creates a passkey in the browser and registers it. Roles that required one are in force from then on. Its form shows a
 * failure as long as it is there.
 */
export function useAddPasskey() {
  const { t } = useTexts();
  const isShown = useIsShown();
  const renew = useRenew(...passkeyKeys);
  return useMutation({
    mutationFn: async ({ options, name }: NewPasskey) => {
      const { startRegistration } = await webAuthn();
      const credential = await startRegistration({ optionsJSON: options });
      return call(passkeyPaths.addPasskey, { body: { name, credential } });
    },
    onSuccess: (answer) => {
      renew(answer);
      toast({ kind: 'done', text: t('passkey.added') });
    },
    onError: (error) => {
      if (!isShown.current) toast({ kind: 'failed', text: passkeyFailure(error, t) });
    },
  });
}

export const useSignInWithPasskey = () =>
  useMutation({
    mutationFn: async () => {
      const passkey = await assertionFor(await call(sessionPaths.passkeyOptions, { asVisitor: true }));
      return call(sessionPaths.signInWithPasskey, { asVisitor: true, body: { passkey } });
    },
    onSuccess: useBegin(),
  });

export const useStepUpWithPasskey = () =>
  useMutation({
    mutationFn: async () => {
      const passkey = await assertionFor(await call(sessionPaths.stepUpPasskeyOptions));
      return call(sessionPaths.stepUp, { body: { passkey } });
    },
  });
