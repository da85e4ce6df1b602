import { memberPaths } from '@matgyo/contracts/paths/members';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';
import { answerTo, queryKeys } from './queries.ts';

export function useOwnAccount() {
  const nickname = useSession()?.nickname ?? '';
  return useQuery({
    ...answerTo(queryKeys.own.account, memberPaths.findMember, { params: { nickname } }),
    staleTime: 30_000,
    // An admin may activate the account at any time; then the member need not reload.
    refetchInterval: ({ state }) => (state.data?.status === 'inactive' ? 5000 : false),
    enabled: nickname !== '',
  });
}
