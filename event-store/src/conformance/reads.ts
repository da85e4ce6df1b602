import { verifyStream } from '@matgyo/ledger/proof/stream-chain';
import { describe, expect, test } from 'vitest';
import { logStart, type NamedHead, type RecordedEvent } from '../event-log.ts';
import type { ConformanceContext } from './event-log-conformance.ts';
import { followUntil } from './follow-until.ts';
import { headAfter, sampleEvent, sampleEvents, sampleStream } from './sample-events.ts';

export function describeReads(context: ConformanceContext): void {
  describe('reading', () => {
    test('finds no events and no last event in an empty log', async ({ skip }) => {
      const { log, underTest } = context;
      skip(!underTest.pristine, 'this server was not empty before the tests');
      expect((await log.readAll({ after: logStart, limit: 10 })).events).toEqual([]);
      expect(await log.lastEvent()).toBeUndefined();
      expect(await log.positionOf(sampleEvent().id)).toBeUndefined();
    });

    test('finds an unknown stream empty, also one with an invalid name', async () => {
      const { log } = context;
      for (const stream of [sampleStream(), '', '$all', '$settings', 'a\u0000b', 'x'.repeat(10_000)]) {
        for (const direction of ['forwards', 'backwards'] as const) {
          expect(await log.readStream(stream, { direction, limit: 10 })).toEqual([]);
        }
      }
    });

    test('reads a stream in both directions, from a revision, up to a limit', async () => {
      const { log } = context;
      const stream = sampleStream();
      const { events } = await log.append(stream, 'no-stream', sampleEvents(10));
      const read = async (options: { direction: 'forwards' | 'backwards'; from?: number; limit: number }) =>
        (await log.readStream(stream, options)).map(({ revision }) => revision);
      expect(await log.readStream(stream, { direction: 'forwards', limit: 100 })).toEqual(events);
      expect(await read({ direction: 'forwards', limit: 3 })).toEqual([0, 1, 2]);
      expect(await read({ direction: 'forwards', from: 8, limit: 3 })).toEqual([8, 9]);
      expect(await read({ direction: 'forwards', from: 10, limit: 3 })).toEqual([]);
      expect(await read({ direction: 'backwards', limit: 3 })).toEqual([9, 8, 7]);
      expect(await read({ direction: 'backwards', from: 1, limit: 3 })).toEqual([1, 0]);
      expect(await read({ direction: 'backwards', from: 50, limit: 1 })).toEqual([9]);
    });

    test('reads what was appended, with an intact chain, for any data', async () => {
      const { log, underTest } = context;
      const stream = sampleStream();
      const data = {
        korean: '맞교환 ₩1,234',
        emoji: '🪙\u200d',
        quotes: `"'\\; drop table events --`,
        control: '\u0000\u0001\b\f\n\r\t\u001f\u2028',
        numbers: [0, -0, 0.1, 1e21, 5e-324, -1.7976931348623157e308, 9007199254740991],
        nested: { z: [{}, [], '', null, true], a: { b: { c: 'd' } } },
        large: 'x'.repeat(100_000),
        ...JSON.parse('{"__proto__":{"admin":true},"constructor":1,"":2}'),
      };
      await log.append(stream, 'no-stream', [sampleEvent(data), ...sampleEvents(2)]);
      const other = await underTest.open();
      try {
        const events = await other.readStream(stream, { direction: 'forwards', limit: 10 });
        expect(JSON.stringify(events[0]?.data)).toBe(JSON.stringify(data));
        expect(events).toHaveLength(3);
        expect(verifyStream(events)).toBeUndefined();
      } finally {
        await other.close();
      }
    });

    test('reads the whole log in order in pages, each continuing after the last position', async () => {
      const { log } = context;
      const streams = [sampleStream(), sampleStream(), sampleStream()];
      const appended: RecordedEvent[] = [];
      for (let round = 0; round < 5; round += 1) {
        for (const stream of streams) {
          const before = appended.filter((event) => event.stream === stream);
          const expected = before.length === 0 ? ('no-stream' as const) : headAfter(before);
          appended.push(...(await log.append(stream, expected, sampleEvents(3))).events);
        }
      }
      const start = await positionBefore(context, appended[0]?.id);
      await followUntil(log, { after: start }, (seen) => seen.at(-1)?.id === appended.at(-1)?.id);

      const read: RecordedEvent[] = [];
      for (let after = start; ; ) {
        const page = (await log.readAll({ after, limit: 7 })).events;
        expect(page.length).toBeLessThanOrEqual(7);
        read.push(...page);
        const last = page.at(-1);
        if (last === undefined) break;
        after = last.position;
      }
      expect(read).toEqual(appended);
      expect(read.map(({ position }) => position)).toEqual(read.map(({ position }) => position).toSorted());
      expect(await log.lastEvent()).toEqual(appended.at(-1));
    });

    test('returns the filtered events of a page with an end, and how far it read', async () => {
      const { log } = context;
      const [wanted, other] = [sampleStream(), sampleStream()];
      const first = await log.append(wanted, 'no-stream', sampleEvents(1));
      const second = await log.append(other, 'no-stream', sampleEvents(2));
      const ofAnotherType = sampleEvents(1).map((event) => ({ ...event, type: 'AnotherType' }));
      const third = await log.append(wanted, headAfter(first.events), ofAnotherType);
      const last = await log.append(other, headAfter(second.events), sampleEvents(1));
      const after = await positionBefore(context, first.events[0]?.id);
      const filter = { streamPrefixes: [wanted] };
      const end = second.events.at(-1);
      const place = (event: RecordedEvent | undefined) =>
        expect.objectContaining({ id: event?.id, position: event?.position });
      expect(await log.readAll({ after, limit: 3, filter })).toMatchObject({
        events: first.events,
        scanned: 3,
        end: place(end),
      });
      expect(await log.readAll({ after, until: end?.position, limit: 100, filter })).toMatchObject({
        events: first.events,
        scanned: 3,
        end: place(end),
      });
      expect(await log.readAll({ after, until: last.position, limit: 100, filter })).toMatchObject({
        events: [...first.events, ...third.events],
        scanned: 5,
        end: place(last.events[0]),
      });
      const exceptTypes = first.events.map(({ type }) => type);
      expect(
        await log.readAll({ after, until: last.position, limit: 100, filter: { ...filter, exceptTypes } }),
      ).toMatchObject({ events: third.events, scanned: 5, end: place(last.events[0]) });
      expect(await log.readAll({ after: last.position, until: last.position, limit: 1 })).toMatchObject({
        events: [],
        scanned: 0,
        end: undefined,
      });
    });

    test('returns the head of every stream at a position, whatever came after it', async () => {
      const { log } = context;
      const [first, second, third] = [sampleStream(), sampleStream(), sampleStream()];
      const firstAppend = await log.append(first, 'no-stream', sampleEvents(3));
      const whole = await log.append(second, 'no-stream', sampleEvents(2));
      await log.append(first, headAfter(firstAppend.events), sampleEvents(2));
      await log.append(third, 'no-stream', sampleEvents(1));
      const start = await positionBefore(context, firstAppend.events[0]?.id);
      await followUntil(log, { after: start }, (seen) => seen.some(({ stream }) => stream === third));
      const heads: NamedHead[] = [];
      for await (const list of log.headsUpTo(whole.position)) heads.push(...list);
      expect(heads).toEqual(heads.toSorted((a, b) => (a.stream < b.stream ? -1 : 1)));
      const ours = heads.filter(({ stream }) => [first, second, third].includes(stream));
      const head = (stream: string, events: readonly RecordedEvent[]) => ({ stream, ...headAfter(events) });
      expect(new Set(ours)).toEqual(new Set([head(first, firstAppend.events), head(second, whole.events)]));
      for await (const list of log.headsUpTo(logStart)) expect(list).toEqual([]);
    });

    test('finds an event by its id only', async () => {
      const { log } = context;
      const { events } = await log.append(sampleStream(), 'no-stream', sampleEvents(3));
      for (const { id, position } of events) expect(await log.positionOf(id)).toBe(position);
      expect(await log.positionOf(sampleEvent().id)).toBeUndefined();
      expect(await log.positionOf("' or true --")).toBeUndefined();
    });
  });
}

/** The position to read from so that the event with this id comes first. */
async function positionBefore({ log }: ConformanceContext, id: string | undefined) {
  const seen = await followUntil(log, { after: logStart }, (events) =>
    events.some((event) => event.id === id),
  );
  const index = seen.findIndex((event) => event.id === id);
  return seen[index - 1]?.position ?? logStart;
}
