import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { NewEvent } from '../event-log.ts';

export interface BareClient {
  /** Creates a stream with one event. */
  append(stream: string, event: NewEvent): Promise<void>;
  close(): Promise<void>;
}

/** The server's plain client, one call per append: the baseline for measuring the log. */
export function openBareClient(connectionString: string): BareClient {
  const client = EventStoreDBClient.connectionString(connectionString);
  // Passing credentials in the call avoids the client's batch append.
  const credentials = { username: 'nobody', password: 'none' };
  return {
    async append(stream, { id, type, data, metadata }) {
      const event = jsonEvent({ id, type, data: { ...data }, metadata: { ...metadata } });
      await client.appendToStream(stream, event, { expectedRevision: 'no_stream', credentials });
    },
    close: () => client.dispose(),
  };
}
