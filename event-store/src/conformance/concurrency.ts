import { verifyStream } from '@matgyo/ledger/proof/stream-chain';
import { describe, expect, test } from 'vitest';
import { testAll } from '../../../test/test-all.ts';
import { type EventLog, logStart, type RecordedEvent, type StreamHead } from '../event-log.ts';
import { WrongExpectedRevision } from '../event-log-errors.ts';
import type { ConformanceContext } from './event-log-conformance.ts';
import { followUntil } from './follow-until.ts';
import { headAfter, sampleEvents, sampleStream } from './sample-events.ts';

const writers = 16;

export function describeConcurrency(context: ConformanceContext): void {
  describe('concurrently', () => {
    test('lets exactly one of two creators of a stream win', async () => {
      const { log, underTest } = context;
      const other = await underTest.open();
      for (let round = 0; round < 50; round += 1) {
        const stream = sampleStream();
        const attempts = await Promise.allSettled([
          log.append(stream, 'no-stream', sampleEvents(1)),
          other.append(stream, 'no-stream', sampleEvents(1)),
        ]);
        expectOneWinner(attempts);
        expect(await log.readStream(stream, { direction: 'forwards', limit: 10 })).toHaveLength(1);
      }
      await other.close();
    });

    test('lets exactly one of 64 writers who saw the same head win', async () => {
      const { log } = context;
      const stream = sampleStream();
      const { events } = await log.append(stream, 'no-stream', sampleEvents(1));
      const head = headAfter(events);
      const attempts = Array.from({ length: 64 }, () => log.append(stream, head, sampleEvents(2)));
      expectOneWinner(await Promise.allSettled(attempts));
      const read = await log.readStream(stream, { direction: 'forwards', limit: 10 });
      expect(read).toHaveLength(3);
      expect(verifyStream(read)).toBeUndefined();
    });

    test('writes an append repeated eight times once, with the same result', async () => {
      const { log, underTest } = context;
      const other = await underTest.open();
      const stream = sampleStream();
      const events = sampleEvents(3);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          (index % 2 === 0 ? log : other).append(stream, 'no-stream', events),
        ),
      );
      const read = await log.readStream(stream, { direction: 'forwards', limit: 100 });
      expect(read).toHaveLength(3);
      for (const answer of answers) expect(answer.events).toEqual(read);
      await other.close();
    });

    test(`delivers every event to a follower under ${writers} writers`, async () => {
      const { log, underTest } = context;
      const mark = sampleStream('load');
      const clients = await Promise.all(Array.from({ length: writers }, () => underTest.open()));
      const eventsUnderLoad = testAll ? 100_000 : 4_000;
      const share = eventsUnderLoad / writers;
      const filter = { streamPrefixes: [mark] };
      const following = followUntil(
        log,
        { after: logStart, filter },
        (seen) => seen.length >= eventsUnderLoad,
      );
      const written = await Promise.all(
        clients.map((client, index) => writeAtRandom(client, `${mark}-${index}`, share)),
      );
      const seen = await following;
      await Promise.all(clients.map((client) => client.close()));

      expect(seen).toHaveLength(eventsUnderLoad);
      expect(isAscending(seen.map(({ position }) => position))).toBe(true);
      for (const [index, stream] of written.entries()) {
        const ofStream = seen.filter((event) => event.stream === `${mark}-${index}`);
        expect(ofStream.map(({ id }) => id)).toEqual(stream.map(({ id }) => id));
        expect(verifyStream(ofStream)).toBeUndefined();
      }
    });
  });
}

/** Appends of 1, 1, 1 and 13 events in turn, so that short and long transactions overlap. */
async function writeAtRandom(log: EventLog, stream: string, count: number): Promise<RecordedEvent[]> {
  const written: RecordedEvent[] = [];
  let head: StreamHead | 'no-stream' = 'no-stream';
  for (let round = 0; written.length < count; round += 1) {
    const size = Math.min(round % 4 === 3 ? 13 : 1, count - written.length);
    const { events }: { events: readonly RecordedEvent[] } = await log.append(
      stream,
      head,
      sampleEvents(size),
    );
    written.push(...events);
    head = headAfter(events);
  }
  return written;
}

function isAscending(positions: readonly string[]): boolean {
  return positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? ''));
}

function expectOneWinner(attempts: readonly PromiseSettledResult<unknown>[]): void {
  const lost = attempts.filter((attempt) => attempt.status === 'rejected');
  expect(lost).toHaveLength(attempts.length - 1);
  for (const { reason } of lost) expect(reason).toBeInstanceOf(WrongExpectedRevision);
}
