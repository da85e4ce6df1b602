import { approvalMinutes } from '@matgyo/contracts/approvals';
import type { ApprovalEvent, RequestedAction } from '@matgyo/contracts/events/approval-events';
import type { ApprovalId, MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price, Usdt } from '@matgyo/contracts/money';
import { describe, expect, test } from 'vitest';
import { given as givenOf } from '../given-when-then.fixture.ts';
import { type Approval, approvalDecider } from './approval.ts';
import { expire, fulfil, grant, lapse, lapseWaiting, refuseRequest, requestApproval } from './decisions.ts';

const given = givenOf(approvalDecider);
const id = (letter: string) => letter.repeat(24);
const approvalId = id('1') as ApprovalId;
const [askedBy, other] = [id('a') as MemberId, id('b') as MemberId];
const [sellerId, buyerId] = [id('c') as MemberId, id('d') as MemberId];
const action: RequestedAction = {
  kind: 'completion',
  revision: 5,
  tradeId: id('2') as TradeId,
  sellerId,
  buyerId,
  sellOrderId: id('3') as OrderId,
  buyOrderId: id('4') as OrderId,
  amount: '10000.0000' as Usdt,
  price: '1400' as Price,
  krw: '14000000' as Krw,
  sellerReferralCode: 'FRIEND',
};
const approvalRequested: ApprovalEvent = {
  type: 'ApprovalRequested',
  data: { approvalId, askedBy, minutes: approvalMinutes, act: action },
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
    grant(approval, { approver, isRequestedByAdmin: true, now, at: inTime, ...changed });
};

test('one admin requests, another approves, and the action is executed', () => {
  given()
    .when((approval) => requestApproval(approval, { approvalId, askedBy, action }))
    .thenAppends(approvalRequested);
  given(approvalRequested).when(granting()).thenAppends(granted);
  given(approvalRequested, granted).when(fulfil).thenAppends(fulfilled);
});

test('an admin approves a decision on a dispute once they have read all its statements', () => {
  const disputed = { ...now, statements: { sell: 1, buy: 2, admin: 0 } };
  const requested = given(approvalRequested);
  requested.when(granting({ now: disputed, read: 2 })).thenRefused('STATEMENTS_ADDED', { statements: 3 });
  requested.when(granting({ now: disputed, read: 3 })).thenAppends(granted);
  requested.when(granting({ now: disputed })).thenAppends(granted);
});

test('the owner of the referral code may approve, since the requesting admin gains nothing', () => {
  given(approvalRequested)
    .when(granting({ approver: { memberId: other, inviteCode: 'friend' } }))
    .thenAppends(granted);
});

test('a repeated request or decision appends nothing', () => {
  given(approvalRequested)
    .when((approval) => requestApproval(approval, { approvalId, askedBy, action }))
    .thenAppends();
  for (const decide of [fulfil, (approval: Approval) => lapse(approval, 'TRADE_IN_CASE')]) {
    given(approvalRequested).when(decide).thenAppends();
    given(approvalRequested, granted, fulfilled).when(decide).thenAppends();
    given(approvalRequested, granted, lapsed).when(decide).thenAppends();
  }
});

describe('approval is refused for', () => {
  test('an unknown request', () => {
    given().when(granting()).thenRefused('APPROVAL_NOT_FOUND');
  });
  test('the admin’s own request', () => {
    given(approvalRequested)
      .when(granting({ approver: { memberId: askedBy, inviteCode: undefined } }))
      .thenRefused('APPROVAL_OWN');
  });
  test('a person who is not an admin, or if the requester no longer is one', () => {
    given(approvalRequested)
      .when(granting({ approver: undefined }))
      .thenRefused('APPROVAL_BY_NO_ADMIN');
    given(approvalRequested)
      .when(granting({ isRequestedByAdmin: false }))
      .thenRefused('APPROVAL_BY_NO_ADMIN');
  });
  test.each([sellerId, buyerId])('the completion of their own order', (memberId) => {
    given(approvalRequested)
      .when(granting({ approver: { memberId, inviteCode: undefined } }))
      .thenRefused('OWN_ORDER');
  });
  test('an action whose subject has changed', () => {
    given(approvalRequested)
      .when(granting({ now: { ...now, revision: 6 } }))
      .thenRefused('APPROVAL_OUTDATED', { requested: 5, now: 6 });
    given(approvalRequested)
      .when(granting({ now: undefined }))
      .thenRefused('APPROVAL_OUTDATED', { requested: 5 });
    given(approvalRequested)
      .when(granting({ now: { ...now, referralCode: 'OTHER-CODE' } }))
      .thenRefused('APPROVAL_OUTDATED');
  });
  test('an expired request', () => {
    given(approvalRequested)
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
    given(approvalRequested, ...events)
      .when(granting())
      .thenRefused('APPROVAL_OVER', { state });
    given(approvalRequested, ...events)
      .when((approval) => refuseRequest(approval, { by: other, at: inTime, others: [] }))
      .thenRefused('APPROVAL_OVER', { state });
  });
});

