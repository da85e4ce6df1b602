import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type AppendResult,
  type EventLog,
  logStart,
  type RecordedEvent,
  type StreamHead,
} from '../event-log.ts';
import { EventLogUnavailable, WrongExpectedRevision } from '../event-log-errors.ts';
import { CuttableProxy } from './cuttable-proxy.ts';
import type { ConformanceContext } from './event-log-conformance.ts';
import { followUntil } from './follow-until.ts';
import { headAfter, sampleEvents, sampleStream } from './sample-events.ts';

const deadlineMs = 1_500;
const everything = { direction: 'forwards', limit: 1_000 } as const;

export function describeOutages(context: ConformanceContext): void {
  describe('when the connection breaks', () => {
    let proxy: CuttableProxy;
    let log: EventLog;

    beforeEach(async () => {
      proxy = await CuttableProxy.to(context.underTest.address);
      log = await context.underTest.open({ throughPort: proxy.port, deadlineMs });
    });

    afterEach(async () => {
      await log.close();
      await proxy.refuse();
    });

    test('reports an unknown outcome when the reply of an append is lost, and the append can be repeated', async () => {
      const stream = sampleStream();
      const { events: before } = await begin(log, stream, 1);
      const events = sampleEvents(2);
      proxy.loseReplies();
      const error = await log.append(stream, headAfter(before), events).catch((e) => e);
      expect(error).toBeInstanceOf(EventLogUnavailable);
      expect(error).toMatchObject({ outcome: 'unknown' });
      expect(await context.log.readStream(stream, everything)).toHaveLength(3);

      proxy.cut();
      const repeated = await eventually(() => log.append(stream, headAfter(before), events));
      expect(repeated.events.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
      expect(await context.log.readStream(stream, everything)).toEqual([...before, ...repeated.events]);
    });

    test('does not write an append later that was reported as not written', async () => {
      const stream = sampleStream();
      const { events: before } = await begin(log, stream, 1);
      const head = headAfter(before);
      proxy.hold();
      // The first one hangs, including its recovery; the others wait behind it until their deadline.
      const appends = Array.from({ length: 4 }, () => sampleEvents(1));
      const outcomes = await Promise.all(
        appends.map((events) => log.append(stream, head, events).catch((error) => error)),
      );
      proxy.cut();
      expect(outcomes.filter(({ outcome }) => outcome === 'none')).not.toEqual([]);
      // Runs after them, so it sees what they write.
      await eventually(() => appendAtHead(log, stream));
      const written = new Set((await context.log.readStream(stream, everything)).map(({ id }) => id));
      for (const [index, events] of appends.entries())
        if (outcomes[index]?.outcome === 'none') expect(written).not.toContain(events[0]?.id);
    });

    test('ends reads at their deadline without a reply, and reads again afterwards', async () => {
      const stream = sampleStream();
      const { events } = await begin(log, stream, 2);
      const calls = [
        () => log.readStream(stream, everything),
        () => log.readAll({ after: logStart, limit: 10 }),
        () => log.positionOf(events[0]?.id ?? ''),
        () => log.lastEvent(),
      ];
      // On a busy machine even a first read takes longer than the deadline.
      await eventually(() => Promise.all(calls.map((call) => call())));
      proxy.loseReplies();
      const errors = await Promise.all(calls.map((call) => call().catch((error) => error)));
      for (const error of errors) expect(error).toBeInstanceOf(EventLogUnavailable);
      proxy.cut();
      expect(await eventually(() => log.readStream(stream, everything))).toEqual(events);
    });

    test('reports an unreachable server in time, and uses it again when it is back', async () => {
      const stream = sampleStream();
      const { events } = await begin(log, stream, 1);
      await proxy.refuse();
      const attempts = await Promise.allSettled([
        log.append(stream, headAfter(events), sampleEvents(1)),
        log.readStream(stream, everything),
      ]);
      for (const attempt of attempts) {
        expect(attempt).toMatchObject({ status: 'rejected', reason: { name: 'EventLogUnavailable' } });
      }
      expect(await context.log.readStream(stream, everything)).toEqual(events);
      await proxy.accept();
      const next = sampleEvents(1);
      const { events: more } = await eventually(() => log.append(stream, headAfter(events), next));
      expect(await log.readStream(stream, everything)).toEqual([...events, ...more]);
    });

    test('uses a server as soon as it is back after a longer outage', async () => {
      const stream = sampleStream();
      const { events } = await begin(log, stream, 1);
      await proxy.refuse();
      for (let refused = 0; refused < 40; refused += 1)
        await expect(log.readStream(stream, everything)).rejects.toThrow(EventLogUnavailable);
      await proxy.accept();
      expect(await eventually(() => log.readStream(stream, everything))).toEqual(events);
    });

    test('abandons silent connections: calls at their deadline, followers soon after', async () => {
      const stream = sampleStream('silent');
      const filter = { streamPrefixes: [stream] };
      const { events } = await begin(log, stream, 2);
      const after = events[0]?.position ?? logStart;
      let caughtUp: () => void = () => {};
      const isCaughtUp = new Promise<void>((resolve) => {
        caughtUp = resolve;
      });
      const following = followUntil(log, { after, filter }, (seen) => {
        caughtUp();
        return seen.length === 2;
      });
      await isCaughtUp;
      proxy.silence();
      const { events: more } = await context.log.append(stream, headAfter(events), sampleEvents(1));
      expect(await eventually(() => log.readStream(stream, everything))).toEqual([...events, ...more]);
      expect(await following).toEqual([events[1], ...more]);
    });

    test('neither loses nor repeats events for writers and followers when connections are cut repeatedly under load', async () => {
      const mark = sampleStream('cut');
      const rounds = 100;
      const writers = 8;
      const filter = { streamPrefixes: [mark] };
      const total = rounds * writers;
      const { position: after } = await begin(log, sampleStream(), 1);
      let appended = 0;
      let cuts = 0;
      // Cuts follow progress, not the clock: however slow the machine, there is progress between any two cuts.
      const onAppended = () => {
        appended += 1;
        if (appended % 100 !== 50) return;
        proxy.cut();
        cuts += 1;
      };
      const [seen, ...written] = await Promise.all([
        followUntil(log, { after, filter }, (events) => events.length >= total),
        ...Array.from({ length: writers }, (_, index) =>
          writeThroughOutages(log, `${mark}-${index}`, rounds, onAppended),
        ),
      ]);
      expect(cuts).toBe(8);
      expect(seen).toHaveLength(total);
      for (const [index, ids] of written.entries()) {
        const ofStream = seen.filter(({ stream }) => stream === `${mark}-${index}`);
        expect(ofStream.map(({ id }) => id)).toEqual(ids);
        expect(ofStream.map(({ revision }) => revision)).toEqual(ids.map((_, revision) => revision));
      }
      const direct = await followUntil(context.log, { after, filter }, (s) => s.length >= total);
      expect(direct).toEqual(seen);
    });

    test('stops a follower promptly while the server is unreachable', async () => {
      const stop = new AbortController();
      const { position } = await begin(log, sampleStream(), 1);
      const filter = { streamPrefixes: ['nothing'] };
      const follower = log.subscribeAll({ after: position, filter, signal: stop.signal });
      const next = follower[Symbol.asyncIterator]().next();
      await proxy.refuse();
      // By then the follower has noticed the outage.
      await expect(log.readStream('order', everything)).rejects.toThrow(EventLogUnavailable);
      stop.abort();
      expect((await next).done).toBe(true);
    });

    test('ends followers and refuses later calls when it is closed', async () => {
      const signal = new AbortController().signal;
      const filter = { streamPrefixes: ['nothing'] };
      const next = log.subscribeAll({ after: logStart, filter, signal })[Symbol.asyncIterator]().next();
      const stream = sampleStream();
      // Awaited from the start: closing may reject it before anything else awaits it.
      const underWay = Promise.allSettled([log.append(stream, 'no-stream', sampleEvents(1))]);
      await log.close();
      expect((await next).done).toBe(true);
      const [outcome] = await underWay;
      if (outcome.status === 'fulfilled') {
        expect(await context.log.readStream(stream, everything)).toEqual(outcome.value.events);
      } else expect(outcome.reason).toBeInstanceOf(EventLogUnavailable);

      await expect(log.readStream(stream, everything)).rejects.toThrow(EventLogUnavailable);
      await expect(log.append(sampleStream(), 'no-stream', sampleEvents(1))).rejects.toMatchObject({
        name: 'EventLogUnavailable',
        outcome: 'none',
      });
      await log.close();
    });
  });
}

/** Appends at the stream's current revision. */
async function appendAtHead(log: EventLog, stream: string): Promise<AppendResult> {
  const events = sampleEvents(1);
  for (;;) {
    const newest = await log.readStream(stream, { direction: 'backwards', limit: 1 });
    try {
      return await log.append(stream, headAfter(newest), events);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }
}

/** Creates a stream with `count` events. On a busy machine a fresh client may need more than one call to connect. */
function begin(log: EventLog, stream: string, count: number): Promise<AppendResult> {
  const events = sampleEvents(count);
  return eventually(() => log.append(stream, 'no-stream', events));
}

/** One event per append; while the log is unavailable, the same append is retried. */
async function writeThroughOutages(
  log: EventLog,
  stream: string,
  count: number,
  onAppended: () => void,
): Promise<string[]> {
  const ids: string[] = [];
  let head: StreamHead | 'no-stream' = 'no-stream';
  while (ids.length < count) {
    const expected = head;
    const events = sampleEvents(1);
    const result: { events: readonly RecordedEvent[] } = await eventually(() =>
      log.append(stream, expected, events),
    );
    ids.push(...events.map(({ id }) => id));
    head = headAfter(result.events);
    onAppended();
  }
  return ids;
}

/** The first result, retrying for a minute while the log is not available. */
async function eventually<T>(call: () => Promise<T>): Promise<T> {
  const end = performance.now() + 60_000;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof EventLogUnavailable) || performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
