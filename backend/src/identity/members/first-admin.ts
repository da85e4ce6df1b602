import { randomUUID } from 'node:crypto';
import { type MemberId, newLedgerId } from '@matgyo/contracts/ids';
import type { Database } from '../../platform/database/tables.ts';
import type { KeptRows } from '../../proof/kept-rows/kept-rows.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { newInviteCode, type Registration } from './registration.ts';

export interface FirstAdminDependencies {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly registration: Registration;
  readonly kept: KeptRows;
}

/**
 * Makes the admin the configuration names, unless there is one already: the row, then registered, activated and
 * granted the role in one append. A nickname that a member already has is never raised to an admin. Run again,
 * also after a crash half way, it finishes what is unfinished and otherwise does nothing.
 *
 * `made`: this run made it; `there`: an admin was there; `nickname-taken`: a member who is no admin has the name.
 */
export async function ensureFirstAdmin(
  { db, passwords, registration, kept }: FirstAdminDependencies,
  admin: { readonly nickname: string; readonly password: string },
): Promise<'made' | 'there' | 'nickname-taken'> {
  const existing = await memberNamed(db, admin.nickname);
  if (existing !== undefined) {
    const events = await registration.complete(existing);
    return events.length > 0 || (await isAdmin(db, existing)) ? 'there' : 'nickname-taken';
  }
  const anyAdmin = await db
    .selectFrom('read_accounts.accounts')
    .select('member_id')
    .where('admin', '=', true)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (anyAdmin !== undefined) return 'there';
  const memberId = await writeRows({ db, kept }, admin.nickname, await passwords.hash(admin.password));
  // Another process starting at the same moment was faster.
  if (memberId === undefined) return 'there';
  await registration.complete(memberId);
  return 'made';
}

async function memberNamed(db: Database, nickname: string): Promise<MemberId | undefined> {
  const row = await db
    .selectFrom('app.members')
    .select('id')
    .where('nickname_key', '=', nickname.toLowerCase())
    .executeTakeFirst();
  return row?.id;
}

async function isAdmin(db: Database, memberId: MemberId): Promise<boolean> {
  const row = await db
    .selectFrom('read_accounts.accounts')
    .select('admin')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.admin === true;
}

async function writeRows(
  { db, kept }: Pick<FirstAdminDependencies, 'db' | 'kept'>,
  nickname: string,
  passwordHash: string,
): Promise<MemberId | undefined> {
  const id = newLedgerId(Date.now()) as MemberId;
  return db.transaction().execute(async (trx) => {
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
    if (row === undefined) return undefined;
    await trx.insertInto('app.credentials').values({ member_id: id, password_hash: passwordHash }).execute();
    await trx
      .insertInto('app.pending_registrations')
      .values({
        member_id: id,
        kind: 'first-admin',
        command_id: randomUUID(),
        referral_code: null,
        invite_code: newInviteCode(),
      })
      .execute();
    await kept.enter(trx, { 'app.members': [id], 'app.credentials': [id] });
    return id;
  });
}
