import { jsonEvent, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client';
import { DeadlineExceeded } from '../deadline.ts';
import type { AppendResult, ExpectedHead, RecordedEvent } from '../event-log.ts';
import { EventLogCorrupt, EventLogUnavailable, WrongExpectedRevision } from '../event-log-errors.ts';
import type { SealedEvent } from '../hash-chain.ts';
import { type Connection, neverSent } from './connection.ts';
import type { KnownHeads } from './known-heads.ts';
import { readStream } from './reads.ts';

/**
 * Any credentials make the client append with a call of its own. Without them it shares one long call between
 * all clients of the process, and when one of their connections dies the appends of the others hang.
 */
const ownCall = { username: 'matgyo', password: 'matgyo' };

/** One append, sealed and checked. */
export interface SealedAppend {
  readonly stream: string;
  readonly expected: ExpectedHead;
  readonly events: readonly SealedEvent[];
}

export interface AppendContext {
  readonly connection: Connection;
  readonly heads: KnownHeads;
  readonly credentials: { readonly username: string; readonly password: string } | undefined;
}

/**
 * Appends at the exact revision. The server itself recognises a repeat only at the revision it was first sent with,
 * by ids alone, and sometimes answers one with a timeout; so what counts is what the stream holds afterwards.
 */
export async function append(context: AppendContext, sealed: SealedAppend): Promise<AppendResult> {
  const { stream, expected, events } = sealed;
  if (!(await continuesHistory(context, sealed))) return repeatedOrRefused(context, sealed);
  try {
    await context.connection.call(
      (client) =>
        client.appendToStream(
          stream,
          events.map(({ id, type, data, metadata }) =>
            jsonEvent({ id, type, data: { ...data }, metadata: { ...metadata } }),
          ),
          {
            expectedRevision: expected === 'no-stream' ? NO_STREAM : BigInt(expected.revision),
            deadline: context.connection.callDeadlineMs,
            credentials: context.credentials ?? ownCall,
          },
        ),
      isAnswer,
    );
  } catch (error) {
    return afterFailure(context, sealed, error);
  }
  const recorded = await recordedThen(context, sealed).catch((cause: unknown) => {
    throw new EventLogUnavailable('unknown', { cause });
  });
  if (recorded === undefined)
    throw new EventLogCorrupt(`stream ${stream} does not hold what was appended to it`);
  return resultOf(recorded);
}

const isAnswer = (error: unknown): boolean => error instanceof WrongExpectedVersionError;

/** A conflict may be a repeat of an append that got through, and any other answer may hide a success. */
async function afterFailure(
  context: AppendContext,
  sealed: SealedAppend,
  error: unknown,
): Promise<AppendResult> {
  if (error instanceof EventLogUnavailable) throw error;
  if (neverSent(error)) throw new EventLogUnavailable('none', { cause: error });
  const unknown = () => new EventLogUnavailable('unknown', { cause: error });
  // The time is up: whoever called reads for themselves.
  if (error instanceof DeadlineExceeded) throw unknown();
  if (isAnswer(error)) return repeatedOrRefused(context, sealed);
  const recorded = await recordedThen(context, sealed).catch(() => undefined);
  if (recorded === undefined) throw unknown();
  return resultOf(recorded);
}

/** For an append that cannot continue the stream: what it did the first time, or why it is refused. */
async function repeatedOrRefused(context: AppendContext, sealed: SealedAppend): Promise<AppendResult> {
  const { stream, expected } = sealed;
  const recorded = await recordedThen(context, sealed);
  if (recorded !== undefined) return resultOf(recorded);
  const last = await lastRevision(context, stream);
  if (expected !== 'no-stream' && last === expected.revision)
    throw new EventLogCorrupt(
      `stream ${stream} is at revision ${last} with another hash than the writer saw`,
    );
  throw new WrongExpectedRevision(stream, last);
}

/** What the stream holds right after `expected`, if it is exactly these events. */
async function recordedThen(
  { connection, heads }: AppendContext,
  { stream, expected, events }: SealedAppend,
): Promise<readonly RecordedEvent[] | undefined> {
  const from = expected === 'no-stream' ? 0 : expected.revision + 1;
  const there = await readStream(connection, stream, { direction: 'forwards', from, limit: events.length });
  heads.know(there);
  const same = there.length === events.length && there.every(({ id }, index) => id === events[index]?.id);
  return same ? there : undefined;
}

async function lastRevision({ connection }: AppendContext, stream: string): Promise<number | undefined> {
  const [last] = await readStream(connection, stream, { direction: 'backwards', limit: 1 });
  return last?.revision;
}

/** The server compares revisions only. A writer who saw another event there must not continue its chain. */
async function continuesHistory(
  { connection, heads }: AppendContext,
  { stream, expected }: SealedAppend,
): Promise<boolean> {
  if (expected === 'no-stream' || heads.has(stream, expected)) return true;
  const there = await readStream(connection, stream, {
    direction: 'forwards',
    from: expected.revision,
    limit: 1,
  });
  heads.know(there);
  const [event] = there;
  return event === undefined || event.metadata.hash === expected.hash;
}

function resultOf(events: readonly RecordedEvent[]): AppendResult {
  const last = events.at(-1);
  if (last === undefined) throw new EventLogCorrupt('an append without recorded events');
  return { events, position: last.position };
}
