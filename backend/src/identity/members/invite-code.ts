import type { MemberId } from '@matgyo/contracts/ids';
import type { Database } from '../../platform/database/tables.ts';

/** The member's own code, which others enter at sign-up. */
export async function inviteCodeOf(db: Database, memberId: MemberId): Promise<string> {
  const account = await db
    .selectFrom('read_accounts.accounts')
    .select('invite_code')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return account.invite_code;
}
