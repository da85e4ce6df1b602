import { describe, expect, test } from 'vitest';
import { testAll } from '../../../../test/test-all.ts';
import { type BrokenRule, brokenStepHandlers } from './broken-step-handlers.ts';
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
    // A simulator without faults proves nothing.
    expect(faults).toBeGreaterThan(2 * seeds);
  },
  120_000,
);

test('a seed gives the same log with or without a trace, and other seeds give others', async () => {
  const first = await simulate(7);
  const again = await simulate(7, { traced: true });
  expect(again.logHash).toBe(first.logHash);
  expect({ ...again, trace: [] }).toEqual(first);
  expect(again.trace.length).toBeGreaterThan(10);
  expect((await simulate(8)).logHash).not.toBe(first.logHash);
});

describe('finds a process that breaks one rule of the design', () => {
  // The first seed that finds it changes with the process: see `npm run simulate -- --break <rule>`.
  test.each(Object.keys(brokenStepHandlers) as BrokenRule[])('%s, by its results', async (rule) => {
    const found = await firstViolation({ stepHandlers: brokenStepHandlers[rule], judgesSteps: false });
    expect(found).toMatch(/^seed \d+: (trades: |unexpected InvariantBroken: )trade #/);
  });

  test('release-before-deciding, also by the step itself', async () => {
    const found = await firstViolation({ stepHandlers: brokenStepHandlers['release-before-deciding'] });
    expect(found).toMatch(/^seed \d+: trades: trade # (is refused|releases) while it is proposed$/);
  });
});

test('finds a log that accepts late appends', async () => {
  const found = await firstViolation({ refusesLate: false, faultsOfAppends: ['crash late'] });
  expect(found).toMatch(/^seed \d+: invariant 7: .+ is answered no, (and then comes \w+|[\w,]+: true)$/);
});

async function firstViolation(options: Parameters<typeof simulate>[1]): Promise<string | undefined> {
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const { violation } = await simulate(seed, options);
    if (violation !== undefined) return `seed ${seed}: ${violation.replace(/[0-9a-f]{24}/, '#')}`;
  }
  return undefined;
}
