import type { EventLog, Position, RecordedEvent } from '@matgyo/event-store/event-log';
import type { Head } from '@matgyo/ledger/proof/merkle-tree';
import { verifyLink } from '@matgyo/ledger/proof/stream-chain';
import { logPages } from '@matgyo/projections/log-pages';
import { SigningRefused } from './signing-refused.ts';

/** The change of a stream between two positions of the log. */
export interface Growth {
  /** The head before, as the first event here states it; undefined: the stream began here. */
  readonly before: Head | undefined;
  readonly after: Head;
}

/** By stream, in the order of their last events. */
export type Stretch = ReadonlyMap<string, Growth>;

const eventsOfAPage = 500;

/** Reads the log's events and checks each against the one before it in its stream. Keeps their heads only. */
export class ChainWalk {
  readonly #log: EventLog;
  readonly #stretches: Map<string, Growth>[] = [new Map()];
  #reached: Position;

  constructor(log: EventLog, after: Position) {
    this.#log = log;
    this.#reached = after;
  }

  get reached(): Position {
    return this.#reached;
  }

  /** All stretches begun, in order. */
  get stretches(): readonly Stretch[] {
    return this.#stretches;
  }

  beginStretch(): void {
    this.#stretches.push(new Map());
  }

  /**
   * Continues up to the event at a position, which belongs to the last stretch.
   *
   * @throws SigningRefused when an event does not continue its stream, or no event is at that position
   */
  async to(position: Position): Promise<void> {
    if (position <= this.#reached) return;
    const options = { after: this.#reached, size: eventsOfAPage, until: position };
    for await (const page of logPages(this.#log, options)) for (const event of page) this.#take(event);
    if (this.#reached !== position) throw new SigningRefused('log-cut', null);
  }

  #take(event: RecordedEvent): void {
    const { stream, revision, metadata } = event;
    const stretch = this.#stretches.at(-1) as Map<string, Growth>;
    const known = this.#stretches.findLast((each) => each.has(stream))?.get(stream);
    const before = known === undefined ? statedBefore(event) : known.after;
    if (verifyLink(stream, before ?? 'no-stream', event) !== undefined)
      throw new SigningRefused('chain-broken', null, `${stream} revision ${revision}`);
    const first = stretch.get(stream);
    stretch.delete(stream);
    stretch.set(stream, {
      before: first === undefined ? before : first.before,
      after: { stream, revision, hash: metadata.hash },
    });
    this.#reached = event.position;
  }
}

/** The head stated by the event; it is compared with what was signed. */
const statedBefore = ({ stream, revision, metadata: { prevHash } }: RecordedEvent): Head | undefined =>
  revision === 0 ? undefined : { stream, revision: revision - 1, hash: prevHash };
