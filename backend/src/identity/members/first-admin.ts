import { type MemberId, newLedgerId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import type { IdentityParts } from '../parts.ts';
import { hasActiveAdmin, isAdmin } from './admins-in-log.ts';
import { memberIdOf } from './member-query.ts';
import { beginRegistration } from './registration.ts';

export type FirstAdminDependencies = Pick<
  IdentityParts,
  'db' | 'log' | 'passwords' | 'registration' | 'sealedRows'
>;

/**
 * Creates the configured admin unless there is an admin: writes the row, then registers, activates and grants the role
 * in one append. Never promotes an existing member with that nickname. A repeat, also after a crash, completes what is
 * unfinished and otherwise does nothing. Reads the log, because the read models may be late, or missing where another
 * process writes them.
 *
 * `made`: this run created it; `there`: there was an admin; `nickname-taken`: a member who is not an admin has the
 * name.
 */
export async function ensureFirstAdmin(
  { db, log, passwords, registration, sealedRows }: FirstAdminDependencies,
  { nickname, password }: { readonly nickname: string; readonly password: string },
): Promise<'made' | 'there' | 'nickname-taken'> {
  const existing = await memberIdOf(db, nickname);
  if (existing !== undefined) {
    const events = await registration.complete(existing);
    return events.length > 0 || (await isAdmin(log, memberStream(existing))) ? 'there' : 'nickname-taken';
  }
  if (await hasActiveAdmin(log)) return 'there';
  const id = newLedgerId(Date.now()) as MemberId;
  const passwordHash = await passwords.hash(id, password);
  const isWritten = await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('app.members')
      .values({
        id,
        nickname,
        nickname_key: nickname.toLowerCase(),
        username: nickname,
        full_name: '',
        phone: null,
        phone_verified: true,
        dob: null,
        bank_name: '',
        bank_account: '',
        telegram: '',
        tether_address: '',
      })
      .onConflict((conflict) => conflict.constraint('nicknames_are_unique').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) return false;
    await beginRegistration(trx, passwordHash, { member_id: id, kind: 'first-admin', referral_code: null });
    await sealedRows.enter(trx, { 'app.members': [id], 'app.credentials': [id] });
    return true;
  });
  // Another process starting at the same moment was faster.
  if (!isWritten) return 'there';
  await registration.complete(id);
  return 'made';
}
