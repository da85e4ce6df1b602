import { hash as digest } from 'node:crypto';
import type { EventMetadata } from '@matgyo/contracts/events/metadata';
import { canonicalJson } from './canonical-json.ts';
import type { ChainLink, ExpectedHead, NewEvent, RecordedEvent } from './event-log.ts';
import { InvalidAppend } from './event-log-errors.ts';

/** An event with its place in its stream and in the stream's chain, before the log has given it a position. */
export type SealedEvent = Omit<RecordedEvent, 'position'>;

/** The first event of a stream that contradicts the one before it, or itself. */
export interface BrokenLink {
  readonly event: SealedEvent;
  readonly reason: 'revision' | 'stream' | 'prevHash' | 'hash';
}

/**
 * Gives events their revisions after `expected` and links each to the one before it.
 *
 * `hash` = SHA-256, in hex, over the previous hash ('' for the first event), the stream, the revision and the
 * canonical JSON of id, type, data and metadata without the link itself. A chain shows an event that was edited,
 * removed from the middle or put in; a cut tail or a wholly rewritten stream it does not show.
 *
 * Throws `InvalidAppend` for data or metadata that have no canonical JSON.
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
 * The first broken event of a stream read forwards, or undefined when all hold. `before` is what precedes the
 * first event given, so that a long stream can be verified page by page.
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

/** An event taken from a log may be appended to another: its old link is not part of what it states. */
function withoutLink(metadata: EventMetadata & Partial<ChainLink>): EventMetadata {
  if (!('hash' in metadata || 'prevHash' in metadata)) return metadata;
  const { prevHash: _prevHash, hash: _hash, ...stated } = metadata;
  return stated;
}

/**
 * The stream's name is written as a JSON string, which holds no line break, so no other stream, revision and
 * content can give the same text.
 */
function linkHash(prevHash: string, stream: string, revision: number, content: NewEvent): string {
  const { id, type, data, metadata } = content;
  const text = `${prevHash}\n${JSON.stringify(stream)}\n${revision}\n${canonical({ id, type, data, metadata })}`;
  return digest('sha256', text, 'hex');
}

function canonical(content: NewEvent): string {
  try {
    return canonicalJson(content);
  } catch (cause) {
    throw new InvalidAppend(`event ${content.id} cannot be written as JSON`, { cause });
  }
}
