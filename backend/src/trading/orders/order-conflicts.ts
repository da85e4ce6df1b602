import type { MemberId } from '@matgyo/contracts/ids';
import { conflictOfInterest } from '@matgyo/ledger/conflict-of-interest';
import type { Database } from '../../platform/database/tables.ts';
import type { Matches, MatchRow } from './order-matches.ts';
import type { OrderRow } from './order-rows.ts';

export type Conflicts = Awaited<ReturnType<typeof loadConflicts>>;

/** Why an admin may not act on a listed order. Only for display; commands check the streams. */
export async function loadConflicts(
  db: Database,
  adminId: MemberId,
  page: readonly OrderRow[],
  matches: Matches,
) {
  const owners = [
    ...page.map((row) => row.member_id),
    ...[...matches.values()].flat().map((match) => match.seller_id),
  ];
  const accounts = await db
    .selectFrom('read_accounts.accounts')
    .select(['member_id', 'status', 'referral_code', 'invite_code'])
    .where('member_id', 'in', [...new Set([adminId, ...owners])])
    .execute();
  const accountOf = new Map(accounts.map((account) => [account.member_id, account]));
  const staff = { memberId: adminId, inviteCode: accountOf.get(adminId)?.invite_code };
  const conflict = (owners: readonly MemberId[], sellerId: MemberId | undefined) => {
    const seller = sellerId && accountOf.get(sellerId);
    return conflictOfInterest(staff, { owners, feeCode: seller?.referral_code ?? null });
  };
  return {
    ofOrder: ({ side, member_id }: OrderRow) =>
      conflict([member_id], side === 'sell' ? member_id : undefined),
    ofMatch: ({ seller_id, buyer_id }: MatchRow) => conflict([seller_id, buyer_id], seller_id),
    /** Whether its owner is inactive, so that no admin may match it. */
    isOfInactive: ({ member_id }: OrderRow) => accountOf.get(member_id)?.status !== 'active',
  };
}
