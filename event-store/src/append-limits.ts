import type { ChainedEvent } from '@matgyo/ledger/proof/stream-chain';
import { chainEvents } from './chain-events.ts';
import type { ExpectedHead, NewEvent, StreamAppend, UnchangedStream } from './event-log.ts';
import { InvalidAppend } from './event-log-errors.ts';

export const eventsPerAppendMax = 500;

/** Most bytes of one append. EventStoreDB refuses more than 1 MiB, including its own framing. */
export const bytesPerAppendMax = 900_000;

const streamNameLengthMax = 200;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const sha256 = /^[0-9a-f]{64}$/;

/** An event's `data` and `metadata` as the stored JSON text, without the hash chain's link. */
export interface EventTexts {
  readonly data: string;
  readonly metadata: string;
}

/**
 * Throws `InvalidAppend` for what every adapter refuses. All refuse the same, so that a log can be moved from one
 * adapter to another.
 *
 * A stream name has 1 to 200 characters, without control characters or unpaired surrogates, and does not begin with
 * `$`, which EventStoreDB reserves. Event ids are lower-case UUIDs, each used once; other appends are not searched.
 */
function checkAppend(stream: string, expected: ExpectedHead, events: readonly NewEvent[]): void {
  checkStreamName(stream);
  if (events.length === 0) throw new InvalidAppend('an append without events');
  checkExpected(expected);
  if (!events.every((event) => isEventId(event.id)))
    throw new InvalidAppend('an event id that is not a lower-case UUID');
  if (!events.every((event) => /^[A-Za-z][A-Za-z0-9]{0,99}$/.test(event.type)))
    throw new InvalidAppend('an event type that is not a word of letters and digits');
}

function checkExpected(expected: ExpectedHead): void {
  if (expected === 'no-stream') return;
  if (!Number.isSafeInteger(expected.revision) || expected.revision < 0)
    throw new InvalidAppend('the expected revision is not a whole number from 0');
  if (!sha256.test(expected.hash)) throw new InvalidAppend('the expected hash is not a SHA-256 in hex');
}

/** One stream's part of an append, whose events have their revisions and hashes. */
export interface ChainedPart {
  readonly stream: string;
  readonly expected: ExpectedHead;
  readonly events: readonly ChainedEvent[];
}

/**
 * Numbers and links the events of an append to several streams, part by part. Throws `InvalidAppend` if the whole is
 * more than a log accepts, or contradicts itself.
 */
export function chainAppends(
  appends: readonly StreamAppend[],
  unchanged: readonly UnchangedStream[],
): readonly ChainedPart[] {
  if (appends.length === 0) throw new InvalidAppend('an append without streams');
  const heads = new Map<string, ExpectedHead>();
  const ids = new Set<string>();
  const parts = appends.map(({ stream, expected, events }): ChainedPart => {
    checkAppend(stream, expected, events);
    const before = heads.get(stream);
    if (before !== undefined && !isSameHead(before, expected))
      throw new InvalidAppend('a part that does not follow its stream’s part before');
    const chained = chainEvents(stream, expected, events);
    const last = chained.at(-1);
    if (last !== undefined) heads.set(stream, { revision: last.revision, hash: last.metadata.hash });
    for (const { id } of events) ids.add(id);
    return { stream, expected, events: chained };
  });
  const count = parts.reduce((sum, { events }) => sum + events.length, 0);
  if (count > eventsPerAppendMax)
    throw new InvalidAppend(`an append of ${count} events, more than ${eventsPerAppendMax}`);
  if (ids.size !== count) throw new InvalidAppend('the same event id twice in one append');
  for (const { stream, expected } of unchanged) {
    checkStreamName(stream);
    checkExpected(expected);
    if (heads.has(stream)) throw new InvalidAppend('a stream both written to and unchanged');
  }
  if (new Set(unchanged.map(({ stream }) => stream)).size !== unchanged.length)
    throw new InvalidAppend('the same unchanged stream twice');
  return parts;
}

const isSameHead = (one: ExpectedHead, other: ExpectedHead): boolean =>
  one === 'no-stream' || other === 'no-stream'
    ? one === other
    : one.revision === other.revision && one.hash === other.hash;

/** Whether an id is valid: a lower-case UUID. */
export const isEventId = (id: unknown): id is string => typeof id === 'string' && uuid.test(id);

/** Whether a stream name is valid; a reader finds an invalid one empty. See `checkAppend`. */
export function isStreamName(stream: string): boolean {
  return flawOfStreamName(stream) === undefined;
}

/** Throws `InvalidAppend`. See `checkAppend`. */
export function checkStreamName(stream: string): void {
  const flaw = flawOfStreamName(stream);
  if (flaw !== undefined) throw new InvalidAppend(`a stream name ${flaw}`);
}

function flawOfStreamName(stream: string): string | undefined {
  if (stream.length === 0 || stream.length > streamNameLengthMax)
    return `of ${stream.length} characters, not 1 to ${streamNameLengthMax}`;
  if (stream.startsWith('$')) return 'that begins with $';
  if (/\p{Cc}/u.test(stream)) return 'with control characters';
  return stream.isWellFormed() ? undefined : 'that is not well-formed Unicode';
}

/** The texts to store. Throws `InvalidAppend` when together they exceed the size of one append. */
export function eventTexts(events: readonly ChainedEvent[]): readonly EventTexts[] {
  // Ids, type, revision and both hashes.
  const bytesBesideTexts = 400;
  let bytes = 0;
  const texts = events.map((event) => {
    const text = { data: JSON.stringify(event.data), metadata: textWithoutLink(event.metadata) };
    bytes += Buffer.byteLength(text.data) + Buffer.byteLength(text.metadata) + bytesBesideTexts;
    return text;
  });
  if (bytes > bytesPerAppendMax)
    throw new InvalidAppend(`an append of ${bytes} bytes, more than ${bytesPerAppendMax}`);
  return texts;
}

/** Throws `InvalidAppend` when the events together exceed the size of one append. */
export function checkSize(events: readonly ChainedEvent[]): void {
  eventTexts(events);
}

/**
 * The metadata as JSON without the link, which has columns of its own. `chainEvents` puts the link last: cutting it
 * from the text takes a tenth of the time of copying the object without it.
 */
function textWithoutLink(metadata: ChainedEvent['metadata']): string {
  const text = JSON.stringify(metadata);
  const link = `,"prevHash":"${metadata.prevHash}","hash":"${metadata.hash}"}`;
  if (text.endsWith(link)) return `${text.slice(0, -link.length)}}`;
  const { prevHash: _prevHash, hash: _hash, ...rest } = metadata;
  return JSON.stringify(rest);
}
