import { configPaths } from '@matgyo/contracts/paths/config';
import { useQuery } from '@tanstack/react-query';
import { answerTo, queryKeys } from './queries.ts';

/** Changed by an operator's restart, a few times a year. */
const staleAfterMs = 60 * 60_000;

/** The public settings of this installation; undefined until loaded. */
export const usePublicSettings = () =>
  useQuery({
    ...answerTo(queryKeys.config, configPaths.publicSettings, { asVisitor: true }),
    staleTime: staleAfterMs,
  }).data;

/** The operator's terms and privacy policy, those that there are. */
export function usePolicies(): readonly { readonly name: 'terms' | 'privacy'; readonly url: string }[] {
  const { termsUrl = null, privacyUrl = null } = usePublicSettings() ?? {};
  return [
    ...(termsUrl === null ? [] : [{ name: 'terms' as const, url: termsUrl }]),
    ...(privacyUrl === null ? [] : [{ name: 'privacy' as const, url: privacyUrl }]),
  ];
}
