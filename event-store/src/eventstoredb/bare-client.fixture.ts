import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { NewEvent } from '../event-log.ts';

export interface BareClient {
  /** Creates a stream with one event. */
  append(stream: string, event: NewEvent): Promise<void>;
  close(): Promise<void>;
}

/** The server's client as it comes, one call an append: what the log is measured beside. */
export function openBareClient(connectionString: string): BareClient {
  const client = EventStoreDBClient.connectionString(connectionString);
  // In the call, they make it one of its own.
  const credentials = { username: 'nobody', password: 'none' };
  return {
    async append(stream, { id, type, data, metadata }) {
      const event = jsonEvent({ id, type, data: { ...data }, metadata: { ...metadata } });
      await client.appendToStream(stream, event, { expectedRevision: 'no_stream', credentials });
    },
    close: () => client.dispose(),
  };
}
