import { expect, it } from 'vitest';
import { historyQuery } from './own-trades.ts';

it('omits empty filters', () => {
  expect(historyQuery({ from: '', to: '', status: 'all' })).toEqual({});
  expect(historyQuery({ from: '2026-11-01', to: '', status: 'live' })).toEqual({
    from: '2026-11-01',
    status: 'live',
  });
});
