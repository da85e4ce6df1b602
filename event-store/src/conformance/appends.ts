import { describe, expect, test } from 'vitest';
import { bytesPerAppendMax, eventsPerAppendMax } from '../append-limits.ts';
import type { NewEvent } from '../event-log.ts';
import { EventLogCorrupt, InvalidAppend, WrongExpectedRevision } from '../event-log-errors.ts';
import type { ConformanceContext } from './event-log-conformance.ts';
import { headAfter, sampleEvent, sampleEvents, sampleStream } from './sample-events.ts';

const everything = { direction: 'forwards', limit: 1_000 } as const;

interface AppendsContext extends Pick<ConformanceContext, 'log'> {
  readonly underTest: Pick<ConformanceContext['underTest'], 'open'>;
}

/** The guarantees of an append. A log in memory has only one client. */
export function describeAppends(context: AppendsContext): void {
  describe('appending', () => {
    test('numbers revisions from 0 without gaps and positions in ascending order', async () => {
      const { log } = context;
      const stream = sampleStream();
      const first = await log.append(stream, 'no-stream', sampleEvents(2));
      const second = await log.append(stream, headAfter(first.events), sampleEvents(3));
      const events = [...first.events, ...second.events];
      expect(events.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4]);
      const positions = events.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].toSorted());
      expect([first.position, second.position]).toEqual([positions[1], positions[4]]);
      expect(await log.readStream(stream, everything)).toEqual(events);
    });

    test('refuses to create an existing stream', async () => {
      const { log } = context;
      const stream = sampleStream();
      await log.append(stream, 'no-stream', sampleEvents(3));
      await expect(log.append(stream, 'no-stream', sampleEvents(1))).rejects.toThrow(
        new WrongExpectedRevision(stream, 2),
      );
      expect(await log.readStream(stream, everything)).toHaveLength(3);
    });

    test('refuses a wrong expected revision and returns the actual one', async () => {
      const { log } = context;
      const stream = sampleStream();
      const { events } = await log.append(stream, 'no-stream', sampleEvents(3));
      const head = headAfter(events);
      const refused = async (name: string, revision: number, actual: number | undefined) => {
        const error = await log.append(name, { revision, hash: head.hash }, sampleEvents(1)).catch((e) => e);
        expect(error).toBeInstanceOf(WrongExpectedRevision);
        expect(error).toMatchObject({ stream: name, actual });
      };
      await refused(stream, 0, 2);
      await refused(stream, 1, 2);
      await refused(stream, 3, 2);
      await refused(stream, 4_000_000_000, 2);
      await refused(sampleStream('nowhere'), 0, undefined);
      expect(await log.readStream(stream, everything)).toEqual(events);
    });

    test('refuses a writer who saw another history of the stream', async () => {
      const { log } = context;
      const stream = sampleStream();
      const { events } = await log.append(stream, 'no-stream', sampleEvents(2));
      const other = { revision: 1, hash: 'f'.repeat(64) };
      await expect(log.append(stream, other, sampleEvents(1))).rejects.toThrow(EventLogCorrupt);
      expect(await log.readStream(stream, everything)).toEqual(events);
    });

    test('returns the first result for a repeated append', async () => {
      const { log, underTest } = context;
      const stream = sampleStream();
      const created = sampleEvents(2);
      const continued = sampleEvents(3);
      const first = await log.append(stream, 'no-stream', created);
      expect(await log.append(stream, 'no-stream', created)).toEqual(first);
      const second = await log.append(stream, headAfter(first.events), continued);
      expect(await log.append(stream, headAfter(first.events), continued)).toEqual(second);
      const third = await log.append(stream, headAfter(second.events), sampleEvents(1));
      expect(await log.append(stream, 'no-stream', created)).toEqual(first);
      expect(await log.append(stream, headAfter(first.events), continued)).toEqual(second);
      const other = await underTest.open();
      expect(await other.append(stream, headAfter(first.events), continued)).toEqual(second);
      await other.close();
      expect(await log.readStream(stream, everything)).toEqual([
        ...first.events,
        ...second.events,
        ...third.events,
      ]);
    });

    test('recognises the same ids with another time as a repeat, and keeps the first events', async () => {
      const { log } = context;
      const stream = sampleStream();
      const events = sampleEvents(2);
      const first = await log.append(stream, 'no-stream', events);
      const later = events.map((event): NewEvent => {
        return { ...event, metadata: { ...event.metadata, at: '2027-01-01T00:00:00.000Z' } };
      });
      expect(await log.append(stream, 'no-stream', later)).toEqual(first);
    });

    test('recognises only exactly the same events as a repeat', async () => {
      const { log } = context;
      const stream = sampleStream();
      const events = sampleEvents(3);
      const { events: recorded } = await log.append(stream, 'no-stream', events);
      const near: (readonly NewEvent[])[] = [
        events.toReversed(),
        [...events, sampleEvent()],
        [...events.slice(0, 2), sampleEvent()],
        events.slice(1),
      ];
      for (const others of near) {
        await expect(log.append(stream, 'no-stream', others)).rejects.toThrow(WrongExpectedRevision);
      }
      expect(await log.readStream(stream, everything)).toEqual(recorded);
    });

    test('appends a large batch atomically', async () => {
      const { log } = context;
      const stream = sampleStream();
      const { events } = await log.append(stream, 'no-stream', sampleEvents(eventsPerAppendMax));
      expect(events).toHaveLength(eventsPerAppendMax);
      expect(await log.readStream(stream, everything)).toEqual(events);
    });

    test('appends the maximum number of bytes', async () => {
      const { log } = context;
      const stream = sampleStream();
      const text = 'ㄱ'.repeat(Math.floor((bytesPerAppendMax - 20_000) / 30));
      const { events } = await log.append(
        stream,
        'no-stream',
        Array.from({ length: 10 }, () => sampleEvent({ text })),
      );
      expect(await log.readStream(stream, everything)).toEqual(events);
    });

    test('refuses invalid events before writing anything', async () => {
      const { log } = context;
      const stream = sampleStream();
      const twice = sampleEvent();
      const refused: (readonly NewEvent[])[] = [
        [],
        sampleEvents(eventsPerAppendMax + 1),
        [sampleEvent({ text: 'x'.repeat(bytesPerAppendMax) })],
        [sampleEvent({ missing: undefined })],
        [sampleEvent({ price: Number.NaN })],
        [twice, twice],
        [{ ...sampleEvent(), id: 'not-a-uuid' }],
        [{ ...sampleEvent(), type: '' }],
        [{ ...sampleEvent(), type: '$metadata' }],
      ];
      for (const events of refused) {
        await expect(log.append(stream, 'no-stream', events)).rejects.toThrow(InvalidAppend);
      }
      await expect(log.append(stream, { revision: -1, hash: 'f'.repeat(64) }, [twice])).rejects.toThrow(
        InvalidAppend,
      );
      await expect(log.append(stream, { revision: 0, hash: '' }, [twice])).rejects.toThrow(InvalidAppend);
      expect(await log.readStream(stream, everything)).toEqual([]);
    });
  });
}
