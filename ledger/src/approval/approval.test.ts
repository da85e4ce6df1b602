import { approvalMinutes } from '@matgyo/contracts/approvals';
import type { ApprovalEvent, RequestedAct } from '@matgyo/contracts/events/approval-events';
import type { ApprovalId, MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price, Usdt } from '@matgyo/contracts/money';
import { describe, expect, test } from 'vitest';
import { given as givenOf } from '../given-when-then.fixture.ts';
import { type Approval, approvalDecider } from './approval.ts';
import { expire, fulfil, grant, lapse, lapseWaiting, refuseRequest, request } from './decisions.ts';

const given = givenOf(approvalDecider);
const id = (letter: string) => letter.repeat(24);
const approvalId = id('1') as ApprovalId;
const [askedBy, other] = [id('a') as MemberId, id('b') as MemberId];
const [sellerId, buyerId] = [id('c') as MemberId, id('d') as MemberId];
const act: RequestedAct = {
  ...{ kind: 'completion', revision: 5, tradeId: id('2') as TradeId, sellerId, buyerId },
  ...{ sellOrderId: id('3') as OrderId, buyOrderId: id('4') as OrderId },
  ...{ amount: '10000.0000' as Usdt, price: '1400' as Price, krw: '14000000' as Krw },
  sellerReferralCode: 'FRIEND',
};
const asked: ApprovalEvent = {
  type: 'ApprovalRequested',
  data: { approvalId, askedBy, minutes: approvalMinutes, act },
};
const granted: ApprovalEvent = { type: 'ApprovalGranted', data: { approvalId, askedBy, by: other } };
const refused: ApprovalEvent = { type: 'ApprovalRefused', data: { approvalId, askedBy, by: other } };
const expired: ApprovalEvent = { type: 'ApprovalExpired', data: { approvalId, askedBy } };
const fulfilled: ApprovalEvent = { type: 'ApprovalFulfilled', data: { approvalId } };
const lapsed: ApprovalEvent = {
  type: 'ApprovalLapsed',
  data: { approvalId, reason: 'APPROVAL_OUTDATED', askedBy },
};

/** The fixture's events are of 2026-01-02T03:04:05.678Z. */
const inTime = '2026-01-03T03:04:05.677Z';
const tooLate = '2026-01-03T03:04:05.678Z';
const now = { revision: 5, referralCode: 'FRIEND' };
const granting = (changed: Partial<Parameters<typeof grant>[1]> = {}) => {
  const approver = { memberId: other, inviteCode: 'OTHER' };
  return (approval: Approval) =>
    grant(approval, { approver, isAskedByAdmin: true, now, at: inTime, ...changed });
};

test('one admin requests, another approves, and the action is executed', () => {
  given()
    .when((approval) => request(approval, { approvalId, askedBy, act }))
    .thenAppends(asked);
  given(asked).when(granting()).thenAppends(granted);
  given(asked, granted).when(fulfil).thenAppends(fulfilled);
});

test('the owner of the referral code may approve, since the requesting admin gains nothing', () => {
  given(asked)
    .when(granting({ approver: { memberId: other, inviteCode: 'friend' } }))
    .thenAppends(granted);
});

test('a repeated request or decision appends nothing', () => {
  given(asked)
    .when((approval) => request(approval, { approvalId, askedBy, act }))
    .thenAppends();
  for (const decide of [fulfil, (approval: Approval) => lapse(approval, 'TRADE_IN_CASE')]) {
    given(asked).when(decide).thenAppends();
    given(asked, granted, fulfilled).when(decide).thenAppends();
    given(asked, granted, lapsed).when(decide).thenAppends();
  }
});

