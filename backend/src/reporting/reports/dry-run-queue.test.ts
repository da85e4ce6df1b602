import { expect, test } from 'vitest';
import { createDryRunQueue } from './dry-run-queue.ts';

interface Numbered {
  readonly run: number;
  readonly after?: string;
}

test('refuses a ninth unfinished dry run of any kind, and takes more when one has ended', async () => {
  const ending = Array.from({ length: 8 }, () => Promise.withResolvers<number>());
  const dryRunsOf = createDryRunQueue(Date.now);
  const [fees, levels] = [
    dryRunsOf(({ run }: Numbered) => ending[run]?.promise ?? Promise.resolve(run)),
    dryRunsOf(({ run }: Numbered) => Promise.resolve(run)),
  ];
  const results = ending.map((_, run) => fees.result({ run }));
  expect(() => levels.result({ run: 8 })).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }));
  // A query that is running is no further run.
  expect(fees.result({ run: 7 })).toBe(results[7]);
  ending[0]?.resolve(0);
  ending[1]?.resolve(1);
  // The second starts once the first has ended.
  await results[1];
  expect(levels.result({ run: 8 })).toBeInstanceOf(Promise);
  for (const [run, { resolve }] of ending.entries()) resolve(run);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('a result up to now is kept for ten seconds, one up to an event for good', async () => {
  let ms = 0;
  let runs = 0;
  const { result } = createDryRunQueue(() => ms)(async (_: { after?: string }) => (runs += 1));
  const both = async () => [await result({}), await result({ after: 'an event' })];
  expect(await both()).toEqual([1, 2]);
  ms = 10_000;
  expect(await both()).toEqual([1, 2]);
  ms = 10_001;
  expect(await both()).toEqual([3, 2]);
  // The clock is set back.
  ms = 0;
  expect(await both()).toEqual([4, 2]);
});
