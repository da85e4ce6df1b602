import { PooledClient } from '@matgyo/event-store/postgres/pooled-client';
import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';
import type { Logger } from 'pino';
import { loggable } from '../http/error-answer.ts';

export interface SharedSocketsOptions {
  readonly connection: pg.PoolConfig;
  readonly logger: Logger;
  /** Called when listening resumes after a gap in which events may have been missed. */
  readonly onMissed: () => void;
}

/** The part of a pool client that the adapter uses. */
interface ListeningConnection {
  on(event: string, listener: () => void): void;
  query(listen: string): Promise<void>;
  removeAllListeners(event: string): void;
  release(): void;
}

/** Holds payloads too long for a notification, for half a minute. */
const attachmentsTable = 'app.socket_attachments';
/** Postgres allows less than 8,000 bytes. */
const notificationBytesMax = 7_800;

/** Forwards events between backends with the same Postgres. */
export function shareSockets({ connection, logger, onMissed }: SharedSocketsOptions) {
  const warn = (error: unknown): void =>
    logger.warn({ error: loggable(error) }, 'an event may not reach other backends');
  const pool = new pg.Pool({
    Client: PooledClient,
    ...connection,
    application_name: 'matgyo sockets',
    max: 2,
    keepAlive: true,
    connectionTimeoutMillis: 3_000,
    query_timeout: 5_000,
    // A notification has no use after a crash, so its commit need not wait for the disk.
    options: '-c synchronous_commit=off -c statement_timeout=4s -c lock_timeout=3s',
  });
  pool.on('error', warn);
  let isClosed = false;
  let hasListened = false;
  let releaseCurrent = (): void => undefined;

  /**
   * A connection for the adapter to listen on. When it is lost the adapter takes another without releasing it, which
   * would use up the pool.
   */
  const listeningConnection = async (): Promise<ListeningConnection> => {
    // The adapter would keep reconnecting after it is closed.
    if (isClosed) return new Promise<never>(() => undefined);
    const client = new pg.Client({
      ...connection,
      application_name: 'matgyo sockets',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    // The 'end' event that follows makes the adapter reconnect.
    client.on('error', warn);
    await client.connect();
    const release = (): void => {
      client.removeAllListeners();
      client.on('error', () => undefined);
      client.end().catch(() => undefined);
    };
    // The adapter replaces a connection that broke during setup twice; two would deliver everything twice.
    releaseCurrent();
    releaseCurrent = release;
    if (isClosed) release();
    return {
      on: (event, listener) => client.on(event as 'end', listener),
      removeAllListeners: (event) => client.removeAllListeners(event),
      release,
      async query(listen) {
        await client.query(listen);
        // Anything sent before this point was missed.
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
      payloadThreshold: notificationBytesMax,
      errorHandler: warn,
    }),
    async close() {
      isClosed = true;
      releaseCurrent();
      await pool.end();
    },
  };
}
