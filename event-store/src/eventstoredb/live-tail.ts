import { type AllStreamSubscription, streamNameFilter } from '@eventstore/db-client';
import type { Position, RecordedEvent } from '../event-log.ts';
import { Wakeups } from '../wakeups.ts';
import type { ClientUse } from './clients.ts';
import type { FollowedStreams } from './followed-streams.ts';
import { readPositionOf } from './position.ts';
import { isSystemEvent, recordedEvent } from './recorded-event.ts';

/** Names of the server's own streams begin with $. */
const ownStreams = '^[^$]';
/** A follower that is further behind reads pages of the log. */
const keptMax = 2_000;
/** After this silence the tail is considered dead: the log is read again and a new tail begun. */
const silenceMsMax = 5_000;

/**
 * A server subscription to the whole log that all followers of this process share, each at its own pace. It ends
 * permanently with the first error or a long silence: the client does not reconnect, and the server drops slow consumers.
 */
export class LiveTail {
  readonly #subscription: AllStreamSubscription;
  readonly #use: ClientUse;
  readonly #followed: FollowedStreams;
  /** All events after `#from`. */
  #events: RecordedEvent[] = [];
  #from: Position;
  #followers = 0;
  #isOver = false;
  #failure: unknown;
  readonly #wakeups = new Wakeups();

  constructor(use: ClientUse, after: Position, followed: FollowedStreams) {
    this.#use = use;
    this.#from = after;
    this.#followed = followed;
    const filter = streamNameFilter({ regex: ownStreams });
    const fromPosition = readPositionOf(after);
    this.#subscription = use.client.subscribeToAll({ fromPosition, filter }, { highWaterMark: keptMax });
    followed.begin(after);
    // The error listener stays after the end: without one a late error would end the process.
    this.#subscription.on('error', (error) => this.#end(error));
    this.#subscription.on('end', () => this.#end(new Error('the subscription ended')));
    this.#subscription.on('close', () => this.#end(new Error('the subscription was closed')));
    this.#subscription.on('readable', () => this.#receive());
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Adds a follower, who has to leave; false if the tail does not have all events after its position. */
  join(after: Position): boolean {
    if (this.#isOver || after < this.#from) return false;
    this.#followers += 1;
    return true;
  }

  /** The last one to leave ends the tail. */
  leave(): void {
    this.#followers -= 1;
    if (this.#followers === 0) this.#end();
  }

  /** The next events after a position; none if they are no longer kept, or no more come. Rejects after a failure. */
  async next(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    for (;;) {
      if (after < this.#from) return [];
      const first = this.#events.findLastIndex(({ position }) => position <= after) + 1;
      if (first < this.#events.length) return this.#events.slice(first, first + limit);
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#isOver) return [];
      const { count } = this.#wakeups;
      await this.#wakeups.since(count, silenceMsMax);
      if (this.#wakeups.count === count) this.#end();
    }
  }

  /** Reads at the speed of the server, so that a slow follower delays no other. */
  #receive(): void {
    const come: RecordedEvent[] = [];
    try {
      while (!this.#isOver) {
        const next = this.#subscription.read();
        if (next === null) break;
        if (!isSystemEvent(next)) come.push(recordedEvent(next));
      }
    } catch (error) {
      // Nothing behind an event that cannot be read may be delivered.
      this.#keep(come);
      this.#end(error);
      return;
    }
    this.#keep(come);
  }

  #keep(come: readonly RecordedEvent[]): void {
    if (come.length === 0) return;
    this.#events.push(...come);
    if (this.#events.length > 2 * keptMax)
      this.#from = this.#events.splice(0, this.#events.length - keptMax).at(-1)?.position ?? this.#from;
    this.#followed.take(come);
    this.#wakeups.wake();
  }

  #end(failure?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failure = failure;
    this.#followed.end();
    this.#subscription.unsubscribe().catch(() => {});
    this.#subscription.destroy();
    this.#use.release();
    this.#wakeups.wake();
  }
}
