import { EventStoreDBClient } from '@eventstore/db-client';
import { DeadlineExceeded, within } from '../deadline.ts';
import { EventLogUnavailable } from '../event-log-errors.ts';

export interface ConnectionOptions {
  readonly connectionString: string;
  readonly deadlineMs: number;
  readonly onConnectionLost: (cause: unknown) => void;
}

/**
 * One client of the server, replaced when it does not answer: a client whose connection hangs may never recover
 * by itself. Every call has a deadline of its own, because the library's reads have none.
 */
export class Connection {
  readonly #options: ConnectionOptions;
  #client: EventStoreDBClient | undefined;
  #closed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get closed(): boolean {
    return this.#closed;
  }

  get deadlineMs(): number {
    return this.#options.deadlineMs;
  }

  /** For the library's own deadline, which only tidies up behind ours: it ends some calls without an error. */
  get callDeadlineMs(): number {
    return this.#options.deadlineMs + 1_000;
  }

  /** Whether nobody has given this client up: one that was ends its calls as if they were complete. */
  isInUse(client: EventStoreDBClient): boolean {
    return this.#client === client;
  }

  /** The client to use now. Throws `EventLogUnavailable` once closed. */
  client(): EventStoreDBClient {
    if (this.#closed) throw new EventLogUnavailable('none');
    this.#client ??= EventStoreDBClient.connectionString(this.#options.connectionString);
    return this.#client;
  }

  /** One call with a deadline; a client that has failed is not used again. Rejects with what the call rejects with. */
  async call<T>(
    work: (client: EventStoreDBClient) => Promise<T>,
    isAnswer: (error: unknown) => boolean,
  ): Promise<T> {
    const client = this.client();
    try {
      return await within(this.deadlineMs, work(client));
    } catch (error) {
      if (!isAnswer(error)) this.replace(client, error);
      throw error;
    }
  }

  /** Gives up a client that failed, unless somebody else has done so. */
  replace(client: EventStoreDBClient, cause: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    dispose(client);
    if (!this.#closed) this.#options.onConnectionLost(cause);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#client !== undefined) await dispose(this.#client);
    this.#client = undefined;
  }
}

/** Ending a broken client may fail or hang in its own ways; nobody depends on it. */
const dispose = (client: EventStoreDBClient): Promise<void> =>
  within(1_000, client.dispose()).catch(() => {});

/** Whether the call can be shown not to have reached the server. */
export function neverSent(error: unknown): boolean {
  if (error instanceof DeadlineExceeded || !(error instanceof Error)) return false;
  return /ECONNREFUSED|No connection established|ENOTFOUND/.test(error.message);
}
