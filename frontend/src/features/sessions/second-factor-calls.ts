import { secondFactorPaths } from '@matgyo/contracts/paths/second-factor';
import { useMutation, useQuery } from '@tanstack/react-query';
import { answerTo } from '../../api/answer-to.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useReload } from '../../api/use-reload.ts';
import { useSession } from '../../session/session.ts';
import { useRenew } from './sign-in.ts';

/** Whether one signs in with an authenticator app as well. */
export function useSecondFactor() {
  // With another token what was read is forgotten, and read anew.
  useSession();
  return useQuery(answerTo(queryKeys.own.secondFactor, secondFactorPaths.secondFactor));
}

/** With the devices that were signed out with the change. */
const changed = [queryKeys.own.secondFactor, queryKeys.own.devices] as const;
const useReadAgain = () => useReload(...changed);

/** Loads a secret to register. Each call creates a new one. */
export const usePrepareApp = () =>
  useMutation({ mutationFn: () => call(secondFactorPaths.prepareSecondFactor) });

/** Confirms the app. Roles that required one are in force from then on. */
export const useConfirmApp = () =>
  useMutation({
    mutationFn: (code: string) => call(secondFactorPaths.confirmSecondFactor, { body: { code } }),
    onSuccess: useRenew(...changed),
  });

/** New recovery codes; those before are void. */
export const useRenewCodes = () =>
  useMutation({
    mutationFn: (code: string) => call(secondFactorPaths.renewRecoveryCodes, { body: { code } }),
    onSuccess: useReadAgain(),
  });

export const useRemoveApp = () =>
  useMutation({ mutationFn: () => call(secondFactorPaths.removeSecondFactor), onSettled: useReadAgain() });
