import { describe, expect, test } from 'vitest';
import { type BrokenRule, brokenStepHandlers } from './broken-step-handlers.ts';
import { simulate } from './simulate.ts';

/** `npm run simulate` runs as many as one likes. */
const seeds = process.env['TEST_ALL'] === '1' ? 5_000 : 100;

test.each([
  { oneAppend: false, name: 'step by step' },
  { oneAppend: true, name: 'as one append each' },
])(
  `under ${seeds} seeds of crashes, lost replies, duplicates and conflicts acts $name break no rule`,
  async ({ oneAppend }) => {
    const violations: string[] = [];
    let faults = 0;
    for (let seed = 1; seed <= seeds; seed += 1) {
      const run = await simulate(seed, { oneAppend });
      if (run.violation !== undefined) violations.push(`seed ${seed}: ${run.violation}`);
      faults += run.faults;
    }
    expect(violations).toEqual([]);
    // A simulator that injects nothing proves nothing.
    expect(faults).toBeGreaterThan(2 * seeds);
  },
  120_000,
);

test('the same seed leaves the same log, whether it is traced or not, and other seeds leave others', async () => {
  const first = await simulate(7);
  const again = await simulate(7, { traced: true });
  expect(again.logHash).toBe(first.logHash);
  expect({ ...again, trace: [] }).toEqual(first);
  expect(again.trace.length).toBeGreaterThan(10);
  expect((await simulate(8)).logHash).not.toBe(first.logHash);
});

describe('the simulator finds a process that breaks one rule of the design', () => {
  // Which seed finds it first changes with every change of the process: `npm run simulate -- --break <rule>` says.
  test.each(Object.keys(brokenStepHandlers) as BrokenRule[])('%s, by what comes of it', async (rule) => {
    const found = await firstViolation({ stages: brokenStepHandlers[rule], judgesSteps: false });
    expect(found).toMatch(/^seed \d+: (trades: |unexpected InvariantBroken: )trade #/);
  });

  test('release-before-deciding also at the step itself', async () => {
    const found = await firstViolation({ stages: brokenStepHandlers['release-before-deciding'] });
    expect(found).toMatch(/^seed \d+: trades: trade # (is refused|releases) while it is proposed$/);
  });
});

test('the simulator finds a log that takes appends however late they come', async () => {
  const found = await firstViolation({ refusesLate: false, faultsOfAppends: ['crash late'] });
  expect(found).toMatch(/^seed \d+: invariant 7: .+ is answered no, (and then comes \w+|\w+: true)$/);
});

async function firstViolation(options: Parameters<typeof simulate>[1]): Promise<string | undefined> {
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const { violation } = await simulate(seed, options);
    if (violation !== undefined) return `seed ${seed}: ${violation.replace(/[0-9a-f]{24}/, '#')}`;
  }
  return undefined;
}
