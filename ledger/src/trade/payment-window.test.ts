import type { PaymentEvent } from '@matgyo/contracts/events/trade-events';
import type { PaymentStep } from '@matgyo/contracts/payment-steps';
import { describe, expect, test } from 'vitest';
import { evolvePayment, extendedByStop, paymentBegins } from './payment.ts';
import { expireWindow, extendWindow, pauseWindow, resumeWindow } from './payment-decisions.ts';
import type { Trade } from './trade.ts';
import {
  admin,
  all,
  byAdmin,
  expired,
  extended,
  given,
  matched,
  paused,
  paymentReceived,
  paymentSent,
  proposed,
  reason,
  resumed,
  sellerId,
  takenBack,
  tradeId,
} from './trade-events.fixture.ts';

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

  test.each([
    { move: pauseWindow, before: [], appended: paused },
    { move: resumeWindow, before: [paused], appended: resumed },
    { move: extendWindow, before: [], appended: extended },
  ])(
    '$move.name moves no other one than that of the step which the admin saw',
    ({ move, before, appended }) => {
      const of = (step: PaymentStep) => (trade: Trade) =>
        move(trade, { ...byAdmin, step, minutes: 30, windowMinutes: 60, at: '2026-01-02T03:10:00.000Z' });
      const seen = of('payment-sent');
      given(...matched, ...before)
        .when(seen)
        .thenAppends(appended);
      given(...matched, ...before, paymentSent)
        .when(seen)
        .thenRefused('STEPS_CHANGED', { marked: 'payment-sent' });
      given(...matched, ...before, paymentSent, takenBack('payment-sent'))
        .when(of('payment-received'))
        .thenRefused('STEPS_CHANGED', { marked: null });
      given(...matched, ...before, ...all)
        .when(seen)
        .thenRefused('WINDOW_OVER');
    },
  );

  test('gets the added minutes from now on once it has ended, so that it does not expire at once', () => {
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
    // Its end is not recorded yet.
    given(...matched)
      .when(extend('2026-01-02T06:04:05.678Z'))
      .thenAppends(added(150));
    given(...matched, expired)
      .when(extend('2026-01-02T04:04:05.679Z'))
      .thenAppends(added(31));
    given(...matched)
      .when(extend('2026-01-02T04:04:05.678Z'))
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

  test('can be moved a limited number of times, and always be resumed', () => {
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

  const minute = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString();
  const windowAfter = (...events: readonly (readonly [minute: number, PaymentEvent])[]) =>
    events.reduce(
      (payment, [number, event]) => evolvePayment(payment, event, minute(number)),
      paymentBegins(minute(0)),
    ).window;

  test('restarts with each mark, and is restored when the mark is undone', () => {
    expect(windowAfter([7, paymentSent]).from).toBe(minute(7));
    expect(windowAfter([7, paymentSent], [9, takenBack('payment-sent')]).from).toBe(minute(0));
    const again = windowAfter([5, expired], [7, paymentSent], [9, takenBack('payment-sent')]);
    expect(again).toMatchObject({ from: minute(0), pausedAt: null, expired: true });
  });

  test('is not over any more when the mark is undone, if time was added since that has not passed yet', () => {
    const over = (...events: readonly (readonly [minute: number, PaymentEvent])[]) =>
      windowAfter([60, expired], [62, paymentSent], ...events);
    const undone = takenBack('payment-sent');
    const running = { from: minute(30), pausedAt: null, expired: false };
    expect(over([63, extended], [89, undone])).toMatchObject(running);
    expect(over([63, extended], [90, undone])).toMatchObject({ ...running, expired: true });
    expect(over([63, paused], [80, resumed], [81, undone])).toMatchObject({
      from: minute(17),
      expired: true,
    });
    // A pause stops what was added, too.
    expect(over([63, extended], [64, paused], [120, undone])).toMatchObject({
      expired: false,
      pausedAt: minute(64),
    });
    expect(
      windowAfter(
        [60, expired],
        [62, paymentSent],
        [63, paymentReceived],
        [64, extended],
        [65, takenBack('payment-received')],
        [66, undone],
      ),
    ).toMatchObject(running);
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
