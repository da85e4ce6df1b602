import type pg from 'pg';
import type { EventLog } from './event-log.ts';
import { createPostgresEventLog } from './postgres/postgres-event-log.ts';

export interface OpenEventLogOptions {
  /** A connection string of an EventStoreDB; undefined: the log is in Postgres. */
  readonly eventStoreUrl: string | undefined;
  readonly postgres: pg.ClientConfig;
  /** No other process appends to a log in that Postgres. */
  readonly alone?: boolean;
  readonly onConnectionLost?: (cause: unknown) => void;
}

/** The log that the configuration selects. */
export async function openEventLog({
  eventStoreUrl,
  postgres,
  alone = false,
  onConnectionLost = () => {},
}: OpenEventLogOptions): Promise<EventLog> {
  if (eventStoreUrl === undefined)
    return createPostgresEventLog({ connection: postgres, alone, onConnectionLost });
  // Imported only when used: the client's libraries take a second to load.
  const { createEventStoreDbEventLog } = await import('./eventstoredb/eventstoredb-event-log.ts');
  return createEventStoreDbEventLog({ connectionString: eventStoreUrl, onConnectionLost });
}
