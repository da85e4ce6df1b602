import type { PasskeyView } from '@matgyo/contracts/endpoints/passkeys';
import { passkeyPaths } from '@matgyo/contracts/paths/passkeys';
import { sessionPaths } from '@matgyo/contracts/paths/sessions';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { call } from '../../api/call.ts';
import { failureText } from '../../api/failure-text.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { AnswerOf } from '../../api/route.ts';
import { currentLanguage } from '../../i18n/index.ts';
import { renewToken, useSession } from '../../session/session.ts';
import { useBegin } from './sign-in.ts';

export type Passkey = PasskeyView;

/** Browsers make none for an address of digits, where they are tried out only. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname);

/** Asked for when one is used: few visits do. */
const webAuthn = () => import('@simplewebauthn/browser');

/** Has the browser sign what the server asked for. Fails when the user cancels. */
async function assertionFor({ allowCredentials, ...options }: AnswerOf<typeof sessionPaths.passkeyOptions>) {
  const { startAuthentication } = await webAuthn();
  return startAuthentication({ optionsJSON: { ...options, ...(allowCredentials && { allowCredentials }) } });
}

/** Why nothing came of it, in words. */
export const passkeyFailure = (error: unknown, t: TFunction): string =>
  (error as Error | null)?.name === 'InvalidStateError'
    ? t('passkey.already')
    : failureText(error, t, t('passkey.failed'));

const passkeysQuery = queryOptions({
  queryKey: queryKeys.own.passkeys,
  queryFn: async ({ signal }) => (await call(passkeyPaths.passkeys, { signal })).items,
});

export function usePasskeys() {
  // With another token what was read is forgotten, and read anew.
  useSession();
  return useQuery(passkeysQuery);
}

/** Not waited for: the row that asked goes with it. */
function useReadAgain() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries(passkeysQuery);
    void queryClient.invalidateQueries({ queryKey: queryKeys.own.devices });
  };
}

/** Options to make one with; may ask for the password first. */
export const usePreparePasskey = () => useMutation({ mutationFn: () => call(passkeyPaths.preparePasskey) });

interface NewPasskey {
  readonly options: AnswerOf<typeof passkeyPaths.preparePasskey>;
  readonly name: string;
}

/** Has the browser make one and adds it. Roles that waited for it are in force from then on. */
export function useAddPasskey() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async ({ options, name }: NewPasskey) => {
      const { startRegistration } = await webAuthn();
      const credential = await startRegistration({ optionsJSON: options });
      return call(passkeyPaths.addPasskey, { body: { name, credential, storedLanguage: currentLanguage() } });
    },
    onSuccess: ({ token }) => {
      renewToken(token);
      readAgain();
    },
  });
}

export const useRenamePasskey = () =>
  useMutation({
    mutationFn: ({ id, name }: { readonly id: string; readonly name: string }) =>
      call(passkeyPaths.renamePasskey, { params: { id }, body: { name, storedLanguage: currentLanguage() } }),
    onSettled: useReadAgain(),
  });

export const useRemovePasskey = () =>
  useMutation({
    mutationFn: (id: string) => call(passkeyPaths.removePasskey, { params: { id } }),
    onSettled: useReadAgain(),
  });

export const useSignInWithPasskey = () =>
  useMutation({
    mutationFn: async () => {
      const passkey = await assertionFor(await call(sessionPaths.passkeyOptions, { asVisitor: true }));
      return call(sessionPaths.signInWithPasskey, {
        asVisitor: true,
        body: { passkey, storedLanguage: currentLanguage() },
      });
    },
    onSuccess: useBegin(),
  });

export const useStepUpWithPasskey = () =>
  useMutation({
    mutationFn: async () => {
      const passkey = await assertionFor(await call(sessionPaths.stepUpPasskeyOptions));
      return call(sessionPaths.stepUp, { body: { passkey, storedLanguage: currentLanguage() } });
    },
  });
