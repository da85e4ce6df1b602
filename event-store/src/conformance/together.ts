import { verifyStream } from '@matgyo/ledger/proof/stream-chain';
import { describe, expect, test } from 'vitest';
import { eventsPerAppendMax } from '../append-limits.ts';
import { chainEvents } from '../chain-events.ts';
import type { ExpectedHead, StreamAppend } from '../event-log.ts';
import {
  EventLogCorrupt,
  InvalidAppend,
  UnsupportedByLog,
  WrongExpectedRevision,
} from '../event-log-errors.ts';
import type { ConformanceContext } from './event-log-conformance.ts';
import { headAfter, sampleEvent, sampleEvents, sampleStream } from './sample-events.ts';

const everything = { direction: 'forwards', limit: 1_000 } as const;

const begin = (stream: string, count = 1): StreamAppend => ({
  stream,
  expected: 'no-stream',
  events: sampleEvents(count),
});

/** A match as the ledger writes it: the trade's stream, both orders' streams, the trade's stream again. */
function acrossThree(): readonly StreamAppend[] {
  const trade = begin(sampleStream('trade'));
  const head = headAfter(chainEvents(trade.stream, 'no-stream', trade.events));
  return [
    trade,
    begin(sampleStream('sell')),
    begin(sampleStream('buy'), 2),
    { stream: trade.stream, expected: head, events: sampleEvents(2) },
  ];
}

