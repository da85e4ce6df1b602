import { isDeepStrictEqual } from 'node:util';
import { levelEndpoints, type StandingWithLimit } from '@matgyo/contracts/endpoints/levels';
import { levelEventSchemas } from '@matgyo/contracts/events/level-events';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Level } from '@matgyo/contracts/levels';
import { levelsStream } from '@matgyo/contracts/streams';
import { leftOf, limitOf } from '@matgyo/ledger/levels/levels';
import { knownMember } from '../../identity/members/member-query.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { Shared } from '../../shared.ts';
import { openKrw, standingOf } from './standing.ts';

type LevelDependencies = Pick<Shared, 'db' | 'log'> & { readonly levels: readonly Level[] };

export const levelRoutes = (deps: LevelDependencies): readonly Route[] =>
  capability(levelEndpoints, {
    ownLevel: ({ caller }) => withLimit(deps, caller.memberId),
    levelTables: async () => ({ items: await tablesInForce(deps.log) }),
    memberLevel: async ({ params }) => withLimit(deps, await knownMember(deps.db, params.id)),
  });

const tablesMax = 50;

async function tablesInForce(log: LevelDependencies['log']) {
  const events = await log.readStream(levelsStream, { direction: 'backwards', limit: tablesMax });
  const tables = events.map((event) => {
    const { levels } = levelEventSchemas.LevelsSet.parse(event.data);
    return { from: event.metadata.at, levels };
  });
  // Only the limits of staff may have changed.
  return tables.filter(({ levels }, index) => !isDeepStrictEqual(levels, tables[index + 1]?.levels));
}

async function withLimit({ db, levels }: LevelDependencies, memberId: MemberId): Promise<StandingWithLimit> {
  const [standing, open] = await Promise.all([standingOf(db, levels, memberId), openKrw(db, memberId)]);
  const limitKrw = limitOf(levels, standing.level);
  return { ...standing, openKrw: open, limitKrw, leftKrw: leftOf(limitKrw, open) };
}
