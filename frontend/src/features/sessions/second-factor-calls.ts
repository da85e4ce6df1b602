import { secondFactorPaths } from '@matgyo/contracts/paths/second-factor';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { renewToken, useSession } from '../../session/session.ts';

const secondFactorQuery = queryOptions({
  queryKey: queryKeys.own.secondFactor,
  queryFn: ({ signal }) => call(secondFactorPaths.secondFactor, { signal }),
});

/** Whether one signs in with an authenticator app as well. */
export function useSecondFactor() {
  // With another token what was read is forgotten, and read anew.
  useSession();
  return useQuery(secondFactorQuery);
}

/**
 * Reloads the app's state, and the devices that were signed out with the change. Does not wait for them, because the button
 * that caused the reload may disappear with it.
 */
function useReadAgain() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries(secondFactorQuery);
    void queryClient.invalidateQueries({ queryKey: queryKeys.own.devices });
  };
}

/** Loads a secret to register. Each call creates a new one. */
export const usePrepareApp = () =>
  useMutation({ mutationFn: () => call(secondFactorPaths.prepareSecondFactor) });

/** Confirms the app. Roles that required one are in force from then on. */
export function useConfirmApp() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (code: string) => call(secondFactorPaths.confirmSecondFactor, { body: { code } }),
    onSuccess: ({ token }) => {
      renewToken(token);
      readAgain();
    },
  });
}

export const useRemoveApp = () =>
  useMutation({
    mutationFn: () => call(secondFactorPaths.removeSecondFactor),
    onSettled: useReadAgain(),
  });
