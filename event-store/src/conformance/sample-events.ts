import { randomUUID } from 'node:crypto';
import type { NewEvent, StreamHead } from '../event-log.ts';

/** An event with a new id that looks like one of the ledger's. */
export function sampleEvent(data: Record<string, unknown> = { amount: '714.2857' }): NewEvent {
  const id = randomUUID();
  return {
    id,
    type: 'OrderPlaced',
    data,
    metadata: {
      commandId: id,
      correlationId: id,
      causationId: id,
      actorId: 'member-1',
      actorRole: 'member',
      at: '2026-01-02T03:04:05.678Z',
      schemaVersion: 1,
    },
  };
}

export function sampleEvents(count: number): readonly NewEvent[] {
  return Array.from({ length: count }, (_, index) => sampleEvent({ index, amount: '714.2857' }));
}

/** A stream name that no other test uses. */
export function sampleStream(prefix = 'order'): string {
  return `${prefix}-${randomUUID()}`;
}

/** The head of a stream that ends with these events. */
export function headAfter(
  events: readonly { readonly revision: number; readonly metadata: { readonly hash: string } }[],
): StreamHead {
  const last = events.at(-1);
  if (last === undefined) throw new Error('no events, no head');
  return { revision: last.revision, hash: last.metadata.hash };
}
