import { kstDay } from '@matgyo/contracts/kst';
import type { ReadModelName } from '../tables.ts';
import { type Moment, type MomentSources, momentOf, nameOfMoment } from './moment.ts';
import { assertReached, inSnapshot, momentOfCheckpoint } from './snapshot.ts';

/** Two moments of one log, in whichever order they were asked for. */
export interface TwoMoments {
  readonly before: string;
  /** Undefined: now. */
  readonly after?: string | undefined;
}

/** What a figure covers: the last event included, and what to pass as `asOf` to get the same again. */
export interface Covered {
  readonly lastEvent: string | null;
  readonly asOf: string | null;
}

export const coveredBy = (moment: Moment): Covered => ({
  lastEvent: moment.eventId,
  asOf: nameOfMoment(moment),
});

type Reading = Parameters<Parameters<typeof inSnapshot>[2]>;

/**
 * Reads a read model with both moments at hand, neither of them beyond what it shows.
 *
 * @throws ReadModelUnavailable, UnknownMoment
 */
export async function readBetween<T>(
  sources: MomentSources,
  name: ReadModelName,
  asked: TwoMoments,
  read: (reading: {
    readonly client: Reading[0];
    readonly checkpoint: Reading[1];
    readonly before: Moment;
    readonly after: Moment;
  }) => Promise<T>,
  longestMs?: number,
): Promise<T> {
  const before = await momentOf(sources, asked.before);
  const stated = asked.after === undefined ? undefined : await momentOf(sources, asked.after);
  const inside: Parameters<typeof inSnapshot<T>>[2] = (client, checkpoint) => {
    const after = stated ?? momentOfCheckpoint(checkpoint);
    for (const { position } of [before, after]) assertReached(name, checkpoint, position);
    return read({ client, checkpoint, before, after });
  };
  return inSnapshot(sources.pool, name, inside, longestMs);
}

/**
 * Conditions on `position` and `at`: covered by the earlier moment, by the later one, and by exactly one of the two.
 * Their parameters are numbered from `first`. A report by time leaves out what was written later but lies earlier in
 * the log; such rows are looked for by their day, so `between` needs a column `day` as well.
 */
export function momentConditions(first: number, before: Moment, after: Moment) {
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
