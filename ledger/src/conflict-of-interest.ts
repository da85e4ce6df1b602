import type { MemberId } from '@matgyo/contracts/ids';
import type { ConflictOfInterest } from '@matgyo/contracts/ledger-refusals';
import { refuse } from './refusal.ts';

/** The admin or manager who acts on members' orders. `inviteCode`: this person's own; undefined if there is none. */
export interface ActingStaff {
  readonly memberId: string;
  readonly inviteCode: string | undefined;
}

/** Who gains by an action. `feeCode` is the referral code for which its fee counts; null if there is none. */
export interface Beneficiaries {
  readonly owners: readonly MemberId[];
  readonly feeCode: string | null;
}

/** Why this person may not approve, reject, match, complete or cancel; null if there is no conflict. */
export function conflictOfInterest(
  { memberId, inviteCode }: ActingStaff,
  { owners, feeCode }: Beneficiaries,
): ConflictOfInterest | null {
  if (owners.some((owner) => owner === memberId)) return 'OWN_ORDER';
  const isOwnCode = inviteCode !== undefined && feeCode?.toLowerCase() === inviteCode.toLowerCase();
  return isOwnCode ? 'FEE_TO_OWN_CODE' : null;
}

/**
 * Refuses an action with a conflict of interest. The only admin is refused too: that admin's own orders wait until
 * there is a second one.
 *
 * Refused: OWN_ORDER, FEE_TO_OWN_CODE.
 */
export function refuseConflict(staff: ActingStaff, beneficiaries: Beneficiaries): void {
  const conflict = conflictOfInterest(staff, beneficiaries);
  if (conflict !== null) refuse(conflict);
}
