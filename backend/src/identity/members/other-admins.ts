import type { MemberId } from '@matgyo/contracts/ids';
import type { RegisteredAccount } from '@matgyo/ledger/account/account';
import { ofMember } from '../../platform/commands/ledger-streams.ts';
import { type LedgerLog, loadStream } from '../../platform/commands/stream-history.ts';
import { lockUntilEnd } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';

/** Admins read to find another one. */
const adminsMax = 100;

export interface KnownAdmins {
  readonly db: Database;
  /** Rejects while the list of members may be incomplete, so that no admin is taken for the only one by mistake. */
  readonly assertMembersShown: (db: Database) => Promise<void>;
}

/**
 * The active admins except one, decided from their streams; the read model only lists candidates.
 *
 * @throws RequestFailure UNAVAILABLE after the last one, if the read model is halted or late
 */
export async function* otherAdmins(
  { db, assertMembersShown }: KnownAdmins,
  log: LedgerLog,
  memberId: string,
): AsyncGenerator<RegisteredAccount> {
  const looked = new Set([memberId as MemberId]);
  yield* activeAdmins(db, log, looked);
  await assertMembersShown(db);
  // The list may have been late when it was read.
  yield* activeAdmins(db, log, looked);
}

/** Those listed as admins, except the members already looked at, to whom it adds them. */
async function* activeAdmins(db: Database, log: LedgerLog, looked: Set<MemberId>) {
  const listed = await db
    .selectFrom('read_accounts.accounts')
    .select('member_id')
    .where('admin', '=', true)
    .where('member_id', 'not in', [...looked])
    .limit(adminsMax)
    .execute();
  for (const { member_id } of listed) {
    looked.add(member_id);
    const { state } = await loadStream(log, ofMember(member_id));
    if (state.status === 'active' && state.roles.includes('admin')) yield state;
  }
}

/** Whether no other member is an active admin. The answer may change at once, except in `withAdminsLocked`. */
export async function isLastAdmin(
  known: KnownAdmins,
  { log }: { readonly log: LedgerLog },
  memberId: string,
): Promise<boolean> {
  const { done } = await otherAdmins(known, log, memberId).next();
  return done === true;
}

/**
 * Runs `work` in a transaction during which no other process demotes an admin, so that two admins cannot demote each
 * other concurrently.
 */
export const withAdminsLocked = <Done>(
  known: KnownAdmins,
  work: (locked: KnownAdmins) => Promise<Done>,
): Promise<Done> =>
  known.db.transaction().execute(async (trx) => {
    await lockUntilEnd(trx, 'members: one demotion at a time');
    return work({ ...known, db: trx });
  });
