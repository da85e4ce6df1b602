import type { PaymentEvent, TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price, Rate, Usdt } from '@matgyo/contracts/money';
import { type PaymentStep, paymentSteps } from '@matgyo/contracts/payment-steps';
import { describe, expect, test } from 'vitest';
import { given as givenOf } from '../given-when-then.fixture.ts';
import {
  answerTimes,
  awaitedStep,
  evolvePayment,
  extendedByStop,
  type Mark,
  paymentBegins,
} from './payment.ts';
import {
  checkTransfer,
  expireWindow,
  extendWindow,
  markStep,
  pauseWindow,
  resumeWindow,
  takeBackStep,
} from './payment-decisions.ts';
import { tradeDecider } from './trade.ts';
import { startCompleting } from './trade-decisions.ts';

const given = givenOf(tradeDecider);
const id = (letter: string) => letter.repeat(24);
const tradeId = id('1') as TradeId;
const [sellerId, buyerId] = [id('c') as MemberId, id('d') as MemberId];
const seller = { memberId: sellerId, admin: false };
const buyer = { memberId: buyerId, admin: false };
const admin = { memberId: id('e') as MemberId, admin: true };
const stranger = { memberId: id('f') as MemberId, admin: false };
const signature = '3'.repeat(87);
const reason = 'PARTY_ASKED';
const byAdmin = { adminId: admin.memberId, reason };

