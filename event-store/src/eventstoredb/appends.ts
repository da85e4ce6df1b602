import {
  type Credentials,
  type AppendResult as ServersAnswer,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { ChainedPart } from '../append-limits.ts';
import { within } from '../deadline.ts';
import type { AppendResult, RecordedEvent } from '../event-log.ts';
import { EventLogCorrupt, EventLogUnavailable, WrongExpectedRevision } from '../event-log-errors.ts';
import type { Reader } from './bounded-read.ts';
import { asLogError } from './failures.ts';
import type { LatestHashes } from './latest-hashes.ts';
import { positionOf } from './position.ts';
import { readStream } from './reads.ts';
import { storedEvent } from './recorded-event.ts';

export interface Writer extends Reader {
  /**
   * Passed in each call to keep the client off its batch path, where the loss of one connection fails other clients'
   * appends, leaves later ones hanging, and ends the process with an uncatchable error.
   */
  readonly credentials: Credentials;
  readonly latestHashes: LatestHashes;
}

/** One append in progress. */
export interface AppendCall {
  /** By `performance.now()`: the deadline of the whole call. */
  readonly by: number;
  /** The caller has its answer. Requests not sent by then are never sent. */
  answered: boolean;
  /** The write request may have reached the server. */
  sent: boolean;
}

/** Gives a step of a call the remaining time. */
const inTime = (writer: Writer, { by }: AppendCall): Writer => ({
  ...writer,
  deadlineMs: Math.max(1, Math.ceil(by - performance.now())),
});

/**
 * Appends, and returns the stream's new events. An accepted stream holds exactly these events (`storedEvent`), so one
 * event is not read again; of several the server returns only the last position. If it refuses, an earlier append may
 * have written the same events.
 */
export async function appendOnce(
  writer: Writer,
  append: ChainedPart,
  call: AppendCall,
): Promise<AppendResult> {
  if (!(await seesTheSameHistory(inTime(writer, call), append)))
    return recognise(inTime(writer, call), append, undefined);
  await writer.clients.requireReachable(inTime(writer, call).deadlineMs, writer.closing);
  if (call.answered) throw new EventLogUnavailable('none');
  call.sent = true;
  let accepted: ServersAnswer;
  try {
    accepted = await send(inTime(writer, call), append);
  } catch (error) {
    return recognise(inTime(writer, call), append, error);
  }
  const [event, ...others] = append.events;
  if (event !== undefined && others.length === 0 && accepted.position !== undefined) {
    if (accepted.nextExpectedRevision !== BigInt(event.revision)) wentOnElsewhere(append);
    const recorded = { ...event, position: positionOf(accepted.position) };
    writer.latestHashes.learn(recorded);
    return { events: [recorded], position: recorded.position };
  }
  const events = await readBehind(inTime(writer, call), append).catch((cause) => {
    throw new EventLogUnavailable('unknown', { cause });
  });
  return answer(writer, append, events) ?? conflict(append, events);
}

/**
 * False when the stream does not reach the expected revision. Throws `EventLogCorrupt` when it does with another event
 * than the writer saw; the server compares revisions only.
 */
async function seesTheSameHistory(writer: Writer, { stream, expected }: ChainedPart): Promise<boolean> {
  if (expected === 'no-stream') return true;
  const { revision, hash } = expected;
  let there = writer.latestHashes.hashAt(stream, revision);
  if (there === undefined) {
    const [event] = await readStream(writer, stream, { direction: 'forwards', from: revision, limit: 1 });
    there = event?.metadata.hash;
  }
  if (there === undefined) return false;
  if (there === hash) return true;
  // The stream may have advanced past the expected revision; then the writer needs the conflict.
  const [head] = await readStream(writer, stream, { direction: 'backwards', limit: 1 });
  if (head === undefined || head.revision > revision) return false;
  throw new EventLogCorrupt(
    `stream ${stream} is at revision ${revision} with another hash than the writer saw`,
  );
}

async function send(writer: Writer, { stream, expected, events }: ChainedPart): Promise<ServersAnswer> {
  const { client, release } = writer.clients.use();
  const sent = client.appendToStream(stream, events.map(storedEvent), {
    expectedRevision: expected === 'no-stream' ? 'no_stream' : BigInt(expected.revision),
    credentials: writer.credentials,
    requiresLeader: true,
    // The remaining time is for finding out the outcome.
    deadline: Math.ceil((writer.deadlineMs * 2) / 3),
  });
  sent.then(release, release);
  try {
    return await within(writer.deadlineMs, sent, writer.closing);
  } catch (error) {
    if (!(error instanceof WrongExpectedVersionError)) writer.clients.replace(client);
    throw error;
  }
}

/**
 * After a refusal or a missing reply: the append was written, or another event is in its place (then it can never be
 * written), or the outcome is unknown.
 */
async function recognise(writer: Writer, append: ChainedPart, failure: unknown): Promise<AppendResult> {
  const refused = failure === undefined || failure instanceof WrongExpectedVersionError;
  const error = refused ? undefined : asLogError(failure, { sent: true, right: 'append to streams' });
  const mayHaveBeenWritten = error instanceof EventLogUnavailable && error.outcome === 'unknown';
  if (error !== undefined && !mayHaveBeenWritten) throw error;
  const events = await readBehind(writer, append).catch((cause) => {
    // After a refusal, an earlier call that this one repeats may have written it.
    throw (
      error ?? (cause instanceof EventLogUnavailable ? new EventLogUnavailable('unknown', { cause }) : cause)
    );
  });
  const found = answer(writer, append, events);
  if (found !== undefined) return found;
  if (error !== undefined && events.length === 0) throw error;
  return conflict(append, await readHead(writer, append.stream));
}

/** The events at the append's revisions, as many as it has. */
function readBehind(writer: Writer, { stream, expected, events }: ChainedPart) {
  const from = expected === 'no-stream' ? 0 : expected.revision + 1;
  return readStream(writer, stream, { direction: 'forwards', from, limit: events.length });
}

function readHead(writer: Writer, stream: string): Promise<readonly RecordedEvent[]> {
  return readStream(writer, stream, { direction: 'backwards', limit: 1 });
}

function answer(
  { latestHashes }: Writer,
  append: ChainedPart,
  events: readonly RecordedEvent[],
): AppendResult | undefined {
  const last = events.at(-1);
  if (last === undefined || events.length !== append.events.length) return undefined;
  if (!events.every(({ id }, index) => id === append.events[index]?.id)) return undefined;
  if (!events.every(({ revision }, index) => revision === append.events[index]?.revision))
    wentOnElsewhere(append);
  latestHashes.learn(last);
  return { events, position: last.position };
}

/** An emptied stream continues after its former events, even if the writer considered it new. */
function wentOnElsewhere({ stream }: ChainedPart): never {
  throw new EventLogCorrupt(`stream ${stream} went on elsewhere than where it ended`);
}

function conflict({ stream }: ChainedPart, readLast: readonly RecordedEvent[]): never {
  throw new WrongExpectedRevision(stream, readLast.at(-1)?.revision);
}
