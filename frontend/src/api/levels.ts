import { compareMoney, type Krw } from '@matgyo/contracts/money';
import { levelPaths } from '@matgyo/contracts/paths/levels';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';
import type { AnswerOf } from './call.ts';
import { answerTo, queryKeys } from './queries.ts';
import { useReload } from './use-reload.ts';

export type StandingWithLimit = AnswerOf<typeof levelPaths.ownLevel>;

/** The signed-in member's own level; undefined while loading. */
export const useOwnLevel = (): StandingWithLimit | undefined => {
  const signedIn = useSession() !== undefined;
  return useQuery({
    ...answerTo(queryKeys.own.level, levelPaths.ownLevel),
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
export const levelTablesQuery = queryOptions(answerTo(queryKeys.own.staff.all, levelPaths.levelTables));

export const memberLevelQuery = (id: string) =>
  queryOptions(answerTo(queryKeys.own.staff.members.one(id), levelPaths.memberLevel, { params: { id } }));
