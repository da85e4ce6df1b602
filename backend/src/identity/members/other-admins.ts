import type { MemberId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import { accountDecider, type RegisteredAccount } from '@matgyo/ledger/account/account';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { type LedgerLog, loadStream } from '../../trading/commands/stream-history.ts';

/** Admins looked at to find one who stays. */
const mostAdmins = 100;

/** Where admins are looked for. */
export interface KnownAdmins {
  readonly db: Database;
  /** Rejects while the list of members may be incomplete: then no admin counts as the only one. */
  readonly assertMembersShown: () => Promise<void>;
}

/**
 * The active admins besides one, by the streams themselves: the read model only says where to look.
 *
 * @throws RequestFailure UNAVAILABLE after the last one, if the read model is halted or late
 */
export async function* otherAdmins(
  { db, assertMembersShown }: KnownAdmins,
  log: LedgerLog,
  memberId: string,
): AsyncGenerator<RegisteredAccount> {
  const others = await db
    .selectFrom('read_accounts.accounts')
    .select('member_id')
    .where('admin', '=', true)
    .where('member_id', '<>', memberId as MemberId)
    .limit(mostAdmins)
    .execute();
  for (const { member_id } of others) {
    const { state } = await loadStream(log, memberStream(member_id), accountDecider);
    if (state.status === 'active' && state.roles.includes('admin')) yield state;
  }
  await assertMembersShown();
}

/** Whether no other member is an active admin. Lasting after `oneDemotionAtATime` only. */
export async function isLastAdmin(
  known: KnownAdmins,
  { log }: { readonly log: LedgerLog },
  memberId: string,
): Promise<boolean> {
  const { done } = await otherAdmins(known, log, memberId).next();
  return done === true;
}

/**
 * From here to the end of the transaction no other process takes an admin away, so that two admins cannot demote each
 * other at the same moment. While others wait for the lock, its holder may need at most the connection for reading the list's progress.
 */
export async function oneDemotionAtATime(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('members: one demotion at a time', 0))`.execute(
    trx,
  );
}
