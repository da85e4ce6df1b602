import { type EventStoreDBClient, type StreamingRead, StreamNotFoundError } from '@eventstore/db-client';
import { within } from '../deadline.ts';
import { EventLogUnavailable } from '../event-log-errors.ts';
import type { Clients } from './clients.ts';
import { asLogError, type Right } from './failures.ts';

export interface Reader {
  readonly clients: Clients;
  readonly deadlineMs: number;
  /** Ends running reads when the log is closed. */
  readonly closing: AbortSignal;
}

/** All events of a bounded read. Reads of this client have no deadline of their own. */
export async function collect<T>(
  { clients, deadlineMs, closing }: Reader,
  open: (client: EventStoreDBClient) => StreamingRead<T>,
  right: Right = 'read $all',
): Promise<readonly T[]> {
  const startedMs = performance.now();
  await clients.requireReachable(deadlineMs, closing);
  if (closing.aborted) throw new EventLogUnavailable('none');
  const { client, release } = clients.use();
  const read = open(client);
  // An error after the iteration has stopped would end the process.
  read.on('error', () => {});
  const items: T[] = [];
  const whole = async () => {
    for await (const item of read) items.push(item);
  };
  try {
    await within(deadlineMs - (performance.now() - startedMs), whole(), closing);
    return items;
  } catch (cause) {
    read.cancel().catch(() => {});
    read.destroy();
    if (!(cause instanceof StreamNotFoundError)) clients.replace(client);
    throw asLogError(cause, { sent: false, right });
  } finally {
    release();
  }
}
