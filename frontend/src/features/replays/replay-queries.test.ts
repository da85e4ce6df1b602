import type { Replay } from '@matgyo/contracts/endpoints/operations';
import { expect, it } from 'vitest';
import { isUndecided, lastComparisonOf } from './replay-queries.ts';

const at = '2026-11-20T06:00:00.000Z';
const replay = (readModel: string, kind: Replay['kind'], state: Replay['state']): Replay => ({
  _id: `${readModel} ${kind} ${state}`,
  readModel,
  kind,
  state,
  startedBy: null,
  startedAt: at,
  finishedAt: at,
  progress: { events: 10, total: 10, eventsPerSecond: 10, secondsLeft: null },
  differences: [],
  cause: null,
});
const different = replay('fees', 'rebuild', 'different');

it('the last comparison says whether the rows in use differed', () => {
  const newestFirst = [
    replay('fees', 'compare', 'compared'),
    replay('orders', 'compare', 'equal'),
    replay('trades', 'swap', 'swapped'),
    replay('trades', 'rebuild', 'different'),
    replay('stats', 'roll-back', 'rolled-back'),
    replay('stats', 'swap', 'swapped'),
    replay('journal', 'roll-back', 'failed'),
    replay('journal', 'compare', 'compared'),
  ];
  expect(lastComparisonOf('fees', newestFirst)).toEqual({ at, differs: true });
  expect(lastComparisonOf('orders', newestFirst)).toEqual({ at, differs: false });
  expect(lastComparisonOf('trades', newestFirst)).toEqual({ at, differs: false });
  expect(lastComparisonOf('stats', newestFirst)).toBeUndefined();
  expect(lastComparisonOf('journal', newestFirst)).toEqual({ at, differs: true });
});

it.each<[boolean, string, Replay]>([
  [true, 'its comparison', replay('fees', 'compare', 'compared')],
  [true, 'a swap of another read model', replay('orders', 'swap', 'swapped')],
  [false, 'its swap', replay('fees', 'swap', 'swapped')],
  [false, 'a later replay that differs as well', { ...different, _id: 'later' }],
  [false, 'a later replay that was discarded', replay('fees', 'rebuild', 'discarded')],
])('new figures wait for a decision: %s after %s', (waits, _, later) => {
  expect(isUndecided(different, [later, different])).toBe(waits);
});
