import { EventStoreDBClient } from '@eventstore/db-client';
import { withSetting } from './connection-string.ts';

/** A younger client is not replaced yet. */
const youngestToReplaceMs = 500;

/** Lowest value the client takes without a warning; see `freshClient`. */
const keepAliveMs = 10_000;
let clientsMade = 0;

/**
 * The current client, replaced once calls on it hang or its server was unreachable: otherwise a silent connection is
 * detected only after twenty seconds, and the client itself retries a refused one only after a delay that grows to two
 * minutes.
 *
 * Calls still running on a replaced client end by their own deadlines; the client is not disposed of, because that
 * would end other callers' reads without an error.
 */
export class Clients {
  readonly #connectionString: string;
  #current: EventStoreDBClient;
  #madeAt = performance.now();

  constructor(connectionString: string) {
    this.#connectionString = withSetting(connectionString, 'throwOnAppendFailure', 'true');
    this.#current = freshClient(this.#connectionString);
  }

  get current(): EventStoreDBClient {
    return this.#current;
  }

  /** No effect when this client was already replaced. */
  replace(client: EventStoreDBClient): void {
    if (client !== this.#current || performance.now() - this.#madeAt < youngestToReplaceMs) return;
    this.#current = freshClient(this.#connectionString);
    this.#madeAt = performance.now();
  }
}

/**
 * gRPC lets clients with equal settings share one connection, also one that hangs. A different ping interval makes each
 * client's settings unique.
 */
function freshClient(connectionString: string): EventStoreDBClient {
  clientsMade += 1;
  const interval = String(keepAliveMs + (clientsMade % keepAliveMs));
  return EventStoreDBClient.connectionString(withSetting(connectionString, 'keepAliveInterval', interval));
}
