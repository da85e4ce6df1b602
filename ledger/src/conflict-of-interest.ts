import type { MemberId } from '@matgyo/contracts/ids';
import type { ConflictOfInterest } from '@matgyo/contracts/ledger-refusals';
import { refuse } from './refusal.ts';

/** The staff member who acts on other members' orders. `inviteCode` is their own code; undefined: they have none. */
export interface ActingStaff {
  readonly memberId: string;
  readonly inviteCode: string | undefined;
}

/** Who gains by an action. `feeCode`: the referral code that a fee counts for; null: there is none. */
export interface Beneficiaries {
  readonly owners: readonly MemberId[];
  readonly feeCode: string | null;
}

/** Why a staff member may not approve, reject, match, complete or cancel; null: they may. */
export function conflictOfInterest(
  { memberId, inviteCode }: ActingStaff,
  { owners, feeCode }: Beneficiaries,
): ConflictOfInterest | null {
  if (owners.some((owner) => owner === memberId)) return 'OWN_ORDER';
  const isOwnCode = inviteCode !== undefined && feeCode?.toLowerCase() === inviteCode.toLowerCase();
  return isOwnCode ? 'FEE_TO_OWN_CODE' : null;
}

/** Refused: OWN_ORDER, FEE_TO_OWN_CODE. Also for the only admin: their orders wait for a second one. */
export function refuseConflict(staff: ActingStaff, beneficiaries: Beneficiaries): void {
  const conflict = conflictOfInterest(staff, beneficiaries);
  if (conflict !== null) refuse(conflict);
}
