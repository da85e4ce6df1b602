import { describe, expect, test } from 'vitest';
import { mostBytesOfAnAppend, mostEventsOfAnAppend } from '../append-limits.ts';
import type { NewEvent } from '../event-log.ts';
import { EventLogCorrupt, InvalidAppend, WrongExpectedRevision } from '../event-log-errors.ts';
import type { ConformanceContext } from './event-log-conformance.ts';
import { headAfter, sampleEvent, sampleEvents, sampleStream } from './sample-events.ts';

const everything = { direction: 'forwards', limit: 1_000 } as const;

interface AppendsContext extends Pick<ConformanceContext, 'log'> {
  readonly underTest: Pick<ConformanceContext['underTest'], 'open'>;
}

/** What an append promises. A log in memory has but one client. */
export function describeAppends(context: AppendsContext): void {
  describe('appending', () => {
    test('revisions count from 0 without gaps and positions ascend', async () => {
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

    test('a stream that exists cannot be created again', async () => {
      const { log } = context;
      const stream = sampleStream();
      await log.append(stream, 'no-stream', sampleEvents(3));
      await expect(log.append(stream, 'no-stream', sampleEvents(1))).rejects.toThrow(
        new WrongExpectedRevision(stream, 2),
      );
      expect(await log.readStream(stream, everything)).toHaveLength(3);
    });

    test('a stream that has moved on, or is not there yet, refuses and says where it is', async () => {
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

    test('a writer who saw another history of the stream cannot break its chain', async () => {
      const { log } = context;
      const stream = sampleStream();
      const { events } = await log.append(stream, 'no-stream', sampleEvents(2));
      const other = { revision: 1, hash: 'f'.repeat(64) };
      await expect(log.append(stream, other, sampleEvents(1))).rejects.toThrow(EventLogCorrupt);
      expect(await log.readStream(stream, everything)).toEqual(events);
    });

    test('the same append again answers as it did the first time', async () => {
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

    test('the same ids with another time are the same append, and what was written first stays', async () => {
      const { log } = context;
      const stream = sampleStream();
      const events = sampleEvents(2);
      const first = await log.append(stream, 'no-stream', events);
      const later = events.map((event): NewEvent => {
        return { ...event, metadata: { ...event.metadata, at: '2027-01-01T00:00:00.000Z' } };
      });
      expect(await log.append(stream, 'no-stream', later)).toEqual(first);
    });

    test('only exactly the same events are a repeat', async () => {
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

    test('a large batch is appended whole', async () => {
      const { log } = context;
      const stream = sampleStream();
      const { events } = await log.append(stream, 'no-stream', sampleEvents(mostEventsOfAnAppend));
      expect(events).toHaveLength(mostEventsOfAnAppend);
      expect(await log.readStream(stream, everything)).toEqual(events);
    });

    test('as many bytes as an append may have are appended', async () => {
      const { log } = context;
      const stream = sampleStream();
      const text = 'ㄱ'.repeat(Math.floor((mostBytesOfAnAppend - 20_000) / 30));
      const { events } = await log.append(
        stream,
        'no-stream',
        Array.from({ length: 10 }, () => sampleEvent({ text })),
      );
      expect(await log.readStream(stream, everything)).toEqual(events);
    });

    test('what can never be appended is refused before anything is written', async () => {
      const { log } = context;
      const stream = sampleStream();
      const twice = sampleEvent();
      const refused: (readonly NewEvent[])[] = [
        [],
        sampleEvents(mostEventsOfAnAppend + 1),
        [sampleEvent({ text: 'x'.repeat(mostBytesOfAnAppend) })],
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
