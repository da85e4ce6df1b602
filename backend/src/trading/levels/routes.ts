import { levelEndpoints, type StandingWithLimit } from '@matgyo/contracts/endpoints/levels';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Level } from '@matgyo/contracts/levels';
import { leftOf, limitOf } from '@matgyo/ledger/levels/levels';
import type { Database } from '../../platform/database/tables.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import { knownMember } from './known-member.ts';
import { openKrw, standingOf } from './standing.ts';

interface LevelDependencies {
  readonly db: Database;
  readonly levels: readonly Level[];
}

/** What a member's level is and rests on. */
export const levelRoutes = (deps: LevelDependencies): readonly Route[] =>
  capability(levelEndpoints, {
    ownLevel: ({ caller }) => withLimit(deps, caller.memberId),
    memberLevel: async ({ params }) => withLimit(deps, await knownMember(deps.db, params.id)),
  });

async function withLimit({ db, levels }: LevelDependencies, memberId: MemberId): Promise<StandingWithLimit> {
  const [standing, open] = await Promise.all([standingOf(db, levels, memberId), openKrw(db, memberId)]);
  const limitKrw = limitOf(levels, standing.level);
  return { ...standing, openKrw: open, limitKrw, leftKrw: leftOf(limitKrw, open) };
}
