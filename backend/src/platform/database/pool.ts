import { PooledClient } from '@matgyo/event-store/postgres/pooled-client';
import { commitsDurably, endsWhenCutOff, timesInUtc } from '@matgyo/event-store/postgres/sessions';
import pg from 'pg';

/** Enough for all concurrent requests; each uses a connection for milliseconds. */
const connectionsMax = 16;
/** Five minutes: with the driver's 10 s, the first calls after a short pause took three times as long to connect. */
const idleMsMax = 300_000;

/**
 * A pool for the tables of schema `app`. Transactions end after 5 s, because open ones hold locks; no query waits for
 * ever.
 */
export function createPool(connection: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    Client: PooledClient,
    application_name: 'matgyo backend',
    keepAlive: true,
    max: connectionsMax,
    idleTimeoutMillis: idleMsMax,
    connectionTimeoutMillis: 3_000,
    query_timeout: 10_000,
    // The last: a backend with another secret, and a restore, wait for the end of these sessions.
    onConnect: async (client) =>
      void (await client.query(`select ${commitsDurably}, ${timesInUtc}, ${endsWhenCutOff}`)),
    // The first two override settings that the role's password is enough to change: `kept.before` stands for what the
    // transaction has changed, and a search path could put other functions before Postgres's own.
    // The next two: compiling a statement or starting processes for it takes longer than these statements run.
    options:
      '-c kept.before= -c search_path=public -c jit=off -c max_parallel_workers_per_gather=0 -c transaction_timeout=5s -c statement_timeout=4s -c lock_timeout=3s -c idle_in_transaction_session_timeout=5s',
    ...connection,
  });
  // The pool handles only errors of idle connections; without this listener, one that breaks between two statements
  // of a transaction would end the process. Its user gets the error from the next query.
  pool.on('connect', (client) => client.on('error', onLost));
  pool.on('error', () => undefined);
  return pool;
}
