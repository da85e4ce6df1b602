import { compareMoney, type Krw } from '@matgyo/contracts/money';
import { levelPaths } from '@matgyo/contracts/paths/levels';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';
import type { AnswerOf } from './route.ts';
import { useReload } from './use-reload.ts';

export type StandingWithLimit = AnswerOf<typeof levelPaths.ownLevel>;

/** The signed-in member's own level; undefined while loading. */
export const useOwnLevel = (): StandingWithLimit | undefined => {
  const signedIn = useSession() !== undefined;
  return useQuery({
    queryKey: queryKeys.own.level,
    queryFn: ({ signal }) => call(levelPaths.ownLevel, { signal }),
    staleTime: 30_000,
    enabled: signedIn,
  }).data;
};

/** Whether an order is beyond what the own level still allows; the server decides. */
export function useLevelLimit() {
  const own = useOwnLevel();
  const recheck = useReload(queryKeys.own.level);
  const left = own?.leftKrw ?? undefined;
  return {
    /** Undefined: any amount, or not known. */
    left,
    isBeyond: (krw: Krw) => left !== undefined && compareMoney(krw, left) > 0,
    recheck,
  };
}

/** The level tables with the times from which they apply. */
export const levelTablesQuery = queryOptions({
  queryKey: queryKeys.own.staff.levelTables,
  queryFn: ({ signal }) => call(levelPaths.levelTables, { signal }),
});

export const memberLevelQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.own.staff.members.level(id),
    queryFn: ({ signal }) => call(levelPaths.memberLevel, { signal, params: { id } }),
  });
