import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { testAll } from '../../../test/test-all.ts';
import { sampleEvent, sampleEvents, sampleStream } from '../conformance/sample-events.ts';
import { type EventLog, logStart, type Position, type RecordedEvent } from '../event-log.ts';
import { createPostgresEventLog } from './postgres-event-log.ts';

const database = await createTestDatabase();
const logs = await Promise.all(
  Array.from({ length: 4 }, () => createPostgresEventLog({ connection: database.connection })),
);
afterAll(async () => {
  await Promise.all((logs ?? []).map((log) => log.close()));
  await database?.drop();
});

const numberOf = (position: Position): number => (position === logStart ? 0 : Number(position.slice(1)));

/** Fails unless the event is the direct successor of those seen before. */
function expectNext(seen: readonly RecordedEvent[], before: Position): Position {
  expect(seen.map(({ position }) => numberOf(position))).toEqual(
    seen.map((_, index) => numberOf(before) + 1 + index),
  );
  return seen.at(-1)?.position ?? before;
}

/** Reads page after page until `done` returns true and the end is reached. */
async function readOn(log: EventLog, after: Position, limit: number, done: () => boolean): Promise<Position> {
  for (let last = after; ; ) {
    const isLast = done();
    const page = (await log.readAll({ after: last, limit })).events;
    last = expectNext(page, last);
    if (isLast && page.length === 0) return last;
  }
}

/** Follows until an event of the stream `end`. */
async function follow(log: EventLog, after: Position, batchSize: number, end: string): Promise<void> {
  let last = after;
  for await (const batch of log.subscribeAll({ after, batchSize, signal: AbortSignal.timeout(60_000) })) {
    last = expectNext(batch.events, last);
    expect(batch.position).toBe(last);
    if (batch.events.some(({ stream }) => stream === end)) return;
  }
  throw new Error('the end was not seen in time');
}

interface Step {
  readonly kind: 'one' | 'three' | 'conflict' | 'taken';
  readonly size: number;
}

/** A writer's next step: one append, one to several streams, one that conflicts, one with a used event id. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('one' as const), size: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ kind: fc.constant('three' as const), size: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constantFrom('conflict' as const, 'taken' as const), size: fc.constant(1) }),
);

describe('positions', () => {
  test('are delivered to every reader in order without a gap, whatever is written', async () => {
    const taken = sampleEvent();
    const stream = sampleStream('taken');
    await logs[0]?.append(stream, 'no-stream', [taken]);
    const write = async (log: EventLog, { kind, size }: Step): Promise<unknown> => {
      const begin = (events = sampleEvents(size)) => ({
        stream: sampleStream(),
        expected: 'no-stream' as const,
        events,
      });
      switch (kind) {
        case 'one':
          return log.appendTogether([begin()]);
        case 'three':
          return log.appendTogether([begin(), begin(), begin()]);
        case 'conflict':
          return log.append(stream, 'no-stream', sampleEvents(1)).catch((error) => error);
        case 'taken':
          return log.append(sampleStream(), 'no-stream', [taken]).catch((error) => error);
      }
    };
    const writers = fc.array(fc.array(step, { maxLength: 25 }), { minLength: 4, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(writers, fc.integer({ min: 1, max: 50 }), async (steps, pageSize) => {
        const [reader, writer] = logs as [EventLog, EventLog];
        const start = (await reader.lastEvent())?.position ?? logStart;
        const end = sampleStream('end');
        let isDone = false;
        const reading = [1, 2].map(() => readOn(reader, start, pageSize, () => isDone));
        const following = logs.map((log) => follow(log, start, pageSize, end));
        // Concurrently within each process, so that groups form, and in all processes at once.
        await Promise.all(
          steps.map(async (of, index) => {
            const log = logs[index % logs.length] as EventLog;
            for (let at = 0; at < of.length; at += 5)
              await Promise.all(of.slice(at, at + 5).map((each) => write(log, each)));
          }),
        );
        const { position } = await writer.append(end, 'no-stream', sampleEvents(1));
        isDone = true;
        expect(await Promise.all(reading)).toEqual([position, position]);
        await Promise.all(following);
      }),
      { numRuns: testAll ? 8 : 4 },
    );
  });

  test('are gapless also while other processes write', async () => {
    const fixture = path.join(import.meta.dirname, 'append-until-killed.fixture.ts');
    const start = (await logs[0]?.lastEvent())?.position ?? logStart;
    const writing = [1, 2, 3].map(() =>
      spawn(process.execPath, [fixture, JSON.stringify(database.connection)], { stdio: 'ignore' }),
    );
    let isDone = false;
    const reading = logs.map((log, index) => readOn(log, start, 7 * index + 1, () => isDone));
    const count = async () => numberOf((await logs[0]?.lastEvent())?.position ?? logStart) - numberOf(start);
    await expect.poll(count).toBeGreaterThan(600);
    for (const child of writing) child.kill('SIGKILL');
    await Promise.all(writing.map((child) => once(child, 'exit')));
    isDone = true;
    await Promise.all(reading);
  });
});

test('events behind a gap in the numbers are read and delivered', async () => {
  const other = await createTestDatabase();
  const log = await createPostgresEventLog({ connection: other.connection });
  try {
    const [wanted, unwanted] = [sampleStream(), sampleStream()];
    const { events: before } = await log.append(wanted, 'no-stream', sampleEvents(3));
    await log.append(unwanted, 'no-stream', sampleEvents(3));
    const client = new pg.Client({ ...other.connection });
    await client.connect();
    await client.query('alter table event_log.events disable trigger user');
    await client.query('update event_log.events set position = position + 5000 where position > 2');
    await client.end();
    const filter = { streamPrefixes: [wanted] };
    const whole = await log.readAll({ after: logStart, limit: 4 });
    expect(whole).toMatchObject({ scanned: 4, events: { length: 4 } });
    expect(await log.readAll({ after: logStart, limit: 4, filter })).toMatchObject({
      scanned: 4,
      events: { length: 3 },
      end: { id: whole.end?.id },
    });
    expect(
      (await log.readAll({ after: whole.events[1]?.position as Position, limit: 1 })).events,
    ).toMatchObject([{ id: before[2]?.id }]);
    const seen: RecordedEvent[] = [];
    const signal = AbortSignal.timeout(60_000);
    for await (const { events } of log.subscribeAll({ after: logStart, batchSize: 2, signal })) {
      seen.push(...events);
      if (seen.length === 6) break;
    }
    expect(seen).toHaveLength(6);
  } finally {
    await log.close();
    await other.drop();
  }
});