export function describeTogether(context: Pick<ConformanceContext, 'log'>): void {
  const anywhere = { revision: 3, hash: 'a'.repeat(64) };
  const idsIn = async (stream: string) =>
    (await context.log.readStream(stream, everything)).map(({ id }) => id);

  describe('appending to several streams together', () => {
    test('is refused by a log that appends to one stream, even when valid', async ({ skip }) => {
      const { log } = context;
      skip(log.appendScope !== 'stream', 'this log can');
      await expect(log.appendTogether(acrossThree())).rejects.toThrow(UnsupportedByLog);
    });

    describe('where the log can', () => {
      const can = (name: string, work: () => Promise<void>) =>
        test(name, async ({ skip }) => {
          skip(context.log.appendScope === 'stream', 'this log appends to one stream at a time');
          await work();
        });

      can('writes all of it in the order given, each stream with its chain', async () => {
        const { log } = context;
        const before = (await log.append(sampleStream(), 'no-stream', sampleEvents(1))).position;
        const appends = acrossThree();
        const results = await log.appendTogether(appends);
        const events = results.flatMap((result) => result.events);
        expect(events.map(({ id }) => id)).toEqual(
          appends.flatMap((part) => part.events.map(({ id }) => id)),
        );
        expect(results.map(({ position }) => position)).toEqual(
          results.map((result) => result.events.at(-1)?.position),
        );
        expect((await log.readAll({ after: before, limit: 6 })).events).toEqual(events);
        for (const stream of new Set(appends.map((part) => part.stream))) {
          const read = await log.readStream(stream, everything);
          expect(read).toEqual(events.filter((event) => event.stream === stream));
          expect(verifyStream(read)).toBeUndefined();
        }
      });

      can('writes nothing when one of the streams is elsewhere, and names it', async () => {
        const { log } = context;
        for (const late of [0, 1, 2]) {
          const appends = acrossThree();
          const { stream } = appends[late] as StreamAppend;
          const { events } = await log.append(stream, 'no-stream', sampleEvents(3));
          await expect(log.appendTogether(appends)).rejects.toThrow(new WrongExpectedRevision(stream, 2));
          for (const part of appends) {
            expect(await idsIn(part.stream)).toEqual(
              part.stream === stream ? events.map(({ id }) => id) : [],
            );
          }
        }
      });

      can('returns the first result for a repeat, also when a stream it relied on has changed', async () => {
        const { log } = context;
        const price = await log.append(sampleStream('price'), 'no-stream', sampleEvents(1));
        const reliedOn = price.events[0]?.stream ?? '';
        const unchanged = [{ stream: reliedOn, expected: headAfter(price.events) }];
        const appends = acrossThree();
        const first = await log.appendTogether(appends, { unchanged });
        await log.append(reliedOn, headAfter(price.events), sampleEvents(1));
        expect(await log.appendTogether(appends, { unchanged })).toEqual(first);
        const other = appends.map((part, index) => (index === 2 ? begin(part.stream, 2) : part));
        await expect(log.appendTogether(other)).rejects.toThrow(WrongExpectedRevision);
      });

      can('is refused when a stream it relies on is not at the expected head', async () => {
        const { log } = context;
        const price = await log.append(sampleStream('price'), 'no-stream', sampleEvents(2));
        const seen = headAfter(price.events);
        const reliedOn = price.events[0]?.stream ?? '';
        const order = begin(sampleStream());
        const relying = (stream: string, expected: ExpectedHead) =>
          log.appendTogether([order], { unchanged: [{ stream, expected }] });
        await expect(relying(reliedOn, 'no-stream')).rejects.toThrow(new WrongExpectedRevision(reliedOn, 1));
        await expect(relying(reliedOn, headAfter(price.events.slice(0, 1)))).rejects.toThrow(
          new WrongExpectedRevision(reliedOn, 1),
        );
        await expect(relying(reliedOn, { ...seen, hash: 'b'.repeat(64) })).rejects.toThrow(EventLogCorrupt);
        const nowhere = sampleStream('nowhere');
        await expect(relying(nowhere, anywhere)).rejects.toThrow(
          new WrongExpectedRevision(nowhere, undefined),
        );
        expect(await idsIn(order.stream)).toEqual([]);
        await relying(reliedOn, seen);
        expect(await idsIn(order.stream)).toEqual(order.events.map(({ id }) => id));
      });

      can('accepts appends that rely on a stream only before another append changes it', async () => {
        const { log } = context;
        const price = await log.append(sampleStream('price'), 'no-stream', sampleEvents(1));
        const reliedOn = price.events[0]?.stream ?? '';
        const unchanged = [{ stream: reliedOn, expected: headAfter(price.events) }];
        const relying = (): Promise<unknown> =>
          log.appendTogether([begin(sampleStream('relying'))], { unchanged });
        const outcomes = await Promise.allSettled([
          ...Array.from({ length: 10 }, relying),
          log.append(reliedOn, headAfter(price.events), sampleEvents(1)),
          ...Array.from({ length: 10 }, relying),
        ]);
        const moved = (await log.readStream(reliedOn, everything)).at(-1)?.position ?? '';
        const accepted = (await log.readAll({ after: price.position, limit: 100 })).events.filter(
          ({ stream }) => stream.startsWith('relying'),
        );
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(accepted.length + 1);
        expect(accepted.every(({ position }) => position < moved)).toBe(true);
      });

      can('refuses only the conflicting appends of a group', async () => {
        const { log } = context;
        const taken = await log.append(sampleStream('taken'), 'no-stream', sampleEvents(1));
        const stream = taken.events[0]?.stream ?? '';
        const outcomes = await Promise.allSettled(
          Array.from({ length: 40 }, (_, index) =>
            log.appendTogether(index % 4 === 0 ? [begin(sampleStream()), begin(stream)] : acrossThree()),
          ),
        );
        expect(outcomes.map(({ status }) => status)).toEqual(
          outcomes.map((_, index) => (index % 4 === 0 ? 'rejected' : 'fulfilled')),
        );
      });

      can('refuses invalid appends before writing anything', async () => {
        const { log } = context;
        const [one, other] = [begin(sampleStream()), begin(sampleStream())];
        const refused: (readonly [readonly StreamAppend[], Parameters<typeof log.appendTogether>[1]?])[] = [
          [[]],
          [[one, { ...one, events: sampleEvents(1) }]],
          [[one, { ...other, events: one.events }]],
          [[one, { ...other, events: [] }]],
          [[begin(one.stream, eventsPerAppendMax), other]],
          [[one], { unchanged: [{ stream: one.stream, expected: anywhere }] }],
          [[one], { unchanged: [other, { stream: other.stream, expected: anywhere }] }],
          [[one], { unchanged: [{ stream: '$all', expected: 'no-stream' }] }],
          [[one], { unchanged: [{ stream: other.stream, expected: { revision: 0, hash: '' } }] }],
          [[one, { ...other, events: [{ ...sampleEvent(), type: '' }] }]],
        ];
        for (const call of refused) await expect(log.appendTogether(...call)).rejects.toThrow(InvalidAppend);
        expect([await idsIn(one.stream), await idsIn(other.stream)]).toEqual([[], []]);
      });
    });
  });
}
