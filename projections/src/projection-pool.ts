import pg from 'pg';

export interface ProjectionPoolOptions {
  readonly connection: pg.ClientConfig;
  readonly most: number;
  /** Longest one statement may take. */
  readonly statementTimeoutMs: number;
}

/**
 * Connections for writing read models. Their commits do not wait for the disk: rows and checkpoint are lost
 * together or not at all, and the log, which does wait, gives them again.
 */
export function openProjectionPool({ connection, most, statementTimeoutMs }: ProjectionPoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    keepAlive: true,
    application_name: 'matgyo projections',
    max: most,
    connectionTimeoutMillis: 5_000,
    // The server gives up first, so that a statement whose fate is unknown is rare.
    query_timeout: statementTimeoutMs + 1_000,
    onConnect: async (client) => {
      client.on('error', () => {});
      await client.query(
        `set synchronous_commit = off; set jit = off; set statement_timeout = ${statementTimeoutMs}; set lock_timeout = 2000`,
      );
    },
  });
  // Without a listener an idle connection that breaks would end the process; its user gets the error anyway.
  pool.on('error', () => {});
  return pool;
}

/** Where a pool connects to, for connections of another kind. The password is not among its visible options. */
export function connectionOf({ options }: pg.Pool): pg.ClientConfig {
  const { password } = options;
  return password === undefined ? { ...options } : { ...options, password };
}
