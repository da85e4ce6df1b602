import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  type ReadPosition,
  streamNameFilter,
} from '@eventstore/db-client';

/** Names of the server's own streams begin with $. */
const ownStreams = '^[^$]';

export interface LiveTailOptions {
  readonly client: EventStoreDBClient;
  readonly fromPosition: ReadPosition;
  readonly prefixes: readonly string[] | undefined;
  readonly batchSize: number;
}

/**
 * A server subscription, consumed at the follower's own pace. It ends permanently with the first error: the client does
 * not reconnect, and the server drops slow consumers.
 */
export class LiveTail {
  readonly #subscription: AllStreamSubscription;
  #failure: Error | undefined;
  #wake: () => void = () => {};

  constructor({ client, fromPosition, prefixes, batchSize }: LiveTailOptions) {
    const filter =
      prefixes === undefined
        ? streamNameFilter({ regex: ownStreams })
        : streamNameFilter({ prefixes: [...prefixes] });
    this.#subscription = client.subscribeToAll({ fromPosition, filter }, { highWaterMark: batchSize });
    // The error listener stays after the end: without one a late error would end the process.
    this.#subscription.on('error', (error) => this.#fail(error));
    this.#subscription.on('end', () => this.#fail(new Error('the subscription ended')));
    this.#subscription.on('close', () => this.#fail(new Error('the subscription was closed')));
    this.#subscription.on('readable', () => this.#wake());
  }

  /** Received events, at most `most`; none after `patienceMs`. Rejects once the subscription has ended. */
  async next(max: number, patienceMs: number): Promise<readonly AllStreamResolvedEvent[]> {
    const come = this.#take(max);
    if (come.length > 0) return come;
    if (this.#failure !== undefined) throw this.#failure;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    return this.#take(max);
  }

  stop(): void {
    this.#subscription.unsubscribe().catch(() => {});
    this.#subscription.destroy();
    this.#wake();
  }

  #take(max: number): AllStreamResolvedEvent[] {
    const taken: AllStreamResolvedEvent[] = [];
    while (taken.length < max) {
      const next: AllStreamResolvedEvent | null = this.#subscription.read();
      if (next === null) break;
      taken.push(next);
    }
    return taken;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake();
  }
}
