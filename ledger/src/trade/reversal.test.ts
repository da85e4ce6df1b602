import { noSecondAdmin } from '@matgyo/contracts/approvals';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { Krw, Usdt } from '@matgyo/contracts/money';
import { expect, test } from 'vitest';
import { reverse } from './reversal.ts';
import type { Trade } from './trade.ts';
import { startCancelling, startCompleting } from './trade-decisions.ts';
import { given, matched, terms, tradeId } from './trade-events.fixture.ts';

const figures = { ...terms, fee: '0.0600' as Usdt, sellerReferralCode: 'FRIEND' };
const completing: TradeEvent = { type: 'TradeCompleting', data: { tradeId, sellerReferralCode: 'FRIEND' } };
const completed = [...matched, completing, { type: 'TradeCompleted', data: figures } as TradeEvent];
const why = { reason: 'COMPLETED_BY_MISTAKE', grounds: 'e'.repeat(64), approval: noSecondAdmin } as const;
const reversed: TradeEvent = { type: 'TradeReversed', data: { ...figures, ...why } };
const reversing = (trade: Trade) => reverse(trade, why);

test('reverses a completed trade as a whole, with the figures of its completion', () => {
  given(...completed)
    .when(reversing)
    .thenAppends(reversed);
  expect(given(...completed, reversed).state).toEqual({
    state: 'reversed',
    terms,
    fee: '0.0600',
    sellerReferralCode: 'FRIEND',
    reason: 'COMPLETED_BY_MISTAKE',
  });
});

test('does not reverse a trade that is not completed', () => {
  given().when(reversing).thenRefused('TRADE_NOT_FOUND');
  for (const until of [matched, [...matched, completing]])
    given(...until)
      .when(reversing)
      .thenRefused('TRADE_NOT_COMPLETED');
  const cancelled: readonly TradeEvent[] = [
    { type: 'TradeCancelling', data: { tradeId, reason: 'NO' } },
    { type: 'TradeCancelled', data: { tradeId, reason: 'NO' } },
  ];
  given(...matched, ...cancelled)
    .when(reversing)
    .thenRefused('TRADE_NOT_COMPLETED');
});

test('reverses a trade once, and no event follows', () => {
  given(...completed, reversed)
    .when(reversing)
    .thenRefused('TRADE_REVERSED');
  given(...completed, reversed)
    .when((trade) => startCompleting(trade, 'FRIEND'))
    .thenAppends();
  given(...completed, reversed)
    .when((trade) => startCancelling(trade, 'NO'))
    .thenAppends();
  for (const event of [reversed, completing, ...completed.slice(1)])
    given(...completed, reversed).thenImpossible(event, 'follows reversed');
});

test('refuses a reversal before the completion, or with other figures', () => {
  given(...matched).thenImpossible(reversed, 'follows matched');
  for (const changed of [
    { amount: '5.0000' as Usdt },
    { krw: '8399' as Krw },
    { fee: '0.0000' as Usdt },
    { sellerReferralCode: 'OTHER' },
  ])
    given(...completed).thenImpossible(
      { type: 'TradeReversed', data: { ...reversed.data, ...changed } as typeof reversed.data },
      'is reversed as it was completed',
    );
});
