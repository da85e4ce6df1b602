import pg from 'pg';

/** Runs `work` with a separate session, outside the log's pools, and closes it in any case. */
export async function withSession<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The lock that every append takes; see the function `event_log.append`. */
export const lockLog = 'select pg_advisory_xact_lock(5318008)';
