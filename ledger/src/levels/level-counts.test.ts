import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { CaseId, TradeId } from '@matgyo/contracts/ids';
import { expect, test } from 'vitest';
import { countedBy, mayCount } from './level-counts.ts';

const tradeId = '1'.repeat(24) as TradeId;

test.each([
  ['payment-sent', 'buy'],
  ['payment-received', 'sell'],
  ['tether-sent', 'sell'],
  ['tether-received', 'buy'],
] as const)('an overdue step counts for the party who owes it: %s', (step, side) => {
  const event: TradeEvent = { type: 'WindowExpired', data: { tradeId, step, minutes: 60 } };
  expect(mayCount(event)).toBe(true);
  expect(countedBy(event, undefined)).toEqual([{ side, what: 'overdue', by: 1 }]);
});

test('other events count for no party', () => {
  const event: TradeEvent = { type: 'TradeMatched', data: { tradeId } };
  expect(mayCount(event)).toBe(false);
  expect(countedBy(event, 'sell')).toEqual([]);
});

test('a ruling that neither party lost counts for none, nor does an appeal that confirms one', () => {
  const ofCase = { tradeId, caseId: '2'.repeat(24) as CaseId, grounds: 'e'.repeat(64) };
  const agreed: TradeEvent = {
    type: 'CaseRuled',
    data: { ...ofCase, outcome: 'complete', reasons: ['PARTIES_AGREED'] },
  };
  const confirmed: TradeEvent = { type: 'AppealRuled', data: { ...ofCase, outcome: 'confirm' } };
  expect([agreed, confirmed].map((event) => countedBy(event, 'sell'))).toEqual([[], []]);
});
