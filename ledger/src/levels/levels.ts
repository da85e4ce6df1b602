import { isLevelEvent } from '@matgyo/contracts/events/ledger-event';
import type { LevelEvent, StaffLimits } from '@matgyo/contracts/events/level-events';
import type { Level, LevelCounts } from '@matgyo/contracts/levels';
import { compareMoney, type Krw, krwBelow } from '@matgyo/contracts/money';
import type { Decider } from '../decider.ts';
import { canonicalJson } from '../proof/canonical-json.ts';

/** The highest level whose conditions the counts meet, from 1. */
export const levelOf = (
  levels: readonly Level[],
  counts: Pick<LevelCounts, 'trades' | 'casesLost'>,
): number =>
  Math.max(
    1,
    1 +
      levels.findLastIndex(
        ({ trades, casesLostMost }) =>
          counts.trades >= trades && counts.casesLost <= (casesLostMost ?? counts.casesLost),
      ),
  );

/** Null: no limit. */
export const limitOf = (levels: readonly Level[], level: number): Krw | null =>
  levels[level - 1]?.openKrw ?? null;

/** For LevelsSet events without `windowMinutes`, and for trades before the first LevelsSet. */
export const windowMinutesUnstated = 60;

/** Minutes for a payment step that begins while this table is in force, by the counts of who has to take it. */
export const windowMinutesOf = (
  levels: readonly Level[] | undefined,
  counts: Pick<LevelCounts, 'trades' | 'casesLost'>,
): number => levels?.[levelOf(levels, counts) - 1]?.windowMinutes ?? windowMinutesUnstated;

/** The won that may still be opened; null: no limit. */
export const leftOf = (limit: Krw | null, open: Krw): Krw | null =>
  limit === null ? null : krwBelow(limit, open);

/** Whether an order of `krw` may be opened in addition to the open orders. */
export function fitsLimit(limit: Krw | null, open: Krw, krw: Krw): boolean {
  const left = leftOf(limit, open);
  return left === null || compareMoney(krw, left) <= 0;
}

/** The table and the limits in force; undefined before the first. */
export interface LevelsState {
  readonly levels: readonly Level[] | undefined;
  readonly limits: StaffLimits | undefined;
}

export const levelsDecider: Decider<LevelsState, LevelEvent> = {
  initial: { levels: undefined, limits: undefined },
  owns: isLevelEvent,
  evolve: (before, { data }) => ({ levels: data.levels, limits: data.limits ?? before.limits }),
};

/** Appends nothing if the table and the limits are already in force. */
export const setLevels = (
  before: LevelsState,
  levels: readonly Level[],
  limits: StaffLimits,
): readonly LevelEvent[] =>
  textOf(before) === textOf({ levels, limits })
    ? []
    : [{ type: 'LevelsSet', data: { levels: levels.map((level) => ({ ...level })), limits } }];

/** Through JSON, because a field may be undefined instead of absent. */
const textOf = (state: LevelsState): string => canonicalJson(JSON.parse(JSON.stringify(state)));
