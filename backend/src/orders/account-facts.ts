import type { Database } from '../database/tables.ts';
import type { Accounts } from '../members/account.ts';

/** What the ledger asks about members: status and referral code as the read model has them, the phone as the row. */
export const createAccounts = (db: Database): Accounts => ({
  async get(memberId) {
    const row = await db
      .selectFrom('read_accounts.accounts as a')
      .innerJoin('app.members as m', 'm.id', 'a.member_id')
      .select(['a.status', 'a.referral_code', 'm.phone_verified'])
      .where('a.member_id', '=', memberId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return { status: row.status, isVerified: row.phone_verified, referralCode: row.referral_code };
  },
});
