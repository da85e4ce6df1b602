import { EventStoreDBClient } from '@eventstore/db-client';
import { withSetting } from './connection-string.ts';

/** A client younger than this has not had its chance yet. */
const youngestToReplaceMs = 500;

/** Lowest value the client takes without a warning; see `freshClient`. */
const keepAliveMs = 10_000;
let clientsMade = 0;

/**
 * The client in use, and a new one in its place once calls on it hang or its server was away: a connection that
 * went silent is noticed by nobody else for twenty seconds, and one that was refused is tried again by the
 * client itself only after a delay that grows to two minutes.
 *
 * What still runs on a replaced client ends by its own deadline; the client is not disposed of, because that
 * would end other callers' reads without telling them.
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

  /** Does nothing when somebody else has replaced this one already. */
  replace(client: EventStoreDBClient): void {
    if (client !== this.#current || performance.now() - this.#madeAt < youngestToReplaceMs) return;
    this.#current = freshClient(this.#connectionString);
    this.#madeAt = performance.now();
  }
}

/**
 * gRPC lets clients with equal settings share one connection, also one that hangs. No two here are equal: each
 * pings at an interval of its own.
 */
function freshClient(connectionString: string): EventStoreDBClient {
  clientsMade += 1;
  const interval = String(keepAliveMs + (clientsMade % keepAliveMs));
  return EventStoreDBClient.connectionString(withSetting(connectionString, 'keepAliveInterval', interval));
}