const proposed: TradeEvent = {
  type: 'TradeProposed',
  data: {
    tradeId,
    sellOrderId: id('a') as OrderId,
    buyOrderId: id('b') as OrderId,
    sellerId,
    buyerId,
    amount: '6.0000' as Usdt,
    price: '1400' as Price,
    krw: '8400' as Krw,
    feeRate: '0.01' as Rate,
    feeRule: 'cumulative-v1',
  },
};
const matched = [proposed, { type: 'TradeMatched', data: { tradeId } }] as const;
const paymentSent: PaymentEvent = { type: 'PaymentSent', data: { tradeId } };
const paymentReceived: PaymentEvent = { type: 'PaymentReceived', data: { tradeId } };
const tetherSent: PaymentEvent = { type: 'TetherSent', data: { tradeId, signature } };
const tetherReceived: PaymentEvent = { type: 'TetherReceived', data: { tradeId } };
const all = [paymentSent, paymentReceived, tetherSent, tetherReceived];
const takenBack = (step: PaymentStep): PaymentEvent => ({ type: 'StepTakenBack', data: { tradeId, step } });
const arrived: PaymentEvent = {
  type: 'TransferChecked',
  data: { tradeId, signature, outcome: 'arrived', amount: '6.0000' as Usdt },
};
const paused: PaymentEvent = { type: 'WindowPaused', data: { tradeId, reason } };
const resumed: PaymentEvent = { type: 'WindowResumed', data: { tradeId, reason } };
const extended: PaymentEvent = { type: 'WindowExtended', data: { tradeId, minutes: 30, reason } };
const expired: PaymentEvent = { type: 'WindowExpired', data: { tradeId, step: 'payment-sent', minutes: 60 } };
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

  test('has a window that can be moved a limited number of times, and always be resumed', () => {
    const pause = { type: 'WindowPaused', data: { tradeId, reason: 'BANK_CLOSED' } } as const;
    const resume = { type: 'WindowResumed', data: { tradeId, reason: 'BANK_OPEN' } } as const;
    const often = Array.from({ length: 100 }, () => [pause, resume]).flat();
    const moved = { adminId: admin.memberId, reason: 'BANK_CLOSED' };
    given(...matched, ...often)
      .when((trade) => pauseWindow(trade, moved))
      .thenRefused('TOO_MANY_STEPS');
    given(...matched, ...often, pause)
      .when((trade) => resumeWindow(trade, moved))
      .thenTypes('WindowResumed');
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

describe('the window of a step', () => {
  test('is paused, resumed and extended by an admin, with a reason', () => {
    given(...matched)
      .when((trade) => pauseWindow(trade, byAdmin))
      .thenAppends(paused);
    given(...matched, paused)
      .when((trade) => pauseWindow(trade, byAdmin))
      .thenRefused('WINDOW_PAUSED');
    given(...matched, paused)
      .when((trade) => resumeWindow(trade, byAdmin))
      .thenAppends(resumed);
    given(...matched)
      .when((trade) => resumeWindow(trade, byAdmin))
      .thenRefused('WINDOW_NOT_PAUSED');
    given(...matched)
      .when((trade) =>
        extendWindow(trade, { ...byAdmin, minutes: 30, windowMinutes: 60, at: '2026-01-02T03:10:00.000Z' }),
      )
      .thenAppends({ type: 'WindowExtended', data: { tradeId, minutes: 30, reason } });
    given(...matched, ...all)
      .when((trade) =>
        extendWindow(trade, { ...byAdmin, minutes: 30, windowMinutes: 60, at: '2026-01-02T03:10:00.000Z' }),
      )
      .thenRefused('WINDOW_OVER');
    given(...matched)
      .when((trade) => pauseWindow(trade, { adminId: sellerId, reason }))
      .thenRefused('OWN_ORDER');
    given(...matched, paused).thenImpossible(paused, 'paused once');
    given(...matched).thenImpossible(resumed, 'resumed after a pause');
    given(...matched, ...all).thenImpossible(paused, 'while a step is awaited');
  });

  test('gets the added minutes from now on once it has expired, so that it does not expire again at once', () => {
    // It began at 03:04:05.678 and ended an hour later.
    const extend = (at: string) => (trade: Parameters<typeof extendWindow>[0]) =>
      extendWindow(trade, { ...byAdmin, minutes: 30, windowMinutes: 60, at });
    const added = (minutes: number): PaymentEvent => ({
      type: 'WindowExtended',
      data: { tradeId, minutes, reason },
    });
    given(...matched, expired)
      .when(extend('2026-01-02T06:04:05.678Z'))
      .thenAppends(added(150));
    given(...matched, expired)
      .when(extend('2026-01-02T04:04:05.679Z'))
      .thenAppends(added(31));
    given(...matched)
      .when(extend('2026-01-02T06:04:05.678Z'))
      .thenAppends(added(30));
    // The pause counts until the window is resumed.
    const stopped = given(...matched, expired, paused);
    stopped.when(extend('2026-01-02T09:04:05.678Z')).thenAppends(added(30));
  });

  test('expires once, not early and not while it is paused', () => {
    // Events of these histories happen at 03:04:05.678.
    const [early, late] = ['2026-01-02T04:04:05.677Z', '2026-01-02T04:04:05.678Z'];
    const expire = (at: string) => (trade: Parameters<typeof expireWindow>[0]) =>
      expireWindow(trade, { minutes: 60, at, cancelsUnpaid: false });
    given(...matched)
      .when(expire(early))
      .thenAppends();
    given(...matched)
      .when(expire(late))
      .thenAppends(expired);
    for (const history of [[expired], [paused], all, [expired, paused, resumed]])
      given(...matched, ...history)
        .when(expire(late))
        .thenAppends();
    given(...matched, expired, extended)
      .when(expire(late))
      .thenAppends();
    given(...matched, expired, extended)
      .when(expire('2026-01-02T04:34:05.678Z'))
      .thenAppends(expired);
    given(...matched, expired).thenImpossible(expired, 'expires once');
    given(...matched, paused).thenImpossible(expired, 'not in a pause');
    given(...matched, paymentSent).thenImpossible(expired, 'the awaited step');
    given(proposed).when(expire(late)).thenAppends();
  });

  test('cancels the trade when it expires without won sent, if configured', () => {
    const late = '2027-01-01T00:00:00.000Z';
    const expire = (trade: Parameters<typeof expireWindow>[0]) =>
      expireWindow(trade, { minutes: 60, at: late, cancelsUnpaid: true });
    given(...matched)
      .when(expire)
      .thenAppends({ ...expired, data: { ...expired.data, cancels: true } } as PaymentEvent, {
        type: 'TradeCancelling',
        data: { tradeId, reason: 'PAYMENT_OVERDUE' },
      });
    given(...matched, paymentSent)
      .when(expire)
      .thenTypes('WindowExpired');
    given(...matched, paymentSent, takenBack('payment-sent'))
      .when(expire)
      .thenTypes('WindowExpired');
    given(...matched, paused)
      .when(expire)
      .thenAppends();
    given(...matched, expired)
      .when(expire)
      .thenAppends();
  });

  const minute = (number: number) => `2026-01-01T00:${String(number).padStart(2, '0')}:00.000Z`;
  const windowAfter = (...events: readonly (readonly [minute: number, PaymentEvent])[]) =>
    events.reduce(
      (payment, [number, event]) => evolvePayment(payment, event, minute(number)),
      paymentBegins(minute(0)),
    ).window;

  test('restarts with each mark, and is restored when the mark is undone', () => {
    expect(windowAfter([7, paymentSent]).from).toBe(minute(7));
    expect(windowAfter([7, paymentSent], [9, takenBack('payment-sent')]).from).toBe(minute(0));
    const again = windowAfter([5, expired], [7, paymentSent], [9, takenBack('payment-sent')]);
    expect(again).toEqual({ from: minute(0), pausedAt: null, expired: true });
  });

  test('keeps what a pause, a dispute or an admin added since a mark, when the mark is undone', () => {
    const undone = [20, takenBack('payment-sent')] as const;
    expect(windowAfter([5, paymentSent], [6, paused], [16, resumed], undone).from).toBe(minute(10));
    expect(windowAfter([5, paymentSent], [6, extended], undone).from).toBe(minute(30));
    const stillPaused = windowAfter([5, paymentSent], [6, paused], undone);
    expect(stillPaused).toEqual({ from: minute(0), pausedAt: minute(6), expired: false });
    const disputed = evolvePayment(paymentBegins(minute(0)), paymentSent, minute(5));
    const back = extendedByStop(disputed, { from: minute(7), to: minute(17) });
    expect(evolvePayment(back, takenBack('payment-sent'), minute(20)).window.from).toBe(minute(10));
  });

  test('is extended by a pause, and a pause continues over the next step', () => {
    expect(windowAfter([2, paused], [12, resumed]).from).toBe(minute(10));
    expect(windowAfter([2, paused], [5, paymentSent])).toMatchObject({
      from: minute(5),
      pausedAt: minute(5),
    });
    expect(windowAfter([2, paused], [5, paymentSent], [9, resumed]).from).toBe(minute(9));
    expect(
      windowAfter([2, paused], [5, paymentSent], [6, takenBack('payment-sent')], [8, resumed]).from,
    ).toBe(minute(6));
    // Two writers' clocks may disagree.
    expect(windowAfter([9, paused], [8, resumed]).from).toBe(minute(0));
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