test('another admin refuses, or the requesting admin withdraws', () => {
  for (const by of [other, askedBy])
    given(approvalRequested)
      .when((approval) => refuseRequest(approval, { by, at: inTime, others: [] }))
      .thenAppends({ type: 'ApprovalRefused', data: { approvalId, askedBy, by } });
  given()
    .when((approval) => refuseRequest(approval, { by: other, at: inTime, others: [] }))
    .thenRefused('APPROVAL_NOT_FOUND');
  given(approvalRequested)
    .when((approval) => refuseRequest(approval, { by: other, at: tooLate, others: [] }))
    .thenRefused('APPROVAL_OVER', { state: 'expired' });
});

test.each([sellerId, buyerId])('a party does not keep others from deciding, by a refusal', (by) => {
  given(approvalRequested)
    .when((approval) => refuseRequest(approval, { by, at: inTime, others: [] }))
    .thenRefused('OWN_ORDER');
});

test('an admin may not refuse a change of their own role that one admin requested and a third can decide', () => {
  const roleOf = (memberId: MemberId): ApprovalEvent => ({
    type: 'ApprovalRequested',
    data: {
      approvalId,
      askedBy,
      minutes: approvalMinutes,
      act: { kind: 'role', revision: 5, memberId, admin: false },
    },
  });
  const refusing = (by: MemberId, ...others: readonly MemberId[]) => {
    const admins = others.map((memberId) => ({ memberId }));
    return (approval: Approval) => refuseRequest(approval, { by, at: inTime, others: admins });
  };
  const refusedBy = (by: MemberId): ApprovalEvent => ({ ...refused, data: { ...refused.data, by } });
  const third = id('e') as MemberId;
  given(roleOf(other))
    .when(refusing(other, askedBy, third))
    .thenRefused('APPROVAL_ABOUT_SELF');
  // Nobody else could decide.
  given(roleOf(other)).when(refusing(other, askedBy)).thenAppends(refusedBy(other));
  given(roleOf(other))
    .when(refusing(third, askedBy, other))
    .thenAppends(refusedBy(third));
  // Requested and withdrawn by the same admin; and an action that is about no role.
  given(roleOf(askedBy))
    .when(refusing(askedBy, other, third))
    .thenAppends(refusedBy(askedBy));
  given(approvalRequested)
    .when(refusing(other, askedBy, third))
    .thenAppends(refusedBy(other));
});

test('a pending request expires at its end', () => {
  given(approvalRequested)
    .when((approval) => expire(approval, inTime))
    .thenAppends();
  given(approvalRequested)
    .when((approval) => expire(approval, tooLate))
    .thenAppends(expired);
  given(approvalRequested, granted)
    .when((approval) => expire(approval, tooLate))
    .thenAppends();
  given()
    .when((approval) => expire(approval, tooLate))
    .thenAppends();
});

test('a granted request lapses when it cannot be executed', () => {
  given(approvalRequested, granted)
    .when((approval) => lapse(approval, 'APPROVAL_OUTDATED'))
    .thenAppends(lapsed);
});

test('a request that can no longer be granted lapses', () => {
  const outdated = (approval: Approval) => lapseWaiting(approval, 'APPROVAL_OUTDATED');
  given(approvalRequested).when(outdated).thenAppends(lapsed);
  given(approvalRequested, lapsed).when(granting()).thenRefused('APPROVAL_OVER', { state: 'lapsed' });
  for (const over of [[granted], [refused], [expired], [lapsed]])
    given(approvalRequested, ...over)
      .when(outdated)
      .thenAppends();
  // Older events do not name the requester.
  const { askedBy: _, ...before } = { ...lapsed.data, askedBy };
  expect(
    given(approvalRequested, granted, { type: 'ApprovalLapsed', data: before } as never).state,
  ).toMatchObject({ state: 'lapsed' });
});

test('a stream never shows a second request, two decisions, or a request granted by its requester', () => {
  given(approvalRequested).thenImpossible(approvalRequested, 'is requested once');
  given().thenImpossible(granted, 'follows none');
  for (const [one, two] of [
    [granted, refused],
    [refused, granted],
    [expired, granted],
    [granted, expired],
  ] as const)
    given(approvalRequested, one).thenImpossible(two, 'follows');
  given(approvalRequested).thenImpossible(fulfilled, 'follows waiting');
  given(approvalRequested, granted, fulfilled).thenImpossible(lapsed, 'follows fulfilled');
  const byRequester: ApprovalEvent = { type: 'ApprovalGranted', data: { approvalId, askedBy, by: askedBy } };
  given(approvalRequested).thenImpossible(byRequester, 'is granted by another');
  const ofOther: ApprovalEvent = {
    type: 'ApprovalExpired',
    data: { approvalId: id('9') as ApprovalId, askedBy },
  };
  given(approvalRequested).thenImpossible(ofOther, 'keeps to its stream');
  const ofOtherRequester: ApprovalEvent = { type: 'ApprovalExpired', data: { approvalId, askedBy: other } };
  given(approvalRequested).thenImpossible(ofOtherRequester, 'is decided for its requester');
  expect(given(approvalRequested).state).toMatchObject({ state: 'waiting', until: tooLate });
});
