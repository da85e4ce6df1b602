import type { ApprovalMark } from '@matgyo/contracts/events/approval-events';
import { isMemberEvent } from '@matgyo/contracts/events/ledger-event';
import type { MemberEvent, Role } from '@matgyo/contracts/events/member-events';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Unapproved } from '../approval/unapproved.ts';
import type { Decider } from '../decider.ts';
import { invariant } from '../invariant.ts';
import { refuse } from '../refusal.ts';

/** What the ledger checks of a member before an order or a trade. */
export interface AccountContext extends Pick<RegisteredAccount, 'status' | 'referralCode' | 'inviteCode'> {
  /** Whether the phone number has been verified. */
  readonly isVerified: boolean;
}

export interface RegisteredAccount {
  readonly status: 'active' | 'inactive';
  readonly memberId: MemberId;
  readonly roles: readonly Role[];
  /** The code that fees count for; null if there is none. At first the one that the member gave at sign-up. */
  readonly referralCode: string | null;
  /** The member's own code, for others to give at sign-up. */
  readonly inviteCode: string;
}

export type Account = { readonly status: 'none' } | RegisteredAccount;

export const accountDecider: Decider<Account, MemberEvent> = {
  initial: { status: 'none' },
  owns: isMemberEvent,
  evolve: evolveAccount,
};

/**
 * The state after one more event. The read models use this function too, so that the rule exists once. Throws
 * `InvariantBroken` if the event cannot follow the state.
 */
export function evolveAccount(account: Account, event: MemberEvent): RegisteredAccount {
  if (event.type === 'MemberRegistered') {
    invariant(account.status === 'none', `member ${event.data.memberId} registers once`);
    const { memberId, referralCode, inviteCode } = event.data;
    // A new account is inactive until an admin or a manager has reviewed it (specification, section 4).
    return { status: 'inactive', memberId, roles: [], referralCode, inviteCode };
  }
  const before = registered(account, event.data.memberId);
  switch (event.type) {
    case 'MemberActivated':
      return { ...before, status: 'active' };
    case 'MemberDeactivated':
      return { ...before, status: 'inactive' };
    case 'RoleGranted':
      return { ...before, roles: [...without(before.roles, event.data.role), event.data.role] };
    case 'RoleRevoked':
      return { ...before, roles: without(before.roles, event.data.role) };
    case 'ReferralCodeChanged':
      return { ...before, referralCode: event.data.referralCode };
    default:
      return event satisfies never;
  }
}

const without = (roles: readonly Role[], role: Role): readonly Role[] =>
  roles.filter((held) => held !== role);

function registered(account: Account, memberId: MemberId): RegisteredAccount {
  invariant(account.status !== 'none', `member ${memberId} registers first`);
  invariant(account.memberId === memberId, `member ${memberId} keeps to its stream`);
  return account;
}

/** The roles that are in force: those of an active account. */
const powersOf = (account: Account): readonly Role[] => (account.status === 'active' ? account.roles : []);

/**
 * Whether the events bring a role into force, or end an admin's. Such changes need two admins (docs/ledger.md, four
 * eyes).
 */
export function changesPower(account: Account, events: readonly MemberEvent[]): boolean {
  let before = account;
  return events.some((event) => {
    const had = powersOf(before);
    before = evolveAccount(before, event);
    const has = powersOf(before);
    return has.some((role) => !had.includes(role)) || (had.includes('admin') && !has.includes('admin'));
  });
}

/** The roles that come into force with the events: newly granted ones, and those of a member who is activated. */
export function powersGained(account: Account, events: readonly MemberEvent[]): readonly Role[] {
  const had = powersOf(account);
  return powersOf(events.reduce<Account>(evolveAccount, account)).filter((role) => !had.includes(role));
}

/** Adds to the events which approval they had, or that there was no second admin. */
export const withRoleApproval = (
  { unapproved }: Unapproved<MemberEvent>,
  approval: ApprovalMark,
): readonly MemberEvent[] =>
  unapproved.map((event) =>
    event.type === 'MemberRegistered' || event.type === 'ReferralCodeChanged'
      ? event
      : ({ ...event, data: { ...event.data, approval } } as MemberEvent),
  );

/** A member signs up. Refused: MEMBER_EXISTS. */
export function register(
  account: Account,
  registration: Pick<RegisteredAccount, 'memberId' | 'referralCode' | 'inviteCode'>,
): readonly MemberEvent[] {
  if (account.status !== 'none') refuse('MEMBER_EXISTS');
  const { memberId, referralCode, inviteCode } = registration;
  return [{ type: 'MemberRegistered', data: { memberId, referralCode, inviteCode } }];
}

/*
 * The following decisions set a value. Setting the current value appends nothing, so that an edit of several values
 * can be repeated until all are set. All refuse MEMBER_NOT_FOUND.
 */

export function activate(account: Account): readonly MemberEvent[] {
  const { status, memberId } = registeredAccount(account);
  return status === 'active' ? [] : [{ type: 'MemberActivated', data: { memberId } }];
}

/** `isLastAdmin`: no other active account is an admin. Refused then: LAST_ADMIN. */
export function deactivate(
  account: Account,
  { isLastAdmin }: { readonly isLastAdmin: boolean },
): readonly MemberEvent[] {
  const { status, memberId, roles } = registeredAccount(account);
  if (status === 'inactive') return [];
  if (isLastAdmin && roles.includes('admin')) refuse('LAST_ADMIN');
  return [{ type: 'MemberDeactivated', data: { memberId } }];
}

export function grantRole(account: Account, role: Role): readonly MemberEvent[] {
  const { memberId, roles } = registeredAccount(account);
  return roles.includes(role) ? [] : [{ type: 'RoleGranted', data: { memberId, role } }];
}

/** `isLastAdmin`: no other active account is an admin. Refused then, for that role: LAST_ADMIN. */
export function revokeRole(
  account: Account,
  role: Role,
  { isLastAdmin }: { readonly isLastAdmin: boolean },
): readonly MemberEvent[] {
  const { status, memberId, roles } = registeredAccount(account);
  if (!roles.includes(role)) return [];
  if (role === 'admin' && isLastAdmin && status === 'active') refuse('LAST_ADMIN');
  return [{ type: 'RoleRevoked', data: { memberId, role } }];
}

export function changeReferralCode(account: Account, referralCode: string): readonly MemberEvent[] {
  const { memberId, referralCode: current } = registeredAccount(account);
  return current === referralCode ? [] : [{ type: 'ReferralCodeChanged', data: { memberId, referralCode } }];
}

function registeredAccount(account: Account): RegisteredAccount {
  if (account.status === 'none') refuse('MEMBER_NOT_FOUND');
  return account;
}
