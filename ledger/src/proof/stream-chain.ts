import type { EventMetadata } from '@matgyo/contracts/events/metadata';
import { sha256Hex } from '#sha256';
import { canonicalJson } from './canonical-json.ts';

/** The chain's fields: the hash of the previous event of the stream ('' for the first) and the event's own. */
export interface ChainLink {
  readonly prevHash: string;
  readonly hash: string;
}

/** An event to append, as its writer states it. `data` is JSON without `undefined`, functions or non-finite numbers. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: EventMetadata;
}

/** The last event a writer saw in a stream; the next append continues the chain from its hash. */
export interface StreamHead {
  readonly revision: number;
  readonly hash: string;
}

/** The expected end of a stream. Never "whatever is there": that would hide a race. */
export type ExpectedHead = 'no-stream' | StreamHead;

/** An event with its revision and its link in the stream's chain. `revision` counts from 0 without gaps. */
export interface SealedEvent extends NewEvent {
  readonly stream: string;
  readonly revision: number;
  readonly metadata: EventMetadata & ChainLink;
}

/** The first event of a stream that contradicts the previous one, or itself. */
export interface BrokenLink {
  readonly event: SealedEvent;
  readonly reason: 'revision' | 'stream' | 'prevHash' | 'hash';
}

/**
 * Numbers events after `expected` and links each to the one before it.
 *
 * `hash` = SHA-256, in hex, over the previous hash ('' for the first event), the stream, the revision and the canonical
 * JSON of id, type, data and metadata without the link itself. A chain detects an event that was edited, inserted or
 * removed from the middle, but not a cut tail or a completely rewritten stream.
 *
 * Throws `TypeError` for data or metadata that have no canonical JSON.
 */
export function sealEvents(
  stream: string,
  expected: ExpectedHead,
  events: readonly NewEvent[],
): readonly SealedEvent[] {
  let revision = expected === 'no-stream' ? 0 : expected.revision + 1;
  let prevHash = expected === 'no-stream' ? '' : expected.hash;
  return events.map(({ id, type, data, metadata }) => {
    const stated = withoutLink(metadata);
    const hash = linkHash(prevHash, stream, revision, { id, type, data, metadata: stated });
    const sealed = { id, stream, revision, type, data, metadata: { ...stated, prevHash, hash } };
    revision += 1;
    prevHash = hash;
    return sealed;
  });
}

/** Why `event` cannot follow `before` ('no-stream': be the first of its stream), or undefined if it does. */
export function verifyLink(
  stream: string,
  before: ExpectedHead,
  event: SealedEvent,
): BrokenLink['reason'] | undefined {
  const revision = before === 'no-stream' ? 0 : before.revision + 1;
  const prevHash = before === 'no-stream' ? '' : before.hash;
  if (event.stream !== stream) return 'stream';
  if (event.revision !== revision) return 'revision';
  if (event.metadata.prevHash !== prevHash) return 'prevHash';
  const { id, type, data } = event;
  const metadata = withoutLink(event.metadata);
  return linkHash(prevHash, stream, revision, { id, type, data, metadata }) === event.metadata.hash
    ? undefined
    : 'hash';
}

/**
 * The first broken event of a stream read forwards, or undefined when the chain is intact. `before` is the event
 * preceding the first one given, so that a long stream can be verified page by page.
 */
export function verifyStream(
  events: readonly SealedEvent[],
  before: ExpectedHead = 'no-stream',
): BrokenLink | undefined {
  let head = before;
  for (const event of events) {
    const reason = verifyLink(events[0]?.stream ?? '', head, event);
    if (reason !== undefined) return { event, reason };
    head = { revision: event.revision, hash: event.metadata.hash };
  }
  return undefined;
}

/** An event from one log may be appended to another: its old link is not part of its content. */
function withoutLink(metadata: EventMetadata & Partial<ChainLink>): EventMetadata {
  if (!('hash' in metadata || 'prevHash' in metadata)) return metadata;
  const { prevHash: _prevHash, hash: _hash, ...stated } = metadata;
  return stated;
}

/**
 * The stream's name is written as a JSON string, without line breaks, so no other stream, revision and content can give
 * the same text.
 */
function linkHash(prevHash: string, stream: string, revision: number, content: NewEvent): string {
  const { id, type, data, metadata } = content;
  const text = `${prevHash}\n${JSON.stringify(stream)}\n${revision}\n${canonical({ id, type, data, metadata })}`;
  return sha256Hex(text);
}

function canonical(content: NewEvent): string {
  try {
    return canonicalJson(content);
  } catch (cause) {
    throw new TypeError(`event ${content.id} cannot be written as JSON`, { cause });
  }
}
