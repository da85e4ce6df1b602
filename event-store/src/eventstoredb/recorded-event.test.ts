import { type AllStreamResolvedEvent, jsonEvent } from '@eventstore/db-client';
import { verifyStream } from '@matgyo/ledger/proof/stream-chain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainEvents } from '../chain-events.ts';
import { headAfter, sampleEvent, sampleStream } from '../conformance/sample-events.ts';
import type { EventLog } from '../event-log.ts';
import { createEventStoreDbEventLog } from './eventstoredb-event-log.ts';
import { eventIdOf, storedEvent } from './recorded-event.ts';
import { clientOf, findServerProgram, type LocalServer, startLocalServer } from './server.fixture.ts';

const chained = (event = sampleEvent(), stream = 'order-1') => {
  const [first] = chainEvents(stream, 'no-stream', [event]);
  if (first === undefined) throw new Error('no event');
  return first;
};

test("derives the server's event id as a UUID from the event's content", () => {
  const event = sampleEvent();
  const later = { ...event, metadata: { ...event.metadata, at: '2026-01-02T03:04:06.000Z' } };
  const { id } = storedEvent(chained(event));
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(storedEvent(chained(event)).id).toBe(id);
  expect(storedEvent(chained(later)).id).not.toBe(id);
  expect(storedEvent(chained(event, 'order-2')).id).not.toBe(id);
});

test("reads the log's id from the metadata, or uses the server's for events of earlier versions", () => {
  const { id, metadata } = chained();
  const idOf = (event: object) => eventIdOf({ event } as AllStreamResolvedEvent);
  const stored = storedEvent(chained({ ...sampleEvent(), id }));
  expect(idOf({ metadata: JSON.parse(new TextDecoder().decode(stored.metadata)) })).toBe(id);
  expect(idOf({ id, metadata })).toBe(id);
});

const program = findServerProgram();

describe.skipIf(program === undefined)(
  'events that an earlier version has written into EventStoreDB (needs `kurrentdb` on the PATH)',
  () => {
    let server: LocalServer;
    let log: EventLog;
    beforeAll(async () => {
      server = await startLocalServer(program ?? '');
      log = createEventStoreDbEventLog({ connectionString: server.connectionString });
    });
    afterAll(async () => {
      await log?.close();
      await server?.stop();
    });

    test('are read unchanged, found by id, and continued', async () => {
      const stream = sampleStream();
      const { id, type, data, metadata } = chained(sampleEvent(), stream);
      const client = clientOf(server);
      await client.appendToStream(stream, jsonEvent({ id, type, data, metadata: { ...metadata } }));
      await client.dispose();
      const before = await log.readStream(stream, { direction: 'forwards', limit: 10 });
      expect(before).toMatchObject([{ id, type, data, metadata }]);
      expect(await log.positionOf(id)).toBe(before[0]?.position);
      await log.append(stream, headAfter(before), [sampleEvent()]);
      const both = await log.readStream(stream, { direction: 'forwards', limit: 10 });
      expect(both.slice(0, 1)).toEqual(before);
      expect(verifyStream(both)).toBeUndefined();
    });

    test('are not written again by a repeated append', async () => {
      const stream = sampleStream();
      const event = sampleEvent();
      const { id, type, data, metadata } = chained(event, stream);
      const client = clientOf(server);
      await client.appendToStream(stream, jsonEvent({ id, type, data, metadata: { ...metadata } }));
      await client.dispose();
      const later = { ...event, metadata: { ...event.metadata, at: '2027-01-02T03:04:06.000Z' } };
      expect((await log.append(stream, 'no-stream', [later])).events).toMatchObject([{ id, metadata }]);
      expect(await log.readStream(stream, { direction: 'forwards', limit: 10 })).toHaveLength(1);
    });
  },
);
