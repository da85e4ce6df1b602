import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';

/**
 * A referral code as it is spelled already, in a member's invite code or else by earlier members who gave it: fees are
 * summed up by the exact code. One that is new stays as typed.
 */
export async function asKnownCode(db: Database, code: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select code from (
      select invite_code as code, 1 as place from read_accounts.accounts where lower(invite_code) = lower(${code})
      union all
      select referral_code, 2 from read_accounts.accounts where lower(referral_code) = lower(${code})
    ) known
    order by place, code <> ${code}, code limit 1`.execute(db);
  return rows[0]?.code ?? code;
}
