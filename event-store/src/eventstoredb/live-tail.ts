import { type AllStreamSubscription, type ReadPosition, streamNameFilter } from '@eventstore/db-client';
import type { RecordedEvent } from '../event-log.ts';
import { Wakeups } from '../wakeups.ts';
import type { ClientUse } from './clients.ts';
import type { Following } from './followed-streams.ts';
import { isSystemEvent, recordedEvent } from './recorded-event.ts';

/** Names of the server's own streams begin with $. */
const ownStreams = '^[^$]';

export interface LiveTailOptions {
  readonly use: ClientUse;
  readonly fromPosition: ReadPosition;
  readonly prefixes: readonly string[] | undefined;
  readonly batchSize: number;
  /** Gets every event as soon as it comes, before the follower takes it. */
  readonly following?: Following | undefined;
}

/**
 * A server subscription, consumed at the follower's own pace. It ends permanently with the first error: the client does
 * not reconnect, and the server drops slow consumers.
 */
export class LiveTail {
  readonly #subscription: AllStreamSubscription;
  readonly #use: ClientUse;
  readonly #following: Following | undefined;
  readonly #max: number;
  #come: RecordedEvent[] = [];
  #failure: Error | undefined;
  #isUnreadable = false;
  readonly #wakeups = new Wakeups();

  constructor({ use, fromPosition, prefixes, batchSize, following }: LiveTailOptions) {
    this.#use = use;
    this.#following = following;
    this.#max = batchSize;
    const filter =
      prefixes === undefined
        ? streamNameFilter({ regex: ownStreams })
        : streamNameFilter({ prefixes: [...prefixes] });
    this.#subscription = use.client.subscribeToAll({ fromPosition, filter }, { highWaterMark: batchSize });
    // The error listener stays after the end: without one a late error would end the process.
    this.#subscription.on('error', (error) => this.#fail(error));
    this.#subscription.on('end', () => this.#fail(new Error('the subscription ended')));
    this.#subscription.on('close', () => this.#fail(new Error('the subscription was closed')));
    this.#subscription.on('readable', () => this.#receive());
  }

  /** Received events, at most a batch; none after `patienceMs`. Rejects once the subscription has ended. */
  async next(patienceMs: number): Promise<readonly RecordedEvent[]> {
    if (this.#come.length === 0) {
      if (this.#failure !== undefined) throw this.#failure;
      await this.#wakeups.since(this.#wakeups.count, patienceMs);
    }
    const come = this.#come;
    this.#come = [];
    // No `readable` comes again for what was left in a full buffer.
    this.#receive();
    return come;
  }

  stop(): void {
    this.#following?.end();
    this.#subscription.unsubscribe().catch(() => {});
    this.#subscription.destroy();
    this.#use.release();
    this.#wakeups.wake();
  }

  #receive(): void {
    const before = this.#come.length;
    try {
      while (this.#come.length < this.#max && !this.#isUnreadable) {
        const next = this.#subscription.read();
        if (next === null) break;
        if (!isSystemEvent(next)) this.#come.push(recordedEvent(next));
      }
    } catch (error) {
      // Nothing behind an event that cannot be read may be delivered.
      this.#isUnreadable = true;
      this.#fail(error as Error);
    }
    if (this.#come.length === before) return;
    this.#following?.take(this.#come.slice(before));
    this.#wakeups.wake();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#following?.end();
    this.#wakeups.wake();
  }
}
