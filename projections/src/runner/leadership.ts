import { tryLock } from '@matgyo/event-store/postgres/session-lock';
import pg from 'pg';

/**
 * Whether this process leads the read models: a session lock. It is lost with the connection, and another process takes
 * over; compare-and-set prevents even two leaders from counting an event twice.
 */
export class Leadership {
  readonly #client: pg.Client;
  readonly #lost = new AbortController();

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(connection: pg.ClientConfig): Promise<Leadership> {
    const client = new pg.Client({
      ...connection,
      keepAlive: true,
      application_name: 'matgyo projections leader',
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    const leadership = new Leadership(client);
    client.on('error', () => leadership.#lost.abort());
    client.on('end', () => leadership.#lost.abort());
    await client.connect();
    // The server must soon notice when a leader is cut off.
    await client.query(
      'set idle_session_timeout = 0; set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    );
    return leadership;
  }

  /** Aborts when the connection, and with it the lock, is lost. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  tryToLead(): Promise<boolean> {
    return tryLock(this.#client, 'projections: leader');
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {});
  }
}
