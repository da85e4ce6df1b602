import pg from 'pg';

/** Room for the members' and orders' calls together; each holds a connection for milliseconds. */
const mostConnections = 16;

/**
 * A pool for the plain tables. No transaction lasts over 5 s, because an open one keeps its locks; no call waits for ever.
 */
export function createPool(connection: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    application_name: 'matgyo backend',
    keepAlive: true,
    max: mostConnections,
    connectionTimeoutMillis: 3_000,
    query_timeout: 10_000,
    options:
      '-c transaction_timeout=5s -c statement_timeout=4s -c lock_timeout=3s -c idle_in_transaction_session_timeout=5s',
    ...connection,
  });
  // Without a listener a connection that breaks would end the process: the pool listens to the idle ones only, so
  // one that breaks between two statements of a transaction needs its own. Its user gets the error from the next query.
  pool.on('connect', (client) => client.on('error', onLost));
  pool.on('error', () => undefined);
  return pool;
}
