import { kstDay } from '@matgyo/contracts/kst';
import type pg from 'pg';
import type { Checkpoint } from '../checkpoint.ts';
import type { ReadModelName } from '../tables.ts';
import { type AsOfPoint, type AsOfSources, asOfPointOf, nameOfAsOfPoint } from './as-of-point.ts';
import { asOfPointOfCheckpoint, assertReached, inSnapshot } from './snapshot.ts';

/** Two as-of points of one log, in any order. */
export interface TwoAsOfPoints {
  readonly before: string;
  /** Undefined: now. */
  readonly after?: string | undefined;
}

/** What a figure covers: the last event included, and the `asOf` that gives the same result again. */
export interface Covered {
  readonly lastEvent: string | null;
  readonly asOf: string | null;
}

export const coveredBy = (asOfPoint: AsOfPoint): Covered => ({
  lastEvent: asOfPoint.eventId,
  asOf: nameOfAsOfPoint(asOfPoint),
});

/**
 * Reads a read model at two as-of points, neither of them ahead of it.
 *
 * @throws ReadModelUnavailable, UnknownAsOfPoint
 */
export async function readBetween<T>(
  sources: AsOfSources,
  name: ReadModelName,
  range: TwoAsOfPoints,
  read: (reading: {
    readonly client: pg.ClientBase;
    readonly checkpoint: Checkpoint;
    readonly before: AsOfPoint;
    readonly after: AsOfPoint;
  }) => Promise<T>,
  msMax?: number,
): Promise<T> {
  const before = await asOfPointOf(sources, range.before);
  const requested = range.after === undefined ? undefined : await asOfPointOf(sources, range.after);
  const inside = (client: pg.ClientBase, checkpoint: Checkpoint) => {
    const after = requested ?? asOfPointOfCheckpoint(checkpoint);
    for (const { position } of [before, after]) assertReached(name, checkpoint, position);
    return read({ client, checkpoint, before, after });
  };
  return inSnapshot(sources.pool, name, inside, msMax);
}

/**
 * Conditions on `position` and `at`: covered by the earlier as-of point, by the later one, and by exactly one of the
 * two. Their parameters are numbered from `first`. A report by time omits events written later that are earlier in the
 * log; such rows are found by their day, so `between` needs a column `day` as well.
 */
export function asOfConditions(first: number, before: AsOfPoint, after: AsOfPoint) {
  const numbered = (index: number) => `$${first + index}`;
  const covered = (position: number, at: number) =>
    `(position <= ${numbered(position)} and (${numbered(at)}::timestamptz is null or at <= ${numbered(at)}))`;
  const [was, is] = [covered(0, 1), covered(2, 3)];
  const times = [before.at, after.at].filter((at) => at !== null).sort();
  const [earliest] = times;
  return {
    was,
    is,
    between: `(position > ${numbered(4)} or day >= ${numbered(5)}::text) and ${was} <> ${is}`,
    parameters: [
      ...[before.position, before.at, after.position, after.at],
      before.position < after.position ? before.position : after.position,
      earliest === undefined ? null : kstDay(earliest),
    ],
  };
}
