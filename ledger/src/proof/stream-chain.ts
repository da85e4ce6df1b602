import type { EventMetadata } from '@matgyo/contracts/events/metadata';
import { sha256Hex } from '#sha256';
import { canonicalJson } from './canonical-json.ts';

/** An event's link in its stream's hash chain: the previous event's hash ('' for the first event), and its own hash. */
export interface ChainLink {
  readonly prevHash: string;
  readonly hash: string;
}

/** An event to append, without revision or hashes. `data` is JSON: no `undefined` or functions, only finite numbers. */
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

/**
 * The last event that a stream must have for an append to be accepted. There is no "any", because an append that
 * accepts every state would hide a race.
 */
export type ExpectedHead = 'no-stream' | StreamHead;

/** An event with its revision and its link in the stream's chain. `revision` counts from 0 without gaps. */
export interface ChainedEvent extends NewEvent {
  readonly stream: string;
  readonly revision: number;
  readonly metadata: EventMetadata & ChainLink;
}

/** The first event of a stream that contradicts the previous one, or itself. */
export interface BrokenLink {
  readonly event: ChainedEvent;
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
export function chainEvents(
  stream: string,
  expected: ExpectedHead,
  events: readonly NewEvent[],
): readonly ChainedEvent[] {
  let revision = expected === 'no-stream' ? 0 : expected.revision + 1;
  let prevHash = expected === 'no-stream' ? '' : expected.hash;
  return events.map(({ id, type, data, metadata }) => {
    const content = withoutLink(metadata);
    const hash = linkHash(prevHash, stream, revision, { id, type, data, metadata: content });
    const chained = { id, stream, revision, type, data, metadata: { ...content, prevHash, hash } };
    revision += 1;
    prevHash = hash;
    return chained;
  });
}

/** Why `event` cannot follow `before` ('no-stream': be the first of its stream), or undefined if it does. */
export function verifyLink(
  stream: string,
  before: ExpectedHead,
  event: ChainedEvent,
): BrokenLink['reason'] | undefined {
  const revision = before === 'no-stream' ? 0 : before.revision + 1;
  const prevHash = before === 'no-stream' ? '' : before.hash;
  if (event.stream !== stream) return 'stream';
  if (event.revision !== revision) return 'revision';
  if (event.metadata.prevHash !== prevHash) return 'prevHash';
  const { id, type, data } = event;
  const content = { id, type, data, metadata: withoutLink(event.metadata) };
  return event.metadata.hash === hashIfAny(prevHash, stream, revision, content) ? undefined : 'hash';
}

/** Undefined for content that has no canonical JSON: `chainEvents` refuses it, but SQL can write it into a log. */
function hashIfAny(...link: Parameters<typeof linkHash>): string | undefined {
  try {
    return linkHash(...link);
  } catch {
    return undefined;
  }
}

/**
 * The first broken event of a stream read forwards, or undefined when the chain is intact. `before` is the event
 * preceding the first one given, so that a long stream can be verified page by page.
 */
export function verifyStream(
  events: readonly ChainedEvent[],
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

/** Removes the link that an event has from another log: a restore appends recorded events. */
function withoutLink(metadata: EventMetadata & Partial<ChainLink>): EventMetadata {
  if (!('hash' in metadata || 'prevHash' in metadata)) return metadata;
  const { prevHash: _prevHash, hash: _hash, ...rest } = metadata;
  return rest;
}

/**
 * Lines separate the parts of the hashed text. The stream's name is a JSON string, which has no line breaks, so two
 * different events never have the same text.
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
