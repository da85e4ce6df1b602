import type { ChainedPart, EventTexts } from '../append-limits.ts';
import type { AppendResult, RecordedEvent, UnchangedStream } from '../event-log.ts';
import {
  AppendExpired,
  EventLogCorrupt,
  EventLogUnavailable,
  SqlStatementRefused,
  WrongExpectedRevision,
} from '../event-log-errors.ts';
import { positionOfNumber } from './position.ts';
import type { Row, Sessions } from './sessions.ts';
import { executeArguments, type PreparedSqlStatement } from './sql-statements.ts';

export interface ChainedAppend {
  readonly parts: readonly ChainedPart[];
  /** Of all parts, in order. */
  readonly texts: readonly EventTexts[];
  readonly unchanged: readonly UnchangedStream[];
  readonly sqlStatements: readonly PreparedSqlStatement[];
  /** See `AppendOptions`. */
  readonly validUntil: string | undefined;
}

/** The events of an append in log order, the first with the number after `after`; one result per part. */
export interface Appended {
  readonly kind: 'appended';
  readonly after: number;
  readonly results: readonly AppendResult[];
}

/**
 * The outcome of one append of a group. `repeated`: the streams already hold exactly these events, as recorded earlier.
 */
export type AppendAnswer =
  | Appended
  | { readonly kind: 'repeated' }
  | { readonly kind: 'refused'; readonly error: Error };

/** The required head of a stream before an append: of its first part there, or of an unchanged stream. */
interface Head extends UnchangedStream {
  /** Counted from 1, as in the database. */
  readonly append: number;
}

/** Sends a group of appends in one round trip and one commit; one answer each, in the same order. */
export async function appendGroup(
  sessions: Sessions,
  group: readonly ChainedAppend[],
): Promise<readonly AppendAnswer[]> {
  const heads = group.flatMap(headsOf);
  const events = group.flatMap(({ parts }) => parts.flatMap((part) => part.events));
  const texts = group.flatMap((append) => append.texts);
  const sqlStatements = group.flatMap((append) => append.sqlStatements);
  const rows = await sessions.run(
    {
      name: 'event_log_append',
      text: `select status, flawed, actual, last_position from event_log.append(
        $1, $2, string_to_array($3, E'\n'), $4, $5, $6, string_to_array($7, E'\n'), $8, $9, $10,
        string_to_array($11, E'\n'), string_to_array($12, E'\n'), $13, $14, $15, $16, $17, $18)`,
      values: [
        group.map(({ validUntil }) => validUntil ?? null),
        arrayOf(heads.map(({ append }) => append)),
        lines(heads.map(({ stream }) => stream)),
        arrayOf(heads.map(({ expected }) => (expected === 'no-stream' ? -1 : expected.revision))),
        arrayOf(heads.map(({ expected }) => (expected === 'no-stream' ? '' : expected.hash))),
        arrayOf(group.flatMap(({ texts }, index) => texts.map(() => index + 1))),
        lines(events.map(({ stream }) => stream)),
        arrayOf(events.map(({ revision }) => revision)),
        arrayOf(events.map(({ id }) => id)),
        arrayOf(events.map(({ type }) => type)),
        lines(texts.map(({ data }) => data)),
        lines(texts.map(({ metadata }) => metadata)),
        arrayOf(events.map(({ metadata }) => metadata.prevHash)),
        arrayOf(events.map(({ metadata }) => metadata.hash)),
        arrayOf(group.flatMap((append, index) => append.sqlStatements.map(() => index + 1))),
        sqlStatements.map(({ name }) => name),
        sqlStatements.map(({ text }) => text),
        sqlStatements.map(executeArguments),
      ],
    },
    { writes: true },
  );
  let written = 0;
  let statementsBefore = 0;
  return group.map((append, index) => {
    const answer = answerOf(append, rows[index], { heads, written, statementsBefore });
    statementsBefore += append.sqlStatements.length;
    if (answer.kind === 'appended') written += append.texts.length;
    return answer;
  });
}

function headsOf({ parts, unchanged }: ChainedAppend, index: number): readonly Head[] {
  const firstParts = parts.filter(
    ({ stream }, at) => parts.findIndex((part) => part.stream === stream) === at,
  );
  return [...firstParts, ...unchanged].map(({ stream, expected }) => ({
    append: index + 1,
    stream,
    expected,
  }));
}

/** Numbers, ids, hashes and words need no escaping, which would cost more than everything else here. */
const arrayOf = (values: readonly (string | number)[]): string =>
  values.length === 0 ? '{}' : `{"${values.join('","')}"}`;

/** Texts without line breaks, each at least one character: stream names, and JSON as written here. */
const lines = (texts: readonly string[]): string => texts.join('\n');

/** Offsets of a group's rows: its heads, and the events and SQL statements of earlier appends. */
interface GroupSoFar {
  readonly heads: readonly Head[];
  readonly written: number;
  readonly statementsBefore: number;
}

function answerOf(
  append: ChainedAppend,
  row: Row | undefined,
  { heads, written, statementsBefore }: GroupSoFar,
): AppendAnswer {
  const [judged, flawed, actual, lastPosition] = row ?? [];
  const [status, sqlState] = judged?.split(' ') ?? [];
  const stream = heads[Number(flawed) - 1]?.stream ?? '';
  switch (status) {
    case 'appended':
      return placed(append, Number(lastPosition) + written);
    case 'repeated':
      return { kind: 'repeated' };
    case 'conflict':
      return refused(new WrongExpectedRevision(stream, actual ? Number(actual) : undefined));
    case 'refused':
      return refused(new SqlStatementRefused(Number(flawed) - 1 - statementsBefore, sqlState));
    case 'late':
      return refused(new EventLogUnavailable('none', { cause: new AppendExpired() }));
    case 'broken':
      return refused(
        new EventLogCorrupt(
          `stream ${stream} is at revision ${actual} with another hash than the writer saw`,
        ),
      );
  }
  return refused(new EventLogCorrupt('the reply to an append has none of the documented statuses'));
}

const refused = (error: Error): AppendAnswer => ({ kind: 'refused', error });

function placed({ parts }: ChainedAppend, after: number): Appended {
  let number = after;
  const results = parts.map(({ events }) =>
    appendResult(
      events.map((event): RecordedEvent => {
        number += 1;
        return { ...event, position: positionOfNumber(number) };
      }),
    ),
  );
  return { kind: 'appended', after, results };
}

/** For at least one event. */
export function appendResult(events: readonly RecordedEvent[]): AppendResult {
  const last = events.at(-1);
  if (last === undefined) throw new EventLogCorrupt('an append without recorded events');
  return { events, position: last.position };
}
