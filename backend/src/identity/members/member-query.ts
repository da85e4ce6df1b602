import { hash } from 'node:crypto';
import type { MemberView } from '@matgyo/contracts/endpoints/members';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Account } from '@matgyo/ledger/account/account';
import { sql } from 'kysely';
import type { Ledger } from '../../platform/commands/execute-on-stream.ts';
import { ofMember } from '../../platform/commands/ledger-streams.ts';
import { loadStream, type StreamHistory } from '../../platform/commands/stream-history.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { idImageUrl } from '../../platform/images/routes.ts';
import { seesIdPhoto } from './member-policy.ts';
import { payoutNeedsConsent, payoutWaitsUntil } from './payout-change-rows.ts';

/** Right after an upgrade, version 1 of the read model is still in use, without this column. */
export const activatedAt = sql<Date | null>`(to_jsonb(account) ->> 'activated_at')::timestamptz`;

/** Members joined with their accounts. Rows whose events are not folded yet have no account. */
export const memberRows = (db: Database) =>
  db
    .selectFrom('app.members as member')
    .innerJoin('read_accounts.accounts as account', 'account.member_id', 'member.id')
    .leftJoin('app.images as image', 'image.member_id', 'member.id')
    .select([
      'member.id',
      'member.nickname',
      'member.username',
      'member.full_name',
      'member.phone',
      'member.phone_verified',
      'member.dob',
      'member.bank_name',
      'member.bank_account',
      'member.telegram',
      'member.tether_address',
      'member.created_at',
      'account.status',
      activatedAt.as('activated_at'),
      'account.admin',
      'account.manager',
      'account.revision as account_revision',
      'account.referral_code',
      'account.invite_code',
      'image.id as image_id',
      payoutWaitsUntil.as('payout_waits_until'),
      payoutNeedsConsent.as('payout_needs_consent'),
    ]);

export type MemberRow = Awaited<ReturnType<ReturnType<typeof memberRows>['execute']>>[number];

export const memberViewOf = (
  row: Omit<MemberRow, 'account_revision'>,
  viewer: Pick<Caller, 'admin'>,
): MemberView => ({
  _id: row.id,
  username: row.username,
  nickname: row.nickname,
  fullName: row.full_name,
  phone: row.phone,
  dob: row.dob,
  bankName: row.bank_name,
  bankAccount: row.bank_account,
  telegram: row.telegram,
  tetherAddress: row.tether_address,
  referralCode: row.referral_code,
  inviteCode: row.invite_code,
  status: row.status,
  activatedAt: row.activated_at?.toISOString() ?? null,
  admin: row.admin,
  manager: row.manager,
  isVerified: row.phone_verified,
  tetherIdImage: seesIdPhoto(viewer) && row.image_id !== null ? idImageUrl(row.id) : null,
  createdAt: row.created_at.toISOString(),
  revision: memberRevision(row),
  payoutWaitsUntil: row.payout_waits_until?.toISOString() ?? null,
  payoutNeedsConsent: row.payout_needs_consent,
});

export const memberById = (db: Database, id: MemberId): Promise<MemberRow | undefined> =>
  memberRows(db).where('member.id', '=', id).executeTakeFirst();

/** Of a caller or of someone who signs in: the read model does not have those yet who signed up just now. */
export const memberOf = (db: Database, id: MemberId): Promise<MemberRow> =>
  memberRows(db)
    .where('member.id', '=', id)
    .executeTakeFirstOrThrow(() => failure('UNAVAILABLE', undefined, { retryAfterSeconds: 1 }));

export const memberByNickname = (db: Database, nickname: string): Promise<MemberRow | undefined> =>
  memberRows(db).where('member.nickname_key', '=', nickname.toLowerCase()).executeTakeFirst();

/** The member with this nickname, in whatever case it is written. */
export async function memberIdOf(db: Database, nickname: string): Promise<MemberId | undefined> {
  const row = await db
    .selectFrom('app.members')
    .select('id')
    .where('nickname_key', '=', nickname.toLowerCase())
    .executeTakeFirst();
  return row?.id;
}

export async function hasMembers(db: Database): Promise<boolean> {
  const row = await db.selectFrom('app.members').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The member's own code, which others enter at sign-up. */
export async function inviteCodeOf(db: Database, memberId: MemberId): Promise<string> {
  const account = await db
    .selectFrom('read_accounts.accounts')
    .select('invite_code')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return account.invite_code;
}

export async function knownMember(db: Database, memberId: MemberId): Promise<MemberId> {
  await db
    .selectFrom('read_accounts.accounts')
    .select('member_id')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow(() => failure('MEMBER_NOT_FOUND'));
  return memberId;
}

const editable = [
  'phone',
  'telegram',
  'bank_name',
  'bank_account',
  'tether_address',
  'referral_code',
  'status',
  'admin',
  'manager',
] as const satisfies readonly (keyof MemberRow)[];

/** A hash of what an edit may change, as it is now: equal values have equal revisions (docs/decisions/identity.md). */
export function memberRevision(member: Pick<MemberRow, (typeof editable)[number]>): string {
  const values = editable.map((field) => member[field]);
  return hash('sha256', JSON.stringify(values), 'hex').slice(0, 24);
}

/** A member by the row and by the ledger's stream, because the read model may be late or halted. */
export interface MemberNow {
  readonly row: MemberRow;
  readonly account: StreamHistory<Account>;
}

/** Undefined when there is no such account. */
export async function memberNow(
  db: Database,
  { log }: Pick<Ledger, 'log'>,
  id: MemberRow['id'],
): Promise<MemberNow | undefined> {
  const row = await memberById(db, id);
  const account = await loadStream(log, ofMember(id));
  const { state } = account;
  if (row === undefined || state.status === 'none') return undefined;
  const { status, roles, referralCode: referral_code } = state;
  const flags = { admin: roles.includes('admin'), manager: roles.includes('manager') };
  return { row: { ...row, ...flags, status, referral_code }, account };
}

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
