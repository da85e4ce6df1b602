import type { EventTexts } from '../append-limits.ts';
import type { AppendResult, ExpectedHead, RecordedEvent } from '../event-log.ts';
import {
  AppendCameLate,
  EventLogCorrupt,
  EventLogUnavailable,
  WrongExpectedRevision,
} from '../event-log-errors.ts';
import type { SealedEvent } from '../hash-chain.ts';
import { positionOfPlace } from './position.ts';
import type { Row, Sessions } from './sessions.ts';

/** One append, sealed and checked, on its way to the database. */
export interface SealedAppend {
  readonly stream: string;
  readonly expected: ExpectedHead;
  readonly events: readonly SealedEvent[];
  readonly texts: readonly EventTexts[];
  /** See `AppendOptions`. */
  readonly validUntil: string | undefined;
}

/**
 * What became of one append of a group. `repeated`: the stream holds exactly these events already, as they were
 * recorded then. `busy`: another session is appending to the stream; ask again, alone.
 */
export type AppendAnswer =
  | { readonly kind: 'appended'; readonly result: AppendResult }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly error: Error };

/** Sends a group of appends to different streams in one round trip; one answer each, in the same order. */
export async function appendGroup(
  sessions: Sessions,
  group: readonly SealedAppend[],
): Promise<readonly AppendAnswer[]> {
  const events = group.flatMap((append) => append.events);
  const texts = group.flatMap((append) => append.texts);
  const rows = await sessions.run(
    {
      name: 'event_log_append',
      text: `select status, actual, generation, xid, first_ordinal
        from event_log.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      values: [
        group.map(({ stream }) => stream),
        group.map(({ expected }) => (expected === 'no-stream' ? -1 : expected.revision)),
        group.map(({ expected }) => (expected === 'no-stream' ? '' : expected.hash)),
        group.map((append) => append.events.length),
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        texts.map(({ data }) => data),
        texts.map(({ metadata }) => metadata),
        events.map(({ metadata }) => metadata.prevHash),
        events.map(({ metadata }) => metadata.hash),
        group.map(({ validUntil }) => validUntil ?? null),
      ],
    },
    { writes: true },
  );
  return group.map((append, index) => answer(append, rows[index]));
}

function answer(append: SealedAppend, row: Row | undefined): AppendAnswer {
  const [status, actual, generation, xid, firstOrdinal] = row ?? [];
  switch (status) {
    case 'appended':
      if (!generation || !xid || !firstOrdinal) break;
      return { kind: 'appended', result: placed(append.events, generation, xid, Number(firstOrdinal)) };
    case 'repeated':
    case 'busy':
      return { kind: status };
    case 'conflict': {
      const revision = actual === null || actual === undefined ? undefined : Number(actual);
      return { kind: 'refused', error: new WrongExpectedRevision(append.stream, revision) };
    }
    case 'late':
      return { kind: 'refused', error: new EventLogUnavailable('none', { cause: new AppendCameLate() }) };
    case 'broken':
      return {
        kind: 'refused',
        error: new EventLogCorrupt(
          `stream ${append.stream} is at revision ${actual} with another hash than the writer saw`,
        ),
      };
  }
  return {
    kind: 'refused',
    error: new EventLogCorrupt('the database answered an append with nothing known'),
  };
}

function placed(
  events: readonly SealedEvent[],
  generation: string,
  xid: string,
  firstOrdinal: number,
): AppendResult {
  const recorded = events.map((event, index): RecordedEvent => {
    const ordinal = String(firstOrdinal + index);
    return { ...event, position: positionOfPlace({ generation, xid, ordinal }) };
  });
  return appendResult(recorded);
}

/** Of at least one event. */
export function appendResult(events: readonly RecordedEvent[]): AppendResult {
  const last = events.at(-1);
  if (last === undefined) throw new EventLogCorrupt('an append without recorded events');
  return { events, position: last.position };
}
