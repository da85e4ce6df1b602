import { casesMax, type RulingOutcome, statementsMax } from '@matgyo/contracts/cases';
import type { CaseEvent, PaymentEvent, TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { Krw, Price, Usdt } from '@matgyo/contracts/money';
import { describe, expect, test } from 'vitest';
import { evolveCases, noCases } from './case.ts';
import { addStatement, openCase, releaseCase, ruleCase, takeCase, withdrawCase } from './case-decisions.ts';
import { paymentBegins } from './payment.ts';
import { expireWindow, extendWindow, markStep, pauseWindow, takeBackStep } from './payment-decisions.ts';
import { startCancelling, startCompleting } from './trade-decisions.ts';
import {
  admin,
  adminId,
  buyer,
  buyerId,
  caseId,
  given,
  grounds,
  matched,
  otherAdmin,
  otherCase,
  paymentSent,
  proposed,
  seller,
  sellerId,
  statement,
  stranger,
  tradeId,
} from './trade-events.fixture.ts';

const reason = 'PAYMENT_NOT_RECEIVED';

const opened: CaseEvent = { type: 'CaseOpened', data: { tradeId, caseId, by: 'buy', reason } };
const stated = (by: 'sell' | 'buy' | 'admin'): CaseEvent => ({
  type: 'CaseStatementAdded',
  data: { tradeId, caseId, by, statement },
});
const taken: CaseEvent = { type: 'CaseTaken', data: { tradeId, caseId, adminId } };
const released: CaseEvent = { type: 'CaseReleased', data: { tradeId, caseId } };
const withdrawn: CaseEvent = { type: 'CaseWithdrawn', data: { tradeId, caseId } };
const ruled = (outcome: RulingOutcome): CaseEvent => ({
  type: 'CaseRuled',
  data: { tradeId, caseId, outcome, reasons: ['PAYMENT_PROVEN'], grounds },
});
const completing: TradeEvent = {
  type: 'TradeCompleting',
  data: { tradeId, sellerReferralCode: 'FRIEND', reason: 'RULED' },
};
const cancelling: TradeEvent = { type: 'TradeCancelling', data: { tradeId, reason: 'RULED' } };

const opening = { caseId, reason, statement };
const ruling = {
  caseId,
  adminId,
  reasons: ['PAYMENT_PROVEN'] as const,
  grounds,
  sellerReferralCode: 'FRIEND',
};

describe('a case', () => {
  test.each([
    ['sell', seller],
    ['buy', buyer],
    ['admin', admin],
    ['buy', { ...buyer, admin: true }],
  ] as const)('is opened by %s, with a first statement', (by, actor) => {
    given(...matched)
      .when((trade) => openCase(trade, { ...opening, actor }))
      .thenAppends({ type: 'CaseOpened', data: { tradeId, caseId, by, reason } }, stated(by));
  });

  test('can be opened on a matched trade, one at a time', () => {
    const open = (trade: Parameters<typeof openCase>[0]) => openCase(trade, { ...opening, actor: buyer });
    given().when(open).thenRefused('TRADE_NOT_FOUND');
    given(proposed).when(open).thenRefused('TRADE_NOT_MATCHED');
    given(...matched, completing)
      .when(open)
      .thenRefused('TRADE_NOT_MATCHED');
    given(...matched, opened)
      .when(open)
      .thenRefused('TRADE_IN_CASE', { caseId });
    given(...matched)
      .when((trade) => openCase(trade, { ...opening, actor: stranger }))
      .thenRefused('TRADE_NOT_FOUND');
    given(...matched, opened).thenImpossible(opened, 'one open case');
    given(...matched, completing).thenImpossible(opened);
    given(proposed).thenImpossible(opened);
  });

  test('stops the trade: no step, window, completion or cancellation', () => {
    const inCase = given(...matched, paymentSent, opened, stated('buy'));
    const refused = (decide: Parameters<typeof inCase.when>[0]) =>
      inCase.when(decide).thenRefused('TRADE_IN_CASE', { caseId });
    const byAdmin = { adminId, reason: 'PARTY_ASKED' };
    refused((trade) => markStep(trade, { step: 'payment-received', actor: seller }));
    refused((trade) => takeBackStep(trade, { step: 'payment-sent', actor: buyer }));
    refused((trade) => pauseWindow(trade, byAdmin));
    refused((trade) =>
      extendWindow(trade, { ...byAdmin, minutes: 30, windowMinutes: 60, at: '2026-01-02T03:04:05.678Z' }),
    );
    refused((trade) => startCompleting(trade, null));
    refused((trade) => startCancelling(trade, 'CANCELLED_BY_ADMIN'));
    inCase
      .when((trade) =>
        expireWindow(trade, { minutes: 60, at: '2027-01-01T00:00:00.000Z', cancelsUnpaid: true }),
      )
      .thenAppends();
    const received: PaymentEvent = { type: 'PaymentReceived', data: { tradeId } };
    for (const event of [received, completing, cancelling])
      inCase.thenImpossible(event, 'does not follow in a case');
  });

  test('leaves the check of a transaction on Solana possible, until its ruling', () => {
    const signature = 's'.repeat(88);
    const sent: readonly PaymentEvent[] = [
      paymentSent,
      { type: 'PaymentReceived', data: { tradeId } },
      { type: 'TetherSent', data: { tradeId, signature } },
    ];
    const seen: PaymentEvent = { type: 'TransferChecked', data: { tradeId, signature, outcome: 'arrived' } };
    expect(given(...matched, ...sent, opened, seen).state).toMatchObject({
      payment: { marks: [{}, {}, { transfer: { outcome: 'arrived', amount: null } }] },
    });
    given(...matched, ...sent, opened, taken, ruled('cancel')).thenImpossible(
      seen,
      'does not follow in a case',
    );
  });

  test('accepts statements of both sides and of admins only, until it ends', () => {
    const say = (actor: typeof seller) => (trade: Parameters<typeof addStatement>[0]) =>
      addStatement(trade, { caseId, actor, statement });
    const open = given(...matched, opened);
    open.when(say(seller)).thenAppends(stated('sell'));
    open.when(say(admin)).thenAppends(stated('admin'));
    open.when(say(stranger)).thenRefused('TRADE_NOT_FOUND');
    given(...matched, opened, withdrawn)
      .when(say(seller))
      .thenRefused('CASE_CLOSED');
    open
      .when((trade) => addStatement(trade, { caseId: otherCase, actor: seller, statement }))
      .thenRefused('CASE_CLOSED');
    open.thenImpossible({
      type: 'CaseStatementAdded',
      data: { tradeId, caseId: otherCase, by: 'sell', statement },
    });
  });

  test('is withdrawn by the party who opened it, and another may follow', () => {
    const open = given(...matched, opened, taken);
    open.when((trade) => withdrawCase(trade, { caseId, actor: buyer })).thenAppends(withdrawn);
    open.when((trade) => withdrawCase(trade, { caseId, actor: seller })).thenRefused('CASE_NOT_YOURS');
    open.when((trade) => withdrawCase(trade, { caseId, actor: admin })).thenRefused('CASE_NOT_YOURS');
    const after = given(...matched, opened, withdrawn);
    after.when((trade) => withdrawCase(trade, { caseId, actor: buyer })).thenRefused('CASE_CLOSED');
    after.when((trade) => markStep(trade, { step: 'payment-sent', actor: buyer })).thenAppends(paymentSent);
    after.when((trade) => startCancelling(trade, 'RULED')).thenAppends(cancelling);
    after
      .when((trade) => openCase(trade, { ...opening, caseId: otherCase, actor: seller }))
      .thenTypes('CaseOpened', 'CaseStatementAdded');
  });

  test('has limits of cases and statements per side', () => {
    const cases = Array.from({ length: casesMax }, () => [opened, withdrawn]).flat();
    given(...matched, ...cases)
      .when((trade) => openCase(trade, { ...opening, actor: buyer }))
      .thenRefused('TOO_MANY_CASES');
    given(...matched, ...cases)
      .when((trade) => openCase(trade, { ...opening, actor: seller }))
      .thenTypes('CaseOpened', 'CaseStatementAdded');
    const firstStatement = Array.from({ length: statementsMax }, () => stated('buy'));
    const atLimit = given(...matched, opened, ...firstStatement);
    atLimit
      .when((trade) => addStatement(trade, { caseId, actor: buyer, statement }))
      .thenRefused('TOO_MANY_STATEMENTS');
    atLimit
      .when((trade) => addStatement(trade, { caseId, actor: seller, statement }))
      .thenAppends(stated('sell'));
  });
});

describe('an admin', () => {
  test('takes a case, one at a time, and any admin may release it', () => {
    const open = given(...matched, opened);
    open.when((trade) => takeCase(trade, { caseId, adminId })).thenAppends(taken);
    open.when((trade) => releaseCase(trade, { caseId, adminId })).thenRefused('CASE_NOT_TAKEN');
    const at = given(...matched, opened, taken);
    for (const who of [adminId, otherAdmin])
      at.when((trade) => takeCase(trade, { caseId, adminId: who })).thenRefused('CASE_TAKEN');
    at.when((trade) => releaseCase(trade, { caseId, adminId: otherAdmin })).thenAppends(released);
    at.thenImpossible(taken, 'taken by one admin');
    const again = given(...matched, opened, stated('buy'), taken, released);
    again.when((trade) => takeCase(trade, { caseId, adminId: otherAdmin })).thenTypes('CaseTaken');
    again.when((trade) => withdrawCase(trade, { caseId, actor: buyer })).thenAppends(withdrawn);
    open.thenImpossible(released, 'after it was taken');
  });

  test('who is a party cannot decide', () => {
    for (const party of [sellerId, buyerId]) {
      given(...matched, opened)
        .when((trade) => takeCase(trade, { caseId, adminId: party }))
        .thenRefused('OWN_ORDER');
      given(...matched, opened, taken)
        .when((trade) => ruleCase(trade, { ...ruling, adminId: party, outcome: 'complete' }))
        .thenRefused('OWN_ORDER');
    }
  });

  test('is ruled on by an admin who has read all its statements', () => {
    const at = given(...matched, opened, stated('buy'), taken, stated('sell'));
    const rule = (statements: number) => (trade: Parameters<typeof ruleCase>[0]) =>
      ruleCase(trade, { ...ruling, outcome: 'cancel', statements });
    at.when(rule(1)).thenRefused('STATEMENTS_ADDED', { statements: 2 });
    at.when(rule(2)).thenAppends(ruled('cancel'), cancelling);
  });

  test('rules that a part is completed, at the same price and not more than is matched', () => {
    const at = given(...matched, opened, taken);
    const rule = (amount: string, price?: Price) => {
      const part = { ...ruling, outcome: 'complete', amount: amount as Usdt } as const;
      const of =
        price === undefined
          ? at
          : given(
              { ...proposed, data: { ...proposed.data, price } } as TradeEvent,
              matched[1],
              opened,
              taken,
            );
      return of.when((trade) => ruleCase(trade, part));
    };
    const amount = '2.5000' as Usdt;
    const ofPart = { ...completing, data: { ...completing.data, amount, krw: '3500' as Krw } } as TradeEvent;
    const ruledPart = { ...ruled('complete'), data: { ...ruled('complete').data, amount } } as CaseEvent;
    rule('2.5000').thenAppends(ruledPart, ofPart);
    rule('6.0000').thenAppends(ruled('complete'), completing);
    const opposite = ['TETHER_PROVEN', 'TETHER_NOT_PROVEN'] as const;
    at.when((trade) => ruleCase(trade, { ...ruling, outcome: 'complete', reasons: opposite })).thenRefused(
      'REASONS_CONTRADICT',
    );
    rule('6.0001').thenRefused('RULING_EXCEEDS_MATCH', { amount: '6.0000' });
    rule('0.0000').thenRefused('USDT_NOT_POSITIVE');
    rule('0.0001', '1' as Price).thenRefused('WON_ROUND_TO_ZERO');
    rule('5.9999', '1' as Price).thenRefused('WON_ROUND_TO_ZERO');
    at.when((trade) => ruleCase(trade, { ...ruling, outcome: 'cancel', amount })).thenAppends(
      ruled('cancel'),
      cancelling,
    );
    expect(given(...matched, opened, taken, ruledPart, ofPart).state).toMatchObject({
      state: 'completing',
      terms: { amount: '2.5000', krw: '3500', price: '1400' },
      ruling: { appellant: null },
    });
    for (const wrong of [
      { amount: '6.0000' as Usdt, krw: '8400' as Krw },
      { amount, krw: '3501' as Krw },
    ])
      given(...matched, opened, taken, ruledPart).thenImpossible(
        { ...completing, data: { ...completing.data, ...wrong } } as TradeEvent,
        'completes a part of it',
      );
  });

  test('rules once, on the taken case, and the trade ends as ruled', () => {
    const at = given(...matched, opened, taken);
    at.when((trade) => ruleCase(trade, { ...ruling, outcome: 'complete' })).thenAppends(
      ruled('complete'),
      completing,
    );
    at.when((trade) => ruleCase(trade, { ...ruling, outcome: 'cancel' })).thenAppends(
      ruled('cancel'),
      cancelling,
    );
    at.when((trade) => ruleCase(trade, { ...ruling, adminId: otherAdmin, outcome: 'cancel' })).thenRefused(
      'CASE_TAKEN',
    );
    given(...matched, opened)
      .when((trade) => ruleCase(trade, { ...ruling, outcome: 'cancel' }))
      .thenRefused('CASE_NOT_TAKEN');
    for (const history of [
      [opened, taken, withdrawn],
      [opened, taken, ruled('cancel'), cancelling],
    ])
      given(...matched, ...history)
        .when((trade) => ruleCase(trade, { ...ruling, outcome: 'cancel' }))
        .thenRefused('CASE_CLOSED');
    given(...matched, opened).thenImpossible(ruled('cancel'), 'after it was taken');
    const decided = given(...matched, opened, taken, ruled('cancel'));
    for (const event of [ruled('complete'), withdrawn, completing, paymentSent])
      decided.thenImpossible(event);
  });
});

test('the window of a step stops during a case, and a pause continues', () => {
  const minute = (number: number) => `2026-01-01T00:${String(number).padStart(2, '0')}:00.000Z`;
  const after = (pausedAt: string | null) => {
    const begun = paymentBegins(minute(0));
    const before = { cases: noCases, payment: { ...begun, window: { ...begun.window, pausedAt } } };
    const open = evolveCases(before, opened, minute(10));
    return evolveCases(open, withdrawn, minute(25)).payment.window;
  };
  expect(after(null)).toEqual({ from: minute(15), pausedAt: null, expired: false });
  expect(after(minute(5))).toEqual({ from: minute(0), pausedAt: minute(5), expired: false });
});
