import { readFile } from 'node:fs/promises';
import { verifyStream } from '@matgyo/ledger/proof/stream-chain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testAll } from '../../../test/test-all.ts';
import { followUntil } from '../conformance/follow-until.ts';
import { headAfter, sampleEvents, sampleStream } from '../conformance/sample-events.ts';
import { type EventLog, logStart, type RecordedEvent } from '../event-log.ts';
import { EventLogUnavailable } from '../event-log-errors.ts';
import { createEventStoreDbEventLog } from './eventstoredb-event-log.ts';
import { findServerProgram, type LocalServer, startLocalServer } from './server.fixture.ts';

const program = findServerProgram();
const kills = testAll ? 8 : 1;
const appendsBetweenKills = testAll ? 1_000 : 150;
const writers = 8;

describe.skipIf(program === undefined)(
  'an EventStoreDB killed under load (needs `kurrentdb` on the PATH)',
  () => {
    let server: LocalServer;
    let log: EventLog;

    beforeAll(async () => {
      server = await startLocalServer(program ?? '');
      log = createEventStoreDbEventLog({ connectionString: server.connectionString, deadlineMs: 3_000 });
    });
    afterAll(async () => {
      await log?.close();
      await server?.stop();
    });

    test('neither loses acknowledged events nor repeats any, and followers resume', {
      timeout: 300_000,
    }, async () => {
      const mark = sampleStream('killed');
      const filter = { streamPrefixes: [mark] };
      const done = new AbortController();
      const progress = { written: 0 };
      const writing = Array.from({ length: writers }, (_, index) =>
        appendUntil(log, `${mark}-${index}`, done.signal, progress),
      );
      const seen: RecordedEvent[] = [];
      const stop = new AbortController();
      const following = (async () => {
        for await (const { events } of log.subscribeAll({ after: logStart, filter, signal: stop.signal })) {
          seen.push(...events);
        }
      })();

      for (let kill = 0; kill < kills; kill += 1) {
        const before = progress.written;
        await expect.poll(() => progress.written).toBeGreaterThan(before + appendsBetweenKills);
        await server.kill();
        await server.start();
      }
      const before = progress.written;
      await expect.poll(() => progress.written).toBeGreaterThan(before + appendsBetweenKills);
      done.abort();
      const written = await Promise.all(writing);
      const total = written.flat().length;
      await expect.poll(() => seen.length).toBe(total);
      stop.abort();
      await following;

      for (const [index, ids] of written.entries()) {
        const ofStream = seen.filter(({ stream }) => stream === `${mark}-${index}`);
        expect(ofStream.map(({ id }) => id)).toEqual(ids);
        expect(verifyStream(ofStream)).toBeUndefined();
      }
      // By now the follower has ended and clients replaced during the outages have closed their connections.
      if (process.platform === 'linux')
        await expect.poll(() => connectionsTo(server.port)).toBeLessThanOrEqual(1);
      const again = await followUntil(log, { after: logStart, filter }, (events) => events.length === total);
      expect(again).toEqual(seen);
    });
  },
);

/** How many connections to this port are open on this machine. */
async function connectionsTo(port: number): Promise<number> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')));
  const rows = tables.flatMap((table) => table.trim().split('\n').slice(1));
  const open = rows.map((row) => row.trim().split(/\s+/)).filter(([, , , state]) => state === '01');
  return open.filter(([, , remote]) => Number.parseInt(remote?.split(':')[1] ?? '', 16) === port).length;
}

/** Appends until stopped; an append with an unknown outcome is repeated. */
async function appendUntil(
  log: EventLog,
  stream: string,
  stop: AbortSignal,
  progress: { written: number },
): Promise<string[]> {
  const ids: string[] = [];
  let head: Parameters<EventLog['append']>[1] = 'no-stream';
  while (!stop.aborted) {
    const events = sampleEvents(1);
    head = headAfter((await appendWithRetries(log, stream, head, events)).events);
    ids.push(...events.map(({ id }) => id));
    progress.written += 1;
  }
  return ids;
}

async function appendWithRetries(log: EventLog, ...[stream, head, events]: Parameters<EventLog['append']>) {
  // On a busy machine one restart of the server takes half a minute.
  const end = performance.now() + 60_000;
  for (;;) {
    try {
      return await log.append(stream, head, events);
    } catch (error) {
      if (!(error instanceof EventLogUnavailable) || performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
