import type { PaymentEvent, TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { Usdt } from '@matgyo/contracts/money';
import { type PaymentStep, paymentSteps } from '@matgyo/contracts/payment-steps';
import { describe, expect, test } from 'vitest';
import { answerTimes, awaitedStep, type Mark } from './payment.ts';
import { checkTransfer, markStep, pauseWindow, takeBackStep } from './payment-decisions.ts';
import type { Trade } from './trade.ts';
import { startCancelling, startCompleting } from './trade-decisions.ts';
import {
  admin,
  all,
  arrived,
  buyer,
  given,
  matched,
  paymentReceived,
  paymentSent,
  proposed,
  reason,
  seller,
  signature,
  stranger,
  takenBack,
  tetherReceived,
  tetherSent,
  tradeId,
} from './trade-events.fixture.ts';

const actors = {
  'payment-sent': buyer,
  'payment-received': seller,
  'tether-sent': seller,
  'tether-received': buyer,
};

describe('a step', () => {
  test.each(paymentSteps)('%s is marked in order, by the party who owes it', (step) => {
    const index = paymentSteps.indexOf(step);
    const before = given(...matched, ...all.slice(0, index));
    before
      .when((trade) => markStep(trade, { step, actor: actors[step], signature }))
      .thenAppends(all[index] as PaymentEvent);
    const other = actors[step] === buyer ? seller : buyer;
    before.when((trade) => markStep(trade, { step, actor: other, signature })).thenRefused('STEP_NOT_YOURS');
    before.when((trade) => markStep(trade, { step, actor: stranger })).thenRefused('TRADE_NOT_FOUND');
    given(...matched, ...all.slice(0, index + 1))
      .when((trade) => markStep(trade, { step, actor: actors[step], signature }))
      .thenRefused('STEP_ALREADY_MARKED');
  });

  test('cannot be marked before earlier ones', () => {
    given(...matched, paymentSent)
      .when((trade) => markStep(trade, { step: 'tether-sent', actor: seller, signature }))
      .thenRefused('STEP_OUT_OF_ORDER', { next: 'payment-received' });
    given(...matched, paymentSent).thenImpossible(tetherSent, 'comes in its turn');
  });

  test('of sending USDT names the transaction, that of sending won its evidence', () => {
    given(...matched, paymentSent, paymentReceived)
      .when((trade) => markStep(trade, { step: 'tether-sent', actor: seller }))
      .thenRefused('STEP_NEEDS_SIGNATURE');
    const evidence = 'a'.repeat(64);
    given(...matched)
      .when((trade) => markStep(trade, { step: 'payment-sent', actor: buyer, evidence, signature }))
      .thenAppends({ type: 'PaymentSent', data: { tradeId, evidence } });
    given(...matched)
      .when((trade) => markStep(trade, { step: 'payment-sent', actor: buyer, method: 'cash-deposit' }))
      .thenAppends({ type: 'PaymentSent', data: { tradeId, method: 'cash-deposit' } });
    const marks = [{ step: 'payment-sent', method: null, evidence, signature: null }];
    expect(given(...matched, { type: 'PaymentSent', data: { tradeId, evidence } }).state).toMatchObject({
      payment: { marks },
    });
    given(...matched, paymentSent)
      .when((trade) => markStep(trade, { step: 'payment-received', actor: seller, evidence, signature }))
      .thenAppends(paymentReceived);
    given(...matched, paymentSent, paymentReceived)
      .when((trade) => markStep(trade, { step: 'tether-sent', actor: admin, reason, evidence }))
      .thenAppends({ type: 'TetherSent', data: { tradeId, reason } } as PaymentEvent);
  });

  test('is marked by an admin for the party, with a reason', () => {
    const step = 'payment-sent';
    given(...matched)
      .when((trade) => markStep(trade, { step, actor: admin }))
      .thenRefused('STEP_NEEDS_REASON');
    given(...matched)
      .when((trade) => markStep(trade, { step, actor: admin, reason }))
      .thenAppends({ type: 'PaymentSent', data: { tradeId, reason } });
    // A party that is an admin acts for its own side, not the other.
    given(...matched)
      .when((trade) => markStep(trade, { step, actor: { ...seller, admin: true }, reason }))
      .thenRefused('STEP_NOT_YOURS');
    given(...matched)
      .when((trade) => markStep(trade, { step, actor: { ...buyer, admin: true }, reason }))
      .thenAppends(paymentSent);
  });

  test('is undone by its author while no later step is marked', () => {
    const step = 'payment-sent';
    const marked = given(...matched, paymentSent);
    marked.when((trade) => takeBackStep(trade, { step, actor: buyer })).thenAppends(takenBack(step));
    marked.when((trade) => takeBackStep(trade, { step, actor: admin })).thenRefused('STEP_NOT_YOURS');
    marked.when((trade) => takeBackStep(trade, { step, actor: seller })).thenRefused('STEP_NOT_YOURS');
    given(...matched)
      .when((trade) => takeBackStep(trade, { step, actor: buyer }))
      .thenRefused('STEP_NOT_MARKED');
    given(...matched, paymentSent, paymentReceived)
      .when((trade) => takeBackStep(trade, { step, actor: buyer }))
      .thenRefused('STEP_FOLLOWED');
    given(...matched, paymentSent, paymentReceived).thenImpossible(takenBack(step), 'only the last mark');
    const forParty = given(...matched, { type: 'PaymentSent', data: { tradeId, reason } });
    forParty.when((trade) => takeBackStep(trade, { step, actor: admin })).thenAppends(takenBack(step));
    forParty.when((trade) => takeBackStep(trade, { step, actor: buyer })).thenRefused('STEP_NOT_YOURS');
  });

  test('exists in a matched trade only', () => {
    const mark = (trade: Parameters<typeof markStep>[0]) =>
      markStep(trade, { step: 'payment-sent', actor: buyer });
    given().when(mark).thenRefused('TRADE_NOT_FOUND');
    given(proposed).when(mark).thenRefused('TRADE_NOT_MATCHED');
    const cancelling: TradeEvent = { type: 'TradeCancelling', data: { tradeId, reason } };
    const cancelled: TradeEvent = { type: 'TradeCancelled', data: { tradeId, reason } };
    given(...matched, cancelling)
      .when(mark)
      .thenRefused('TRADE_NOT_MATCHED');
    given(...matched, cancelling, cancelled)
      .when(mark)
      .thenRefused('TRADE_ALREADY_FINISHED', { state: 'cancelled' });
    given(...matched, cancelling).thenImpossible(paymentSent);
    given(
      proposed,
      { type: 'TradeRejecting', data: { tradeId, reason } },
      { type: 'TradeRejected', data: { tradeId, reason } },
    )
      .when(mark)
      .thenRefused('TRADE_ALREADY_FINISHED', { state: 'rejected' });
  });

  test('is not required: an admin can complete at any time, with a reason if a mark is missing', () => {
    const data = { tradeId, sellerReferralCode: null };
    for (const marks of [[], all.slice(0, 2)])
      given(...matched, ...marks)
        .when((trade) => startCompleting(trade, null, 'CONFIRMED_IN_CHAT'))
        .thenAppends({ type: 'TradeCompleting', data: { ...data, reason: 'CONFIRMED_IN_CHAT' } });
    given(...matched)
      .when((trade) => startCompleting(trade, null))
      .thenAppends({ type: 'TradeCompleting', data });
    given(...matched, ...all)
      .when((trade) => startCompleting(trade, null, 'CONFIRMED_IN_CHAT'))
      .thenAppends({ type: 'TradeCompleting', data });
  });

  test.each<[seen: PaymentStep | null, marked: PaymentStep | null]>([
    [null, 'payment-sent'],
    ['payment-sent', null],
    ['payment-sent', 'payment-received'],
    ['tether-received', 'tether-sent'],
  ])('an admin who saw %s as the last mark ends no trade in which it is %s', (seen, marked) => {
    const upTo = (step: PaymentStep | null) =>
      all.slice(0, step === null ? 0 : paymentSteps.indexOf(step) + 1);
    const changed = given(...matched, ...upTo(marked));
    const unchanged = given(...matched, ...upTo(seen));
    const cancel = (trade: Trade) => startCancelling(trade, reason, seen);
    const complete = (trade: Trade) => startCompleting(trade, null, undefined, seen);
    changed.when(cancel).thenRefused('STEPS_CHANGED', { marked });
    changed.when(complete).thenRefused('STEPS_CHANGED', { marked });
    unchanged.when(cancel).thenTypes('TradeCancelling');
    unchanged.when(complete).thenTypes('TradeCompleting');
  });

  test('can be undone a limited number of times; marking and moving a window remain possible', () => {
    const marksAndUndos = Array.from({ length: 50 }, () => [paymentSent, takenBack('payment-sent')]).flat();
    const atLimit = given(...matched, ...marksAndUndos);
    atLimit
      .when((trade) => markStep(trade, { step: 'payment-sent', actor: buyer }))
      .thenAppends({ type: 'PaymentSent', data: { tradeId } });
    atLimit.when((trade) => startCompleting(trade, null)).thenTypes('TradeCompleting');
    const moved = { adminId: admin.memberId, reason: 'BANK_CLOSED' };
    atLimit.when((trade) => pauseWindow(trade, moved)).thenTypes('WindowPaused');
    given(...matched, ...marksAndUndos, paymentSent)
      .when((trade) => takeBackStep(trade, { step: 'payment-sent', actor: buyer }))
      .thenRefused('TOO_MANY_STEPS');
  });
});

describe('the named USDT transaction', () => {
  const toTether = [...matched, paymentSent, paymentReceived];
  const seen = { signature, outcome: 'arrived', amount: '6.0000' as Usdt } as const;

  test('is recorded once with its outcome, also after the buyer has marked the last step', () => {
    given(...toTether, tetherSent)
      .when((trade) => checkTransfer(trade, seen))
      .thenAppends(arrived);
    given(...toTether, tetherSent, tetherReceived)
      .when((trade) => checkTransfer(trade, seen))
      .thenAppends(arrived);
    given(...toTether, tetherSent, arrived)
      .when((trade) => checkTransfer(trade, { ...seen, outcome: 'failed' }))
      .thenAppends();
    given(...toTether, tetherSent, arrived).thenImpossible(arrived, 'checked once');
    const transfer = { outcome: 'arrived', amount: '6.0000' };
    expect(given(...toTether, tetherSent, arrived).state).toMatchObject({
      payment: { marks: [{ transfer: null }, { transfer: null }, { transfer }] },
    });
  });

  test('is ignored once the mark is undone or names another, or the trade ends', () => {
    const other = { ...seen, signature: '5'.repeat(87) };
    given(...toTether, tetherSent)
      .when((trade) => checkTransfer(trade, other))
      .thenAppends();
    given(...toTether, tetherSent, takenBack('tether-sent'))
      .when((trade) => checkTransfer(trade, seen))
      .thenAppends();
    given(...toTether, tetherSent, { type: 'TradeCancelling', data: { tradeId, reason } })
      .when((trade) => checkTransfer(trade, seen))
      .thenAppends();
    given(...toTether).thenImpossible(arrived, 'checked once');
    given(...toTether, tetherSent, arrived, takenBack('tether-sent'), tetherSent)
      .when((trade) => checkTransfer(trade, seen))
      .thenAppends(arrived);
  });
});

test('has no pending step after four steps', () => {
  const { state } = given(...matched, ...all);
  if (state.state !== 'matched') throw new Error('the trade is matched');
  expect(state.payment.marks.map(({ step }) => step)).toEqual(paymentSteps);
  expect(awaitedStep(state.payment)).toBeUndefined();
});

describe('the times of answers', () => {
  const mark = (at: string, byAdmin = false) => ({ at: `2026-01-02T${at}.000Z`, byAdmin }) as Mark;
  const matched = '2026-01-02T03:00:00.000Z';

  test('are whole minutes, from the match to the won sent and from then to the won received', () => {
    const marks = [mark('03:07:59'), mark('03:20:00')];
    expect(answerTimes({ marks }, matched)).toEqual({ pay: 7, confirm: 12 });
  });

  test('are unknown for steps not marked, or marked by an admin', () => {
    expect(answerTimes({ marks: [] }, matched)).toEqual({ pay: null, confirm: null });
    const marks = [mark('03:07:59', true), mark('03:20:00')];
    expect(answerTimes({ marks }, matched)).toEqual({ pay: null, confirm: 12 });
  });

  test('are never negative, even if clocks differ', () => {
    expect(answerTimes({ marks: [mark('02:59:00')] }, matched)).toEqual({ pay: 0, confirm: null });
  });
});
