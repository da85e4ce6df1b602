import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { OrderId } from '@matgyo/contracts/ids';
import { orderStream } from '@matgyo/contracts/streams';
import { logStart, type RecordedEvent } from '@matgyo/event-store/event-log';
import type { Decider } from '@matgyo/ledger/decider';
import { expect, test } from 'vitest';
import { extendHistory, type StreamHistory } from './stream-history.ts';

const orderId = '671f3a0c00000000deadbeef' as OrderId;
const stream = orderStream(orderId);

/** The state is the number of events; `evolved` counts how often it was derived. */
function counting() {
  const counts = { evolved: 0 };
  const decider: Decider<number, LedgerEvent> = {
    initial: 0,
    owns: (event): event is LedgerEvent => event !== undefined,
    evolve(state) {
      counts.evolved += 1;
      return state + 1;
    },
  };
  return { counts, decider };
}

const none: StreamHistory<number> = { stream, state: 0, revision: -1, head: 'no-stream', events: [] };

function approvals(count: number): readonly RecordedEvent[] {
  const command = { commandId: crypto.randomUUID(), correlationId: orderId, causationId: orderId };
  return Array.from({ length: count }, (_, revision) => ({
    id: crypto.randomUUID(),
    stream,
    revision,
    position: logStart,
    type: 'OrderApproved',
    data: { orderId },
    metadata: {
      ...command,
      actorId: 'admin',
      actorRole: 'admin',
      at: '2026-01-01T00:00:00.000Z',
      schemaVersion: 1,
      prevHash: revision === 0 ? '' : `hash ${revision - 1}`,
      hash: `hash ${revision}`,
    },
  }));
}

test('folds only events that were not folded before', () => {
  const { counts, decider } = counting();
  const events = approvals(3);
  expect(extendHistory(none, events.slice(0, 2), decider)).toMatchObject({ state: 2, revision: 1 });
  // As the log returns them: other objects with the same data.
  const recorded = events.map((event) => ({ ...event }));
  expect(extendHistory(none, recorded, decider)).toMatchObject({ state: 3, revision: 2, events: recorded });
  expect(counts.evolved).toBe(3);
});

test('a state is reused for its hash and its decider only', () => {
  const [first, second] = [counting(), counting()];
  const events = approvals(1);
  const forged = events.map((event) => ({ ...event, metadata: { ...event.metadata, hash: 'another' } }));
  extendHistory(none, events, first.decider);
  extendHistory(none, forged, first.decider);
  extendHistory(none, events, second.decider);
  expect([first.counts.evolved, second.counts.evolved]).toEqual([2, 1]);
});

test('a part of a stream is neither remembered nor taken from memory', () => {
  const { counts, decider } = counting();
  const [, , last] = approvals(3);
  const part = { ...none, revision: 1 };
  for (const _ of ['first', 'again'])
    expect(extendHistory(part, [last as RecordedEvent], decider)).toMatchObject({ state: 1, revision: 2 });
  expect(counts.evolved).toBe(2);
});
