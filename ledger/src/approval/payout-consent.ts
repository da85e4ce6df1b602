import { noSecondAdmin } from '@matgyo/contracts/approvals';
import type { MemberId } from '@matgyo/contracts/ids';

/** A change of a member's bank account or wallet by staff. */
export interface StaffPayoutChange {
  readonly memberId: MemberId;
  /** Who made it or one that it replaced. */
  readonly makers: readonly MemberId[];
}

/**
 * As whose consent an admin's approval of the change counts: neither who made it nor the member gives it, unless no other admin
 * exists. Null: they may not approve it.
 */
export function payoutConsent(
  approver: MemberId,
  { memberId, makers }: StaffPayoutChange,
  isOnlyAdmin: boolean,
): 'second-admin' | typeof noSecondAdmin | null {
  if (!makers.includes(approver) && approver !== memberId) return 'second-admin';
  return isOnlyAdmin ? noSecondAdmin : null;
}
