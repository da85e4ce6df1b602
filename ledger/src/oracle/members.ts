import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { MemberEvent, Role } from '@matgyo/contracts/events/member-events';
import type { ActorRole } from '@matgyo/contracts/events/metadata';
import type { MemberId } from '@matgyo/contracts/ids';
import { must } from './rule-broken.ts';

const admins: readonly ActorRole[] = ['admin'];
/** The operator makes the first admin of an installation, and retires one who cannot be reached. */
const adminsOrOperator: readonly ActorRole[] = ['admin', 'system'];
const staff: readonly ActorRole[] = ['admin', 'manager'];

/** The roles that may cause staff events. All other events follow from these or are the member's own. */
const mayCause: { readonly [Type in LedgerEvent['type']]?: readonly ActorRole[] } = {
  PriceSet: admins,
  OrderApproved: admins,
  OrderRejected: admins,
  TradeProposed: admins,
  TradeCompleting: admins,
  TradeReversed: admins,
  /** The clock, where no won were sent in time (`TradeAccounts`). */
  TradeCancelling: ['admin', 'system'],
  WindowPaused: admins,
  WindowResumed: admins,
  WindowExtended: admins,
  WindowExpired: ['system'],
  TransferChecked: ['system'],
  CaseTaken: admins,
  CaseReleased: admins,
  CaseRuled: admins,
  AppealRuled: admins,
  ApprovalRequested: admins,
  ApprovalGranted: admins,
  ApprovalRefused: admins,
  ApprovalExpired: ['system'],
  LevelsSet: ['system'],
  MemberActivated: ['admin', 'manager', 'system'],
  MemberDeactivated: staff,
  RoleGranted: adminsOrOperator,
  RoleRevoked: adminsOrOperator,
  ReferralCodeChanged: staff,
};

export interface MemberAccount {
  active: boolean;
  readonly roles: Set<Role>;
  /** The code given at sign-up, as it is now. */
  code: string | null;
  /** Was active at some time. Whether still at a trade's proposal, streams side by side cannot say. */
  wasActive: boolean;
  /** Every code the member ever had: whose trades it is credited with was decided while it was the member's. */
  readonly codes: Set<string | null>;
}

/** Members as derived from their events. Every method throws `RuleBroken`. */
export class MemberAccounts {
  readonly #members = new Map<MemberId, MemberAccount>();

  get = (memberId: MemberId): MemberAccount | undefined => this.#members.get(memberId);

  move(event: MemberEvent, actorRole: ActorRole): void {
    const { memberId } = event.data;
    if (event.type === 'MemberRegistered') {
      must('members', !this.#members.has(memberId), 'the member is registered twice');
      const { referralCode: code } = event.data;
      const codes = new Set([code]);
      this.#members.set(memberId, { active: false, roles: new Set(), code, wasActive: false, codes });
      return;
    }
    const member = this.#members.get(memberId);
    must('members', member !== undefined, 'the member was never registered');
    const movesStatus = event.type === 'MemberActivated' || event.type === 'MemberDeactivated';
    must(
      'members',
      actorRole === 'admin' || !movesStatus || member.roles.size === 0,
      'the status of staff is changed by another than an admin',
    );
    switch (event.type) {
      case 'MemberActivated':
        member.active = true;
        member.wasActive = true;
        return;
      case 'MemberDeactivated':
        member.active = false;
        return;
      case 'RoleGranted':
        member.roles.add(event.data.role);
        return;
      case 'RoleRevoked':
        member.roles.delete(event.data.role);
        return;
      case 'ReferralCodeChanged':
        member.code = event.data.referralCode;
        member.codes.add(member.code);
        return;
      default:
        event satisfies never;
    }
  }

  checkWereActive(...parties: readonly MemberId[]): void {
    const all = parties.every((memberId) => this.#members.get(memberId)?.wasActive);
    must('members', all, 'a trade is proposed for a member who was never active');
  }

  checkCode(memberId: MemberId, code: string | null): void {
    const had = this.#members.get(memberId)?.codes.has(code) === true;
    must('members', had, 'the trade is credited to a referral code its seller never had');
  }
}

/** Staff's actions were caused by staff. */
export function checkActor(type: LedgerEvent['type'], actorRole: ActorRole): void {
  const allowed = mayCause[type];
  const may = allowed === undefined || allowed.includes(actorRole);
  must('members', may, `${type} was caused by a ${actorRole}, who may not`);
}
