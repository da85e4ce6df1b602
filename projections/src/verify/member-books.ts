import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { MemberEvent } from '@matgyo/contracts/events/member-events';
import type { ActorRole } from '@matgyo/contracts/events/metadata';
import type { MemberId } from '@matgyo/contracts/ids';
import { fits } from './does-not-fit.ts';

const admins: readonly ActorRole[] = ['admin'];
/** The first admin of an installation is made by nobody. */
const adminsOrStart: readonly ActorRole[] = ['admin', 'system'];
const staff: readonly ActorRole[] = ['admin', 'manager'];

/** Who may cause what only staff does. Everything else follows from these or is a member's own. */
const mayCause: { readonly [Type in LedgerEvent['type']]?: readonly ActorRole[] } = {
  PriceSet: admins,
  OrderApproved: admins,
  OrderRejected: admins,
  TradeProposed: admins,
  TradeCompleting: admins,
  TradeCancelling: admins,
  MemberActivated: ['admin', 'manager', 'system'],
  MemberDeactivated: staff,
  RoleGranted: adminsOrStart,
  RoleRevoked: admins,
  ReferralCodeChanged: staff,
};

/** Members as their events tell them. Every method throws `DoesNotFit`. */
export class MemberBooks {
  /** Every referral code a member ever had: whose trades it is credited with was decided while it was the member's. */
  readonly #codes = new Map<MemberId, Set<string | null>>();
  /** Who was active at some time. Whether still at a trade's proposal, streams side by side cannot say. */
  readonly #activated = new Set<MemberId>();

  move(event: MemberEvent): void {
    const { memberId } = event.data;
    if (event.type === 'MemberRegistered') {
      fits('members', !this.#codes.has(memberId), 'the member is registered twice');
      this.#codes.set(memberId, new Set([event.data.referralCode]));
      return;
    }
    const codes = this.#codes.get(memberId);
    fits('members', codes !== undefined, 'the member was never registered');
    if (event.type === 'ReferralCodeChanged') codes.add(event.data.referralCode);
    if (event.type === 'MemberActivated') this.#activated.add(memberId);
  }

  checkWereActive(...parties: readonly MemberId[]): void {
    const all = parties.every((memberId) => this.#activated.has(memberId));
    fits('members', all, 'a trade is proposed for a member who was never active');
  }

  checkCode(memberId: MemberId, code: string | null): void {
    const had = this.#codes.get(memberId)?.has(code) === true;
    fits('members', had, 'the trade is credited to a referral code its seller never had');
  }
}

/** Staff's acts were caused by staff. */
export function checkActor(type: LedgerEvent['type'], actorRole: ActorRole): void {
  const allowed = mayCause[type];
  const may = allowed === undefined || allowed.includes(actorRole);
  fits('members', may, `${type} was caused by a ${actorRole}, who may not`);
}
