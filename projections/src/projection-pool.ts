import { PooledClient } from '@matgyo/event-store/postgres/pooled-client';
import { timesInUtc } from '@matgyo/event-store/postgres/sessions';
import pg from 'pg';

export interface ProjectionPoolOptions {
  readonly connection: pg.ClientConfig;
  readonly connectionsMax: number;
  readonly statementTimeoutMs: number;
}

/**
 * Connections for writing read models. Their commits do not wait for the disk: rows and checkpoint are lost together or
 * not at all, and are restored from the log, which is durable.
 */
export function openProjectionPool({
  connection,
  connectionsMax,
  statementTimeoutMs,
}: ProjectionPoolOptions): pg.Pool {
  const pool = new pg.Pool({
    Client: PooledClient,
    ...connection,
    keepAlive: true,
    application_name: 'matgyo projections',
    max: connectionsMax,
    // As long as the backend's pool keeps them, so that the first changes after a pause do not open connections.
    idleTimeoutMillis: 300_000,
    connectionTimeoutMillis: 5_000,
    // The server's limit is shorter, so that statements with an unknown outcome are rare.
    query_timeout: statementTimeoutMs + 1_000,
    onConnect: async (client) => {
      client.on('error', () => {});
      // Statements find rows by key. Without a forced generic plan each is planned five times first, and some every
      // time.
      await client.query(
        `set synchronous_commit = off; set jit = off; set plan_cache_mode = force_generic_plan;
         set statement_timeout = ${statementTimeoutMs}; set lock_timeout = 2000;
         select ${timesInUtc}`,
      );
    },
  });
  // Without a listener a broken idle connection would end the process; its user gets the error anyway.
  pool.on('error', () => {});
  return pool;
}

/**
 * A pool's connection, for other kinds of connections, which are set up in their own way. The password is not among the
 * pool's visible options.
 */
export function connectionOf({ options }: pg.Pool): pg.ClientConfig {
  const { password, onConnect: _, ...connection } = options;
  return password === undefined ? connection : { ...connection, password };
}

/** Runs work with one of the pool's connections. If it fails, closes the connection, and with it an open transaction. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    const result = await work(client);
    broken = false;
    return result;
  } finally {
    client.release(broken);
  }
}

/**
 * The same in a transaction that only reads, as of one point in time. It blocks no other, and so it and its statements
 * may take up to `msMax` milliseconds, longer than others may; 0: without limit.
 */
export const withSnapshot = <T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
  msMax = 0,
): Promise<T> =>
  withClient(pool, async (client) => {
    const pooled = client as PooledClient;
    const { timeoutMs } = pooled;
    // The server gives up first.
    pooled.timeoutMs = msMax && msMax + 1_000;
    // A new value does not change a running timeout; setting it to 0 first ends the old one.
    await client.query(
      `begin isolation level repeatable read read only; set local transaction_timeout = 0;
       set local transaction_timeout = ${msMax}; set local statement_timeout = ${msMax}`,
    );
    const result = await work(client);
    await client.query('commit');
    pooled.timeoutMs = timeoutMs;
    return result;
  });
