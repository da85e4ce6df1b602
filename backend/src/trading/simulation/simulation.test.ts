import { expect, test } from 'vitest';
import { testAll } from '../../../../test/test-all.ts';
import { simulate } from './simulate.ts';

/** `npm run simulate` runs any number. */
const seeds = testAll ? 5_000 : 25;

test.each([
  { oneAppend: false, name: 'step by step' },
  { oneAppend: true, name: 'as one append each' },
])(
  `under ${seeds} seeds of crashes, lost replies, duplicates and conflicts actions $name break no rule`,
  async ({ oneAppend }) => {
    const violations: string[] = [];
    let faults = 0;
    for (let seed = 1; seed <= seeds; seed += 1) {
      const run = await simulate(seed, { oneAppend });
      if (run.violation !== undefined) violations.push(`seed ${seed}: ${run.violation}`);
      faults += run.faults;
    }
    expect(violations).toEqual([]);
    // Checks that faults occurred.
    expect(faults).toBeGreaterThan(2 * seeds);
  },
);

test('a seed gives the same log with or without a trace, and other seeds give others', async () => {
  const first = await simulate(7);
  const again = await simulate(7, { traced: true });
  expect(again.logHash).toBe(first.logHash);
  expect({ ...again, trace: [] }).toEqual(first);
  expect(again.trace.length).toBeGreaterThan(10);
  expect((await simulate(8)).logHash).not.toBe(first.logHash);
});
