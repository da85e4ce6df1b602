import { expect, it } from 'vitest';
import { stuckIn } from './waiting.tsx';

it('names since when the oldest of all kinds is stuck', () => {
  const at = (hour: number) => `2026-11-20T0${hour}:00:00.000Z`;
  const model = (hour: number) => ({ halted: { since: at(hour) } });
  const stuck = (trades: readonly number[], models: readonly number[], refused?: number) =>
    stuckIn({
      trades: trades.map((hour) => ({ since: at(hour) })),
      readModels: [{ halted: null }, ...models.map(model)],
      codeBudgets: [{}],
      signing: { refused: refused === undefined ? null : { since: at(refused) } },
    } as never);
  expect(stuck([2], [3], 4)).toEqual({ total: 4, oldest: at(2) });
  expect(stuck([], [3, 1], 2)).toEqual({ total: 4, oldest: at(1) });
  expect(stuck([], [])).toEqual({ total: 1, oldest: undefined });
});
