import { describe, expect, test } from 'vitest';
import { logStart, type Position, type ReadFrom, type RecordedEvent } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import type { ConformanceContext } from './event-log-conformance.ts';
import { followUntil } from './follow-until.ts';
import { headAfter, sampleEvents, sampleStream } from './sample-events.ts';

export function describeFollowing(context: ConformanceContext): void {
  describe('following', () => {
    test('begins after the given position and continues with later events', async () => {
      const { log } = context;
      const stream = sampleStream();
      const { events: before } = await log.append(stream, 'no-stream', sampleEvents(5));
      const after = before[2]?.position ?? logStart;
      const own = (seen: readonly RecordedEvent[]) => seen.filter((event) => event.stream === stream);
      let later: readonly RecordedEvent[] | undefined;
      const seen = await followUntil(log, { after }, (events) => {
        if (own(events).length === 2 && later === undefined) {
          later = [];
          void log.append(stream, headAfter(before), sampleEvents(3)).then((result) => {
            later = result.events;
          });
        }
        return own(events).length === 5;
      });
      await expect.poll(() => later?.length).toBe(3);
      expect(own(seen)).toEqual([...before.slice(3), ...(later ?? [])]);
    });

    test('delivers events of another process', async () => {
      const { log, underTest } = context;
      const other = await underTest.open();
      const filter = { streamPrefixes: [sampleStream('elsewhere')] };
      const stream = `${filter.streamPrefixes[0]}-1`;
      const { events } = await other.append(stream, 'no-stream', sampleEvents(2));
      const seen = await followUntil(log, { after: logStart, filter }, (all) => all.length === 2);
      expect(seen).toEqual(events);
      await other.close();
    });

    test('does not delay reads: they show what another process has just appended', async () => {
      const { log, underTest } = context;
      const other = await underTest.open();
      const streams = [sampleStream(), sampleStream()];
      const begun = await Promise.all(
        streams.map((stream) => other.append(stream, 'no-stream', sampleEvents(1))),
      );
      const after = begun[0]?.position ?? logStart;
      const stop = new AbortController();
      const following = (async () => {
        for await (const { events } of log.subscribeAll({ after, signal: stop.signal })) void events;
      })();
      await Promise.all(
        streams.map(async (stream, index) => {
          const written = [...(begun[index]?.events ?? [])];
          for (let round = 0; round < 100; round += 1) {
            const { events } = await other.append(stream, headAfter(written), sampleEvents(1 + (round % 2)));
            written.push(...events);
            const [whole, newest] = await Promise.all([
              log.readStream(stream, { direction: 'forwards', limit: 500 }),
              log.readStream(stream, { direction: 'backwards', limit: 1 }),
            ]);
            expect(whole).toEqual(written);
            expect(newest).toEqual(written.slice(-1));
          }
        }),
      );
      stop.abort();
      await following;
      await other.close();
    });

    test('lets reads share a time: they show all before it, own appends, and nothing without what came before', async () => {
      const { log, underTest } = context;
      const other = await underTest.open();
      const [theirs, ours] = [sampleStream(), sampleStream()];
      const begun = [...(await other.append(theirs, 'no-stream', sampleEvents(1))).events];
      const own = [...(await log.append(ours, 'no-stream', sampleEvents(1))).events];
      const stop = new AbortController();
      const following = (async () => {
        const after = begun[0]?.position ?? logStart;
        for await (const { events } of log.subscribeAll({ after, signal: stop.signal })) void events;
      })();
      for (let round = 0; round < 50; round += 1) {
        const since = {};
        const read = (stream: string) => log.readStream(stream, { direction: 'forwards', limit: 500, since });
        begun.push(...(await other.append(theirs, headAfter(begun), sampleEvents(1))).events);
        expect(await read(theirs)).toEqual(begun);
        own.push(...(await log.append(ours, headAfter(own), sampleEvents(1))).events);
        expect(await read(ours)).toEqual(own);
        begun.push(...(await other.append(theirs, headAfter(begun), sampleEvents(1))).events);
        const next = sampleStream();
        await other.append(next, 'no-stream', sampleEvents(1));
        if ((await read(next)).length > 0) expect(await read(theirs)).toEqual(begun);
      }
      stop.abort();
      await following;
      await other.close();
    });

    test('delivers only streams with one of the prefixes, in batches of the given size, and resumes without a gap', async () => {
      const { log } = context;
      const marks = [sampleStream('wanted'), sampleStream('too'), sampleStream('not')];
      const appended: RecordedEvent[] = [];
      for (let round = 0; round < 30; round += 1) {
        const stream = `${marks[round % 3]}-${round}`;
        appended.push(...(await log.append(stream, 'no-stream', sampleEvents(4))).events);
      }
      const wanted = appended.filter(({ stream }) => !stream.startsWith('not'));
      const filter = { streamPrefixes: marks.slice(0, 2) };

      const seen: RecordedEvent[] = [];
      let after: Position = logStart;
      // A new subscription for each batch, from the position of the last one.
      while (seen.length < wanted.length) {
        const signal = AbortSignal.timeout(110_000);
        for await (const batch of log.subscribeAll({ after, filter, batchSize: 7, signal })) {
          expect(batch.events.length).toBeGreaterThan(0);
          expect(batch.events.length).toBeLessThanOrEqual(7);
          expect(batch.position).toBe(batch.events.at(-1)?.position);
          seen.push(...batch.events);
          after = batch.position;
          break;
        }
        signal.throwIfAborted();
      }
      expect(seen).toEqual(wanted);
    });

    test('delivers everything to two concurrent followers', async () => {
      const { log } = context;
      const filter = { streamPrefixes: [sampleStream('both')] };
      const follow = () => followUntil(log, { after: logStart, filter }, (seen) => seen.length === 40);
      const followers = [follow(), follow()];
      const appended: RecordedEvent[] = [];
      for (let round = 0; round < 10; round += 1) {
        const { events } = await log.append(
          `${filter.streamPrefixes[0]}-${round}`,
          'no-stream',
          sampleEvents(4),
        );
        appended.push(...events);
      }
      expect(await Promise.all(followers)).toEqual([appended, appended]);
    });

    test('neither loses nor repeats events for a slow follower', async () => {
      const { log } = context;
      const filter = { streamPrefixes: [sampleStream('slow')] };
      const stream = `${filter.streamPrefixes[0]}-1`;
      let { events } = await log.append(stream, 'no-stream', sampleEvents(1));
      const appended = [...events];
      const seen: RecordedEvent[] = [];
      const signal = AbortSignal.timeout(110_000);
      for await (const batch of log.subscribeAll({ after: logStart, filter, batchSize: 20, signal })) {
        seen.push(...batch.events);
        // During each batch, more events are appended than are buffered for a follower.
        for (let round = 0; round < 4 && appended.length < 1_501; round += 1) {
          ({ events } = await log.append(stream, headAfter(events), sampleEvents(125)));
          appended.push(...events);
        }
        if (seen.length === 1_501) break;
      }
      expect(seen).toEqual(appended);
    });

    test('ends when aborted, while waiting and before it began', async () => {
      const { log } = context;
      const { position: after } = await log.append(sampleStream(), 'no-stream', sampleEvents(1));
      const stop = new AbortController();
      const filter = { streamPrefixes: [sampleStream('never')] };
      const waiting = log.subscribeAll({ after, filter, signal: stop.signal })[Symbol.asyncIterator]();
      const next = waiting.next();
      // Another follower's event does not reach the aborted one.
      const { events } = await log.append(sampleStream(), 'no-stream', sampleEvents(1));
      const passedBy = followUntil(log, { after }, (seen) => seen.some(({ id }) => id === events[0]?.id));
      expect(await Promise.race([next, passedBy.then(() => 'still waiting')])).toBe('still waiting');
      stop.abort();
      expect((await next).done).toBe(true);

      const again = log.subscribeAll({ after: logStart, signal: stop.signal })[Symbol.asyncIterator]();
      expect((await again.next()).done).toBe(true);
    });

    test('refuses a position without an event instead of skipping silently', async () => {
      const { log } = context;
      const { position } = await log.append(sampleStream(), 'no-stream', sampleEvents(1));
      // Of each number, the sixteenth digit from the end.
      const beyond = position.replace(/\d(?=\d{15}(-|$))/g, '7') as Position;
      expect(beyond > position).toBe(true);
      for (const after of [beyond, 'no position at all' as Position]) {
        const follow = followUntil(log, { after }, () => true);
        await expect(follow).rejects.toThrow(EventLogCorrupt);
      }
    });

    test('continues only behind the event that the reader names, as a log that was replaced may hold another there', async () => {
      const { log } = context;
      const { events } = await log.append(sampleStream(), 'no-stream', sampleEvents(3));
      const [first, second] = events as [RecordedEvent, RecordedEvent];
      const next = async (from: ReadFrom) => [
        await followUntil(log, { ...from, batchSize: 1 }, () => true),
        (await log.readAll({ ...from, limit: 1 })).events,
      ];
      const continued = [[second], [second]];
      expect(await next({ after: first.position, afterId: first.id })).toEqual(continued);
      // Earlier versions did not keep the event.
      expect(await next({ after: first.position, afterId: null })).toEqual(continued);
      const fromStart = await next({ after: logStart, afterId: second.id });
      expect(fromStart).toEqual(await next({ after: logStart }));

      const other = { after: first.position, afterId: second.id };
      const follow = followUntil(log, other, () => true);
      await expect(follow).rejects.toThrow(EventLogCorrupt);
      await expect(log.readAll({ ...other, limit: 1 })).rejects.toThrow(EventLogCorrupt);
    });
  });
}
