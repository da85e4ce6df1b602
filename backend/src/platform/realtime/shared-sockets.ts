import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';
import type { Logger } from 'pino';
import { loggable } from '../http/error-answer.ts';

export interface SharedSockets {
  readonly adapter: ReturnType<typeof createAdapter>;
  close(): Promise<void>;
}

export interface SharedSocketsOptions {
  readonly connection: pg.PoolConfig;
  readonly logger: Logger;
  /** Called when it hears again after a time in which it may have missed something. */
  readonly onMissed: () => void;
}

/** What the adapter asks of the connection it listens on. */
interface ListeningConnection {
  on(event: string, listener: () => void): void;
  query(listen: string): Promise<void>;
  removeAllListeners(event: string): void;
  release(): void;
}

/** Where what is too long for a notification is left for the other backends, for half a minute. */
const attachmentsTable = 'app.socket_attachments';
/** Postgres takes less than 8,000 bytes. */
const longestNotification = 7_800;

/** Backends with the same Postgres use it to forward events for each other's sockets. */
export function shareSockets({ connection, logger, onMissed }: SharedSocketsOptions): SharedSockets {
  const tell = (error: unknown): void =>
    logger.warn({ error: loggable(error) }, 'other backends may not hear of something');
  const pool = new pg.Pool({
    ...connection,
    application_name: 'matgyo sockets',
    max: 2,
    keepAlive: true,
    connectionTimeoutMillis: 3_000,
    query_timeout: 5_000,
    // A notification is worth nothing after a crash: its commit need not wait for the disk.
    options: '-c synchronous_commit=off -c statement_timeout=4s -c lock_timeout=3s',
  });
  pool.on('error', tell);
  let isClosed = false;
  let hasListened = false;
  let releaseCurrent = (): void => undefined;

  /**
   * The adapter keeps a connection to listen on, and takes another when that is lost without giving the first one
   * back. So it gets connections of its own rather than the pool's, whose places it would use up.
   */
  const listeningConnection = async (): Promise<ListeningConnection> => {
    // It would go on trying after it was closed.
    if (isClosed) return new Promise<never>(() => undefined);
    const client = new pg.Client({
      ...connection,
      application_name: 'matgyo sockets',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    // The end that follows has it connect anew.
    client.on('error', tell);
    await client.connect();
    const release = (): void => {
      client.removeAllListeners();
      client.on('error', () => undefined);
      client.end().catch(() => undefined);
    };
    // A connection that broke during setup is replaced twice; two would send everything twice.
    releaseCurrent();
    releaseCurrent = release;
    if (isClosed) release();
    return {
      on: (event, listener) => client.on(event as 'end', listener),
      removeAllListeners: (event) => client.removeAllListeners(event),
      release,
      async query(listen) {
        await client.query(listen);
        // From here on it hears again; what was said until now it has missed.
        if (hasListened) onMissed();
        hasListened = true;
      },
    };
  };
  const source = {
    connect: listeningConnection,
    query: (text: string, values?: unknown[]) => pool.query(text, values),
  };

  return {
    adapter: createAdapter(source as unknown as pg.Pool, {
      channelPrefix: 'matgyo',
      tableName: attachmentsTable,
      payloadThreshold: longestNotification,
      errorHandler: tell,
    }),
    async close() {
      isClosed = true;
      await pool.end();
    },
  };
}
