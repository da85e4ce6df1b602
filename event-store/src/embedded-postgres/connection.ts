import { withClient } from '../postgres/with-client.ts';

/** The connection to the embedded server: a socket's folder as the host, and no password. */
export interface PostgresConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

const connectionTimeoutMillis = 5000;
/** The server is not there yet, or is still starting, recovering or stopping (57P03). */
const notYet = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03']);

/**
 * Whether the server accepts connections by now.
 *
 * @throws the connection error if waiting cannot help, such as a folder without permission.
 */
export async function acceptsConnections(connection: PostgresConnection): Promise<boolean> {
  try {
    const bounded = { ...connection, connectionTimeoutMillis, query_timeout: connectionTimeoutMillis };
    await withClient(bounded, (client) => client.query('SELECT 1'));
    return true;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code !== undefined && notYet.has(code)) return false;
    if (message.includes('timeout') || message.includes('terminated')) return false;
    throw error;
  }
}

export async function createDatabaseIfMissing(maintenance: PostgresConnection, name: string): Promise<void> {
  await withClient({ ...maintenance, connectionTimeoutMillis }, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0)
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE template0`);
  });
}
