import { noSecondAdmin } from '@matgyo/contracts/approvals';
import type { MemberId } from '@matgyo/contracts/ids';

/** A change of a member's bank account or wallet by staff. */
export interface StaffPayoutChange {
  readonly memberId: MemberId;
  /** Who made it or one that it replaced. */
  readonly makers: readonly MemberId[];
}

/**
 * How an admin's approval of the change counts: as a second admin's, unless they made the change or are the member.
 * These may approve it only if no other admin exists; null: they may not.
 */
export function payoutConsent(
  approver: MemberId,
  { memberId, makers }: StaffPayoutChange,
  isOnlyAdmin: boolean,
): 'second-admin' | typeof noSecondAdmin | null {
  if (!makers.includes(approver) && approver !== memberId) return 'second-admin';
  return isOnlyAdmin ? noSecondAdmin : null;
}
