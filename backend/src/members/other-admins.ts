import type { MemberId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Ledger } from '../ledger/execute-on-stream.ts';
import { loadStream } from '../ledger/stream-history.ts';
import { accountDecider } from './account.ts';

/** Admins looked at to find one who stays. */
const mostAdmins = 100;

/**
 * Whether nobody but this member is an active admin, by the streams themselves: the read model only says where to
 * look, and an admin it does not know yet does not count. Meaningful under `oneDemotionAtATime` only.
 */
export async function isLastAdmin(db: Database, ledger: Ledger, memberId: MemberId): Promise<boolean> {
  const others = await db
    .selectFrom('read_accounts.accounts')
    .select('member_id')
    .where('admin', '=', true)
    .where('member_id', '<>', memberId)
    .limit(mostAdmins)
    .execute();
  for (const { member_id } of others) {
    const { state } = await loadStream(ledger.log, memberStream(member_id), accountDecider);
    if (state.status === 'active' && state.roles.includes('admin')) return false;
  }
  return true;
}

/**
 * Runs `work` while no other process takes an admin away, so that two admins cannot demote each other at the same
 * moment. The transaction only holds the lock; it writes nothing, so it holds no reader of the log back. `work` reads
 * through it: whoever holds the lock must not need another connection while all of them wait for it.
 */
export function oneDemotionAtATime<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('members: one demotion at a time', 0))`.execute(
      trx,
    );
    return work(trx);
  });
}