describe('approval is refused for', () => {
  test('an unknown request', () => {
    given().when(granting()).thenRefused('APPROVAL_NOT_FOUND');
  });
  test('the admin’s own request', () => {
    given(asked)
      .when(granting({ approver: { memberId: askedBy, inviteCode: undefined } }))
      .thenRefused('APPROVAL_OWN');
  });
  test('a person who is no admin, or when the requester is none any more', () => {
    given(asked)
      .when(granting({ approver: undefined }))
      .thenRefused('APPROVAL_BY_NO_ADMIN');
    given(asked)
      .when(granting({ isAskedByAdmin: false }))
      .thenRefused('APPROVAL_BY_NO_ADMIN');
  });
  test.each([sellerId, buyerId])('the completion of their own order', (memberId) => {
    given(asked)
      .when(granting({ approver: { memberId, inviteCode: undefined } }))
      .thenRefused('OWN_ORDER');
  });
  test('an action whose subject has changed', () => {
    given(asked)
      .when(granting({ now: { ...now, revision: 6 } }))
      .thenRefused('APPROVAL_OUTDATED');
    given(asked)
      .when(granting({ now: { ...now, referralCode: 'OTHER-CODE' } }))
      .thenRefused('APPROVAL_OUTDATED');
  });
  test('an expired request', () => {
    given(asked)
      .when(granting({ at: tooLate }))
      .thenRefused('APPROVAL_OVER', { state: 'expired' });
  });
  test.each([
    { state: 'granted', events: [granted] },
    { state: 'fulfilled', events: [granted, fulfilled] },
    { state: 'lapsed', events: [granted, lapsed] },
    { state: 'refused', events: [refused] },
    { state: 'expired', events: [expired] },
  ])('or refuses what is $state', ({ state, events }) => {
    given(asked, ...events)
      .when(granting())
      .thenRefused('APPROVAL_OVER', { state });
    given(asked, ...events)
      .when((approval) => refuseRequest(approval, { by: other, at: inTime }))
      .thenRefused('APPROVAL_OVER', { state });
  });
});

test('another admin refuses, or the requesting admin withdraws', () => {
  for (const by of [other, askedBy])
    given(asked)
      .when((approval) => refuseRequest(approval, { by, at: inTime }))
      .thenAppends({ type: 'ApprovalRefused', data: { approvalId, askedBy, by } });
  given()
    .when((approval) => refuseRequest(approval, { by: other, at: inTime }))
    .thenRefused('APPROVAL_NOT_FOUND');
  given(asked)
    .when((approval) => refuseRequest(approval, { by: other, at: tooLate }))
    .thenRefused('APPROVAL_OVER', { state: 'expired' });
});

test('a request expires at its end, and only while it waits', () => {
  given(asked)
    .when((approval) => expire(approval, inTime))
    .thenAppends();
  given(asked)
    .when((approval) => expire(approval, tooLate))
    .thenAppends(expired);
  given(asked, granted)
    .when((approval) => expire(approval, tooLate))
    .thenAppends();
  given()
    .when((approval) => expire(approval, tooLate))
    .thenAppends();
});

test('a granted request lapses when it cannot be executed', () => {
  given(asked, granted)
    .when((approval) => lapse(approval, 'APPROVAL_OUTDATED'))
    .thenAppends(lapsed);
});

test('a request that can be granted no more lapses, and no longer waits', () => {
  const outdated = (approval: Approval) => lapseWaiting(approval, 'APPROVAL_OUTDATED');
  given(asked).when(outdated).thenAppends(lapsed);
  given(asked, lapsed).when(granting()).thenRefused('APPROVAL_OVER', { state: 'lapsed' });
  for (const over of [[granted], [refused], [expired], [lapsed]])
    given(asked, ...over)
      .when(outdated)
      .thenAppends();
  // Events of before do not say who asked.
  const { askedBy: _, ...before } = { ...lapsed.data, askedBy };
  expect(given(asked, granted, { type: 'ApprovalLapsed', data: before } as never).state).toMatchObject({
    state: 'lapsed',
  });
});

test('a stream never shows a second request, two decisions, or a request granted by who asked', () => {
  given(asked).thenImpossible(asked, 'is asked for once');
  given().thenImpossible(granted, 'follows none');
  for (const [one, two] of [
    [granted, refused],
    [refused, granted],
    [expired, granted],
    [granted, expired],
  ] as const)
    given(asked, one).thenImpossible(two, 'follows');
  given(asked).thenImpossible(fulfilled, 'follows waiting');
  given(asked, granted, fulfilled).thenImpossible(lapsed, 'follows fulfilled');
  const byAsker: ApprovalEvent = { type: 'ApprovalGranted', data: { approvalId, askedBy, by: askedBy } };
  given(asked).thenImpossible(byAsker, 'is granted by another');
  const ofOther: ApprovalEvent = {
    type: 'ApprovalExpired',
    data: { approvalId: id('9') as ApprovalId, askedBy },
  };
  given(asked).thenImpossible(ofOther, 'keeps to its stream');
  const ofOtherAsker: ApprovalEvent = { type: 'ApprovalExpired', data: { approvalId, askedBy: other } };
  given(asked).thenImpossible(ofOtherAsker, 'keeps to who asked');
  expect(given(asked).state).toMatchObject({ state: 'waiting', until: tooLate });
});
