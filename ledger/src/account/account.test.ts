import type { MemberEvent } from '@matgyo/contracts/events/member-events';
import type { ApprovalId, MemberId } from '@matgyo/contracts/ids';
import { describe, expect, test } from 'vitest';
import { given as givenOf } from '../given-when-then.fixture.ts';
import {
  accountDecider,
  activate,
  changeReferralCode,
  changesPower,
  deactivate,
  grantRole,
  register,
  revokeRole,
  withRoleApproval,
} from './account.ts';

const given = givenOf(accountDecider);
const memberId = 'e'.repeat(24) as MemberId;
const registration = { memberId, referralCode: 'FRIEND', inviteCode: 'INVITE0001' };
const registered: MemberEvent = { type: 'MemberRegistered', data: registration };
const activated: MemberEvent = { type: 'MemberActivated', data: { memberId } };
const deactivated: MemberEvent = { type: 'MemberDeactivated', data: { memberId } };
const off = { isLastAdmin: false };
const last = { isLastAdmin: true };
const granted: MemberEvent = { type: 'RoleGranted', data: { memberId, role: 'admin' } };
const revoked: MemberEvent = { type: 'RoleRevoked', data: { memberId, role: 'admin' } };

describe('an account', () => {
  test('is inactive and without roles at sign-up', () => {
    given()
      .when((account) => register(account, registration))
      .thenAppends(registered);
    expect(given(registered).state).toMatchObject({ status: 'inactive', roles: [] });
  });

  test('registers once', () => {
    given(registered)
      .when((account) => register(account, registration))
      .thenRefused('MEMBER_EXISTS');
    given(registered).thenImpossible(registered, 'registers once');
  });

  test('accepts only events of its member, the registration first', () => {
    given().thenImpossible(activated, 'registers first');
    const ofAnother: MemberEvent = {
      type: 'MemberActivated',
      data: { memberId: 'f'.repeat(24) as MemberId },
    };
    given(registered).thenImpossible(ofAnother, 'keeps to its stream');
  });

  test('has the state of its events', () => {
    const manager: MemberEvent = { type: 'RoleGranted', data: { memberId, role: 'manager' } };
    const changed: MemberEvent = { type: 'ReferralCodeChanged', data: { memberId, referralCode: 'OTHER' } };
    const { state } = given(registered, activated, granted, manager, deactivated, revoked, changed);
    expect(state).toEqual({ ...registration, status: 'inactive', roles: ['manager'], referralCode: 'OTHER' });
  });

  test('that does not exist cannot be changed', () => {
    given().when(activate).thenRefused('MEMBER_NOT_FOUND');
  });

  test('is activated and deactivated; repeating that appends nothing', () => {
    given(registered).when(activate).thenAppends(activated);
    given(registered, activated).when(activate).thenAppends();
    given(registered, activated)
      .when((account) => deactivate(account, off))
      .thenAppends(deactivated);
    given(registered)
      .when((account) => deactivate(account, off))
      .thenAppends();
  });

  test('gets and loses roles; repeating that appends nothing', () => {
    given(registered)
      .when((account) => grantRole(account, 'admin'))
      .thenAppends(granted);
    given(registered, granted)
      .when((account) => grantRole(account, 'admin'))
      .thenAppends();
    given(registered, activated, granted)
      .when((account) => revokeRole(account, 'admin', { isLastAdmin: false }))
      .thenAppends(revoked);
    given(registered)
      .when((account) => revokeRole(account, 'admin', { isLastAdmin: false }))
      .thenAppends();
  });

  test('of the last admin can be neither demoted nor deactivated', () => {
    given(registered, activated, granted)
      .when((account) => revokeRole(account, 'admin', last))
      .thenRefused('LAST_ADMIN');
    given(registered, activated, granted)
      .when((account) => deactivate(account, last))
      .thenRefused('LAST_ADMIN');
    const manager: MemberEvent = { type: 'RoleGranted', data: { memberId, role: 'manager' } };
    given(registered, activated, granted, manager)
      .when((account) => revokeRole(account, 'manager', last))
      .thenTypes('RoleRevoked');
    given(registered, granted)
      .when((account) => revokeRole(account, 'admin', last))
      .thenAppends(revoked);
    given(registered, activated)
      .when((account) => deactivate(account, last))
      .thenAppends(deactivated);
  });

  test('appends a change of its referral code only to a different one', () => {
    given(registered)
      .when((account) => changeReferralCode(account, 'OTHER'))
      .thenAppends({ type: 'ReferralCodeChanged', data: { memberId, referralCode: 'OTHER' } });
    given(registered)
      .when((account) => changeReferralCode(account, 'FRIEND'))
      .thenAppends();
  });
});

describe('a change of powers, which needs two admins,', () => {
  const grantedManager: MemberEvent = { type: 'RoleGranted', data: { memberId, role: 'manager' } };
  const revokedManager: MemberEvent = { type: 'RoleRevoked', data: { memberId, role: 'manager' } };
  const changed: MemberEvent = { type: 'ReferralCodeChanged', data: { memberId, referralCode: 'OTHER' } };
  const active = [registered, activated];

  test.each<[string, MemberEvent[], MemberEvent[]]>([
    ['grants a role to an active member', active, [granted]],
    ['grants another role to a manager', [...active, grantedManager], [granted]],
    ['activates a member who has a role', [registered, grantedManager], [activated]],
    ['revokes the role of an active admin', [...active, granted], [revoked]],
    ['deactivates an admin', [...active, granted], [deactivated]],
    ['is one of several changes', active, [changed, granted]],
    ['ends again with the next event', active, [grantedManager, revokedManager]],
  ])('%s', (_, before, events) => {
    expect(changesPower(given(...before).state, events)).toBe(true);
  });

  test.each<[string, MemberEvent[], MemberEvent[]]>([
    ['revokes the role of a manager', [...active, grantedManager], [revokedManager]],
    ['deactivates a manager', [...active, grantedManager], [deactivated]],
    ['grants a role to an inactive account', [registered], [granted]],
    ['revokes the role of an inactive account', [registered, granted], [revoked]],
    ['activates a member without a role', [registered], [activated]],
    ['changes the referral code of an admin', [...active, granted], [changed]],
    ['is empty', [...active, granted], []],
  ])('is none if it %s', (_, before, events) => {
    expect(changesPower(given(...before).state, events)).toBe(false);
  });

  test('states its approval in every event but registrations and changes of the referral code', () => {
    const approval = 'a'.repeat(24) as ApprovalId;
    const marked = (event: MemberEvent) => ({ ...event, data: { ...event.data, approval } });
    expect(
      withRoleApproval(
        { unapproved: [registered, activated, granted, revoked, deactivated, changed] },
        approval,
      ),
    ).toEqual([...[registered, ...[activated, granted, revoked, deactivated].map(marked), changed]]);
  });
});
