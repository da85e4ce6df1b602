import pg from 'pg';
import type { ReadModelName } from '../tables.ts';

/**
 * Which read models this process leads: a session lock each, all on one connection. They are gone with the
 * connection, and then another process takes over; compare-and-set keeps even two leaders from counting twice.
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
    // A leader that is cut off must not lead for long in the server's eyes.
    await client.query(
      'set idle_session_timeout = 0; set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    );
    return leadership;
  }

  /** Aborts when the connection is gone, and every lock with it. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Which of `names`, none of them led yet, are led from now on. */
  async tryToLead(names: readonly ReadModelName[]): Promise<readonly ReadModelName[]> {
    const { rows } = await this.#client.query(
      `select name from unnest($1::text[]) as name where pg_try_advisory_lock(hashtextextended('projection: ' || name, 0))`,
      [names],
    );
    return rows.map(({ name }) => name);
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {});
  }
}
