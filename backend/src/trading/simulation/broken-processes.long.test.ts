import { describe, expect, test } from 'vitest';
import { type BrokenRule, brokenStepHandlers } from './broken-step-handlers.ts';
import { simulate } from './simulate.ts';

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
