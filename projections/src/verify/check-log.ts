import type { ExpectedHead, RecordedEvent } from '@matgyo/event-store/event-log';
import { verifyLink } from '@matgyo/event-store/hash-chain';
import { type Finding, findingAt } from './finding.ts';

const whatBroke = {
  revision: 'the revision does not follow the one before it',
  stream: 'the event belongs to another stream',
  prevHash: 'the event does not continue the chain: the one before it was changed, removed or put in',
  hash: 'the event is not the one that was sealed: its content was changed',
} as const;

/** Checks each event against the one before it in its stream, and its id against all before it. */
export class LogCheck {
  readonly #heads = new Map<string, ExpectedHead>();
  readonly #ids = new Set<string>();

  *event(event: RecordedEvent): Iterable<Finding> {
    const { stream, revision, metadata, id } = event;
    const reason = verifyLink(stream, this.#heads.get(stream) ?? 'no-stream', event);
    if (reason !== undefined) yield findingAt('chain', event, whatBroke[reason]);
    // Going on from what is stored: one broken link is one finding, not one for each event after it.
    this.#heads.set(stream, { revision, hash: metadata.hash });
    if (this.#ids.has(id)) yield findingAt('ids', event, 'the id occurs twice');
    this.#ids.add(id);
  }
}
