import { tradeHistoryFilters } from '@matgyo/contracts/endpoints/own-trades';
import { expect, it } from 'vitest';
import { historyQuery, historyStatuses } from './own-trades.ts';

it('offers the server’s filters of the trade history', () => {
  expect(historyStatuses).toEqual(['all', ...tradeHistoryFilters]);
});

it('leaves empty filters out', () => {
  expect(historyQuery({ from: '', to: '', status: 'all' })).toEqual({});
  expect(historyQuery({ from: '2026-11-01', to: '', status: 'live' })).toEqual({
    from: '2026-11-01',
    status: 'live',
  });
});
