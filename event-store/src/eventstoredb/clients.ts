import { once } from 'node:events';
import net from 'node:net';
import { EventStoreDBClient } from '@eventstore/db-client';
import { within } from '../deadline.ts';
import { EventLogUnavailable } from '../event-log-errors.ts';
import { SharedCall } from '../shared-call.ts';
import { addressesIn, withSetting } from './connection-string.ts';

/** A younger client is not replaced yet. */
const youngestToReplaceMs = 500;

/** Lowest value the client takes without a warning; see `freshClient`. */
const keepAliveMs = 10_000;
let clientsMade = 0;

const connectMsMax = 1_000;
/** With one of these gRPC may reach what this process cannot. */
const hasProxy = ['grpc_proxy', 'https_proxy', 'http_proxy'].some((name) => process.env[name]);

/** A client for one call or subscription; released when that has ended. */
export interface ClientUse {
  readonly client: EventStoreDBClient;
  release(): void;
}

/**
 * The current client, replaced once calls on it hang or its server was unreachable: by itself it detects a silent
 * connection after twenty seconds, and retries a refused one after up to two minutes.
 *
 * Calls still running on a replaced client end by their own deadlines, and with the last of them its connection is
 * closed: closing it before would end other callers' reads without an error, and left open it would connect again once
 * the server is back.
 *
 * After a failure no call is made before the server accepts a connection. Each call on an unreachable server makes the
 * client abandon a connection that gRPC is still trying to make, and one that succeeds in the end is never closed.
 */
export class Clients {
  readonly #connectionString: string;
  /** Of each client that is current or in use: its calls. */
  readonly #calls = new Map<EventStoreDBClient, number>();
  #current: EventStoreDBClient;
  #madeAt = performance.now();
  #isClosed = false;
  #isInDoubt = false;
  readonly #probe = new SharedCall(() => this.#connect());

  constructor(connectionString: string) {
    this.#connectionString = withSetting(connectionString, 'throwOnAppendFailure', 'true');
    this.#current = this.#made();
  }

  use(): ClientUse {
    const client = this.#current;
    this.#calls.set(client, (this.#calls.get(client) ?? 0) + 1);
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      this.#calls.set(client, (this.#calls.get(client) ?? 1) - 1);
      this.#closeUnused(client);
    };
    return { client, release };
  }

  /** Throws `EventLogUnavailable` if a call has failed and the server accepts no connection. */
  async requireReachable(withinMs: number, closing: AbortSignal): Promise<void> {
    if (!this.#isInDoubt || hasProxy) return;
    try {
      await within(withinMs, this.#probe.result(), closing);
    } catch (cause) {
      // Programs take a bare socket's error for one of PostgreSQL.
      throw new EventLogUnavailable('none', {
        cause: new Error('EventStoreDB accepts no connection', { cause }),
      });
    }
    this.#isInDoubt = false;
  }

  /** Called for each failed call; replaces its client unless it was replaced already. */
  replace(client: EventStoreDBClient): void {
    this.#isInDoubt = true;
    const isYoung = performance.now() - this.#madeAt < youngestToReplaceMs;
    if (client !== this.#current || isYoung || this.#isClosed) return;
    this.#current = this.#made();
    this.#madeAt = performance.now();
    this.#closeUnused(client);
  }

  /** Closes the connections as soon as the running calls have ended. */
  close(): void {
    this.#isClosed = true;
    this.#closeUnused(this.#current);
  }

  /** Resolves when one server accepts a connection; rejects with the first one's error. */
  async #connect(): Promise<void> {
    const { addresses } = addressesIn(this.#connectionString);
    const connecting = addresses.map(({ hostname, port }) => connect(hostname, port));
    await Promise.any(connecting).catch(({ errors: [first] }: AggregateError) => {
      throw first;
    });
  }

  #made(): EventStoreDBClient {
    const client = freshClient(this.#connectionString);
    this.#calls.set(client, 0);
    return client;
  }

  #closeUnused(client: EventStoreDBClient): void {
    const isWanted = client === this.#current && !this.#isClosed;
    if (isWanted || this.#calls.get(client) !== 0) return;
    this.#calls.delete(client);
    closeConnection(client).catch(() => {});
  }
}

async function connect(host: string, port: number): Promise<void> {
  const socket = net.connect({ host: host.replace(/^\[|\]$/g, ''), port });
  try {
    await within(connectMsMax, once(socket, 'connect'));
  } finally {
    socket.destroy();
  }
}

/** The client's own `dispose` ends its calls and keeps its connection. */
async function closeConnection(client: EventStoreDBClient): Promise<void> {
  const { getChannel } = client as unknown as { getChannel(): Promise<{ close(): void }> };
  (await getChannel()).close();
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
