import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CuttableProxy } from '../conformance/cuttable-proxy.ts';
import { sampleEvents, sampleStream } from '../conformance/sample-events.ts';
import type { EventLog } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import { createEventStoreDbEventLog } from './eventstoredb-event-log.ts';
import { positionOf, readPositionOf } from './position.ts';
import { clientOf, findServerProgram, type LocalServer, startLocalServer } from './server.fixture.ts';

const program = findServerProgram();

describe.skipIf(program === undefined)(
  'the last event of an EventStoreDB (needs `kurrentdb` on the PATH)',
  () => {
    let server: LocalServer;
    let proxy: CuttableProxy;
    let log: EventLog;

    beforeAll(async () => {
      server = await startLocalServer(program ?? '');
      proxy = await CuttableProxy.to({ host: '127.0.0.1', port: server.port });
      const connectionString = server.connectionString.replace(String(server.port), String(proxy.port));
      log = createEventStoreDbEventLog({ connectionString });
    });
    afterAll(async () => {
      await log?.close();
      await proxy?.refuse();
      await server?.stop();
    });

    test('needs one event to be read, however many are before it', async () => {
      const { events } = await log.append(sampleStream(), 'no-stream', sampleEvents(500));
      expect(await log.lastEvent()).toEqual(events.at(-1));
      const before = proxy.bytesAnswered;
      expect(await log.lastEvent()).toEqual(events.at(-1));
      expect(proxy.bytesAnswered - before).toBeLessThan(5_000);
    });

    test('is asked for once by reads from memory that share a time', async () => {
      const stream = sampleStream();
      const { position: after } = await log.append(sampleStream(), 'no-stream', sampleEvents(1));
      const stop = new AbortController();
      const following = (async () => {
        for await (const { events } of log.subscribeAll({ after, signal: stop.signal })) void events;
      })();
      await log.append(stream, 'no-stream', sampleEvents(1));
      const since = {};
      const answeredTo = async () => {
        const before = proxy.bytesAnswered;
        expect(await log.readStream(stream, { direction: 'forwards', limit: 10, since })).toHaveLength(1);
        return proxy.bytesAnswered - before;
      };
      await expect.poll(answeredTo).toBe(0);
      stop.abort();
      await following;
    });

    test("is found before the server's own events", async () => {
      const { events } = await log.append(sampleStream(), 'no-stream', sampleEvents(1));
      const client = clientOf(server);
      for (let count = 0; count < 30; count += 1)
        await client.setStreamMetadata(sampleStream(), { cacheControl: count });
      await client.dispose();
      expect(await log.lastEvent()).toEqual(events[0]);
    });

    test('is not followed from a position inside it', async () => {
      const { position } = await log.append(sampleStream(), 'no-stream', sampleEvents(1));
      const { commit, prepare } = readPositionOf(position) as { commit: bigint; prepare: bigint };
      const after = positionOf({ commit: commit - 1n, prepare: prepare - 1n });
      const { signal } = new AbortController();
      const following = log.subscribeAll({ after, signal })[Symbol.asyncIterator]().next();
      await expect(following).rejects.toThrow(EventLogCorrupt);
    });
  },
);
