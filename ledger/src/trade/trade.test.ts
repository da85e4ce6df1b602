import { type TradeEvent, tradeEventSchemas } from '@matgyo/contracts/events/trade-events';
import type { ApprovalId, TradeId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { describe, expect, test } from 'vitest';
import { type ExistingTrade, isMoving, isResting, stateAfter } from './trade.ts';
import {
  finishCancelling,
  finishCompleting,
  finishRejecting,
  match,
  propose,
  startCancelling,
  startCompleting,
  startRejecting,
  withApproval,
} from './trade-decisions.ts';
import { given, proposed, terms, tradeId } from './trade-events.fixture.ts';

const fee = '0.0600' as Usdt;
const reason = 'AMOUNT_EXCEEDS_OPEN';
const code = 'FRIEND';

const matched: TradeEvent = { type: 'TradeMatched', data: { tradeId } };
const rejecting: TradeEvent = { type: 'TradeRejecting', data: { tradeId, reason } };
const rejected: TradeEvent = { type: 'TradeRejected', data: { tradeId, reason } };
const completing: TradeEvent = { type: 'TradeCompleting', data: { tradeId, sellerReferralCode: code } };
const completed: TradeEvent = { type: 'TradeCompleted', data: { ...terms, fee, sellerReferralCode: code } };
const cancelling: TradeEvent = { type: 'TradeCancelling', data: { tradeId, reason } };
const cancelled: TradeEvent = { type: 'TradeCancelled', data: { tradeId, reason } };

describe('a trade’s stream', () => {
  test('holds the intent before any other event', () => {
    given()
      .when((trade) => propose(trade, terms))
      .thenAppends(proposed);
    given(proposed)
      .when((trade) => propose(trade, terms))
      .thenAppends();
  });

  test('concerns one trade between two orders of two members', () => {
    const between = 'is between two orders of two members';
    given().thenImpossible({ type: 'TradeProposed', data: { ...terms, buyerId: terms.sellerId } }, between);
    given().thenImpossible(
      { type: 'TradeProposed', data: { ...terms, buyOrderId: terms.sellOrderId } },
      between,
    );
    const ofAnother: TradeEvent = { type: 'TradeMatched', data: { tradeId: '2'.repeat(24) as TradeId } };
    given(proposed).thenImpossible(ofAnother, 'keeps to its stream');
  });

  test('is moving while a decision has to be executed, and resting otherwise', () => {
    const moving = ['proposed', 'rejecting', 'completing', 'cancelling'];
    for (const type of Object.keys(tradeEventSchemas)) {
      const state = stateAfter(type);
      if (state === undefined) continue;
      expect(isMoving(state), state).toBe(moving.includes(state));
      expect(isResting({ state } as ExistingTrade), state).toBe(!moving.includes(state));
    }
  });

  test('decides between matched and rejected by one revision: the second decision appends nothing', () => {
    given(proposed).when(match).thenAppends(matched);
    given(proposed)
      .when((trade) => startRejecting(trade, reason))
      .thenAppends(rejecting);
    given(proposed, rejecting).when(match).thenAppends();
    given(proposed, matched)
      .when((trade) => startRejecting(trade, reason))
      .thenAppends();
  });

  test('decides between completing and cancelling by one revision', () => {
    given(proposed, matched)
      .when((trade) => startCompleting(trade, code))
      .thenAppends(completing);
    given(proposed, matched)
      .when((trade) => startCancelling(trade, reason))
      .thenAppends(cancelling);
    given(proposed, matched, completing)
      .when((trade) => startCancelling(trade, reason))
      .thenAppends();
    given(proposed, matched, cancelling)
      .when((trade) => startCompleting(trade, code))
      .thenAppends();
  });

  test('ends with an event that has all data of reports', () => {
    given(proposed, matched, completing)
      .when((trade) => finishCompleting(trade, fee))
      .thenAppends(completed);
  });

  test('states in the event of a completion which approval it had, and in no other', () => {
    const mark = { approval: 'e'.repeat(24) as ApprovalId };
    expect(withApproval({ unapproved: [matched, completing, completed] }, mark)).toEqual([
      matched,
      { ...completing, data: { ...completing.data, ...mark } },
      completed,
    ]);
  });

  test('keeps the referral code frozen when completing began, whichever process finishes it', () => {
    const { state } = given(proposed, matched, completing, completed);
    expect(state).toMatchObject({ state: 'completed', sellerReferralCode: code });
  });

  test('ends a rejection and a cancellation with their reasons', () => {
    given(proposed, rejecting).when(finishRejecting).thenAppends(rejected);
    given(proposed, matched, cancelling).when(finishCancelling).thenAppends(cancelled);
    expect(given(proposed, rejecting, rejected).state).toEqual({ state: 'rejected', terms, reason });
    expect(given(proposed, matched, cancelling, cancelled).state).toEqual({
      state: 'cancelled',
      terms,
      reason,
      ruling: null,
    });
  });

  test('ends once: a second end appends nothing', () => {
    given(proposed, rejecting, rejected).when(finishRejecting).thenAppends();
    given(proposed, matched, completing, completed)
      .when((trade) => finishCompleting(trade, fee))
      .thenAppends();
    given(proposed, matched, cancelling, cancelled).when(finishCancelling).thenAppends();
    for (const end of [
      [rejecting, rejected],
      [matched, completing, completed],
      [matched, cancelling, cancelled],
    ])
      for (const event of [matched, rejecting, completing, cancelling, completed])
        given(proposed, ...end).thenImpossible(event);
  });

  test('never skips a step', () => {
    given(proposed).thenImpossible(completed, 'TradeCompleted follows proposed');
    given(proposed).thenImpossible(rejected);
    given(proposed, matched).thenImpossible(cancelled);
    given().thenImpossible(matched);
  });
});
