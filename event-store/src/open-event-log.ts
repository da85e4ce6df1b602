import type pg from 'pg';
import type { EventLog } from './event-log.ts';
import { createPostgresEventLog, type PostgresEventLogOptions } from './postgres/postgres-event-log.ts';

/** `alone` is only of a log in Postgres. */
export interface OpenEventLogOptions extends Pick<PostgresEventLogOptions, 'alone' | 'onConnectionLost'> {
  /** A connection string of an EventStoreDB; undefined: the log is in Postgres. */
  readonly eventStoreUrl: string | undefined;
  readonly postgres: pg.ClientConfig;
}

export async function openEventLog({
  eventStoreUrl,
  postgres,
  ...options
}: OpenEventLogOptions): Promise<EventLog> {
  if (eventStoreUrl === undefined) return createPostgresEventLog({ connection: postgres, ...options });
  // Imported only when used: the client's libraries take a second to load.
  const { createEventStoreDbEventLog } = await import('./eventstoredb/eventstoredb-event-log.ts');
  return createEventStoreDbEventLog({ connectionString: eventStoreUrl, ...options });
}
