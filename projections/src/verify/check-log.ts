import type { ExpectedHead, Position, RecordedEvent } from '@matgyo/event-store/event-log';
import { logStart } from '@matgyo/event-store/event-log';
import { verifyLink } from '@matgyo/ledger/proof/stream-chain';
import { EventIds } from './event-ids.ts';
import { type Finding, findingAt } from './finding.ts';

const whatBroke = {
  revision: 'the revision does not follow the one before it',
  stream: 'the event belongs to another stream',
  prevHash: 'the event does not continue the chain: the one before it was changed, removed or put in',
  hash: 'the event is not the one that was sealed: its content was changed',
} as const;

/** Checks each event against the one before it in its stream, and records its id. */
export class LogCheck {
  readonly #heads = new Map<string, ExpectedHead>();
  readonly #ids = new EventIds();
  #position: Position = logStart;

  event(event: RecordedEvent): readonly Finding[] {
    const { stream, revision, metadata, id, position } = event;
    const findings: Finding[] = [];
    const reason = verifyLink(stream, this.#heads.get(stream) ?? 'no-stream', event);
    if (reason !== undefined) findings.push(findingAt('chain', event, whatBroke[reason]));
    if (position <= this.#position)
      findings.push(findingAt('chain', event, 'the event lies before the one before it'));
    // Continues from the stored hash: one broken link is one finding, not one for each later event.
    this.#heads.set(stream, { revision, hash: metadata.hash });
    this.#ids.add(id);
    this.#position = position;
    return findings;
  }
  /** Fingerprints of ids that may occur more than once; a second read of the log decides. */
  repeatedIds(): ReadonlySet<bigint> {
    return this.#ids.repeated();
  }
}
