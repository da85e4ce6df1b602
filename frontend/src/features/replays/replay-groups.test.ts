import type { Replay } from '@matgyo/contracts/endpoints/operations';
import { describe, expect, it } from 'vitest';
import { groupReplays } from './replay-groups.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 6, minute)).toISOString();

function replay(readModel: string, minute: number, changes: Partial<Replay> = {}): Replay {
  return {
    _id: `${readModel}-${minute}`,
    readModel,
    kind: 'compare',
    state: 'equal',
    startedBy: { _id: 'admin', nickname: 'admin' },
    startedAt: at(minute),
    finishedAt: at(minute),
    progress: { events: 10, total: 10, eventsPerSecond: 10, secondsLeft: null },
    differences: [],
    cause: null,
    ...changes,
  };
}

const idsOf = (replays: readonly Replay[]) =>
  groupReplays(replays).map((group) => group.map(({ _id }) => _id));

describe('replays are grouped', () => {
  it('into the runs that compared all read models', () => {
    expect(idsOf([replay('fees', 4), replay('orders', 4), replay('fees', 3), replay('orders', 2)])).toEqual([
      ['fees-4', 'orders-4'],
      ['fees-3', 'orders-2'],
    ]);
  });

  it.each<[string, Partial<Replay>]>([
    ['differs', { state: 'compared' }],
    ['is not finished', { state: 'running', finishedAt: null }],
    ['rebuilds', { kind: 'rebuild', state: 'swapped' }],
    ['another admin started', { startedBy: { _id: 'other', nickname: 'other' } }],
    ['began long after', { startedAt: at(30), finishedAt: at(30) }],
  ])('except one that %s', (_, changes) => {
    const run = [replay('fees', 3), replay('orders', 3)];
    expect(idsOf([replay('prices', 4, changes), ...run])).toEqual([['prices-4'], ['fees-3', 'orders-3']]);
  });
});
