import { tradeHistoryFilters } from '@matgyo/contracts/endpoints/own-trades';
import { expect, it } from 'vitest';
import { historyQuery, historyStatuses } from './own-trades.ts';

it('a trade history is filtered by the states the server knows, or not at all', () => {
  expect(historyStatuses).toEqual(['all', ...tradeHistoryFilters]);
});

it('what is not asked for is not sent', () => {
  expect(historyQuery({ from: '', to: '', status: 'all' })).toEqual({});
  expect(historyQuery({ from: '2026-11-01', to: '', status: 'live' })).toEqual({
    from: '2026-11-01',
    status: 'live',
  });
});
