import type { KeyObject } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { type SqlBool, sql } from 'kysely';
import { inSnapshot } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';
import { loggable } from '../../platform/http/error-answer.ts';
import type { RowCheck } from '../../proof/sealed-rows/row-check.ts';
import type { IdentityParts } from '../parts.ts';
import { openText, sealText } from './sealed-text.ts';

/** SQL on `app.phone_changes_by_staff` (as `change`): less than 72 hours old. */
const isRecent = sql<SqlBool>`change.changed_at > now() - interval '72 hours'`;

/**
 * SQL on `app.members` (as `member`): staff changed the phone, possibly their own, so recently that it cannot recover
 * the password yet. The owner got a message on the old number and has this time to object (docs/decisions/identity.md).
 */
export const isRecoveryHeld = sql<SqlBool>`exists (
  select from app.phone_changes_by_staff change where change.member_id = member.id and ${isRecent})`;

/** For whom a phone is encrypted: distinct from payout data, which is encrypted with the same key. */
export const whosePhone = (memberId: string): string => `phone of ${memberId}`;

/** The phone to trust: the one before a recent change by staff, otherwise the account's. */
export function createTrustedPhones(db: Database, rowCheck: RowCheck, key: KeyObject) {
  async function read(from: Database, memberId: MemberId): Promise<string | undefined> {
    const row = await from
      .selectFrom('app.members as member')
      .leftJoin('app.phone_changes_by_staff as change', (join) =>
        join.onRef('change.member_id', '=', 'member.id').on(isRecent),
      )
      .select(['member.phone', 'change.changed_at', 'change.sealed_before'])
      .where('member.id', '=', memberId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    if (row.changed_at === null) return row.phone ?? undefined;
    return row.sealed_before === null ? undefined : openText(key, whosePhone(memberId), row.sealed_before);
  }

  return {
    /** Called in the transaction that changes the phone. */
    async holdRecovery(
      trx: Database,
      change: { readonly memberId: MemberId; readonly changedBy: MemberId; readonly before: string | null },
    ): Promise<void> {
      const { memberId, changedBy, before } = change;
      await sql`
        insert into app.phone_changes_by_staff as change (member_id, changed_by, sealed_before)
        values (${memberId}, ${changedBy}, ${before && sealText(key, whosePhone(memberId), before)})
        on conflict (member_id) do update set changed_by = excluded.changed_by, changed_at = now(),
          sealed_before = case when ${isRecent} then change.sealed_before else excluded.sealed_before end`.execute(
        trx,
      );
    },

    /** Undefined: none, or it cannot be decrypted any more. */
    of: (memberId: MemberId): Promise<string | undefined> => read(db, memberId),
    /** The same to send a code to: compared with what the program wrote. @throws RequestFailure RECORD_MISMATCH */
    forCode: (memberId: MemberId): Promise<string | undefined> =>
      inSnapshot(db, async (snapshot) => {
        await rowCheck.member(snapshot, memberId, 'phone');
        return read(snapshot, memberId);
      }),
  };
}

/** Whether staff has ever changed the phone of this account, however long ago. */
export async function wasPhoneChangedByStaff(db: Database, memberId: MemberId): Promise<boolean> {
  const row = await db
    .selectFrom('app.phone_changes_by_staff')
    .select('member_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row !== undefined;
}

export type PhoneNotifyDependencies = Pick<IdentityParts, 'sms' | 'budget' | 'limits' | 'logger'>;

/**
 * Sends a text message without waiting for the provider, because the change is made already. `phone` null: sends
 * nothing. Limited by phone; the day's budget is only counted, so that using it up silences no one's messages.
 */
export function notifyPhone(
  { sms, budget, limits, logger }: PhoneNotifyDependencies,
  phone: string | null,
  text: string,
): void {
  if (phone === null) return;
  limits.noticesTo
    .take(phone)
    .then(() => budget.spend('notice', { beyond: true }))
    .then(() => sms.send({ to: phone, text }))
    .catch((error: unknown) => logger.warn({ error: loggable(error) }, 'a text message was not sent'));
}

/** For the account's earlier number. In both languages, because the owner's language is not stored. */
export const phoneChangedText =
  '[맞교환] 계정의 휴대폰 번호가 변경됐어요. 요청하지 않았다면 바로 고객지원에 문의해 주세요. / ' +
  '[Matgyo] The phone number of your account was changed. If you did not request this, contact support right away.';

/** To an admin whom the operator retired. */
export const adminRetiredText =
  '[맞교환] 운영자가 계정의 관리자 권한을 해제했어요. 모르는 일이라면 바로 회사에 문의해 주세요. / ' +
  '[Matgyo] The operator took the admin role from your account. If this is unexpected, contact your company right away.';

export const passwordChangedText =
  '[맞교환] 계정의 비밀번호가 변경됐어요. 직접 변경하지 않았다면 바로 고객지원에 문의해 주세요. / ' +
  '[Matgyo] The password of your account was changed. If you did not do this, contact support right away.';

/** After the right password. */
export const codesGuessedText =
  '[맞교환] 비밀번호는 맞고 인증 앱 코드는 여러 번 틀린 로그인 시도가 있었어요. 직접 시도하지 않았다면 바로 비밀번호를 변경해 주세요. / ' +
  '[Matgyo] Sign-ins to your account had the right password and several wrong authenticator codes. If this was not you, change your password right away.';

/** By what happened to a member's second factor, as the audit log names it. */
export const secondFactorTexts = {
  'second-factor-registered':
    '[맞교환] 계정에 인증 앱이 등록됐어요. 직접 등록하지 않았다면 바로 고객지원에 문의해 주세요. / ' +
    '[Matgyo] An authenticator app was registered for your account. If you did not do this, contact support right away.',
  'second-factor-removed':
    '[맞교환] 계정의 인증 앱이 해제됐어요. 직접 해제하지 않았다면 바로 고객지원에 문의해 주세요. / ' +
    '[Matgyo] The authenticator app of your account was removed. If you did not do this, contact support right away.',
  'passkey-registered':
    '[맞교환] 계정에 패스키가 등록됐어요. 직접 등록하지 않았다면 바로 고객지원에 문의해 주세요. / ' +
    '[Matgyo] A passkey was registered for your account. If you did not do this, contact support right away.',
  'passkey-removed':
    '[맞교환] 계정의 패스키가 삭제됐어요. 직접 삭제하지 않았다면 바로 고객지원에 문의해 주세요. / ' +
    '[Matgyo] A passkey of your account was removed. If you did not do this, contact support right away.',
  'reset-by-operator':
    '[맞교환] 운영자가 계정의 인증 앱과 패스키를 모두 해제했어요. 요청하지 않았다면 바로 고객지원에 문의해 주세요. / ' +
    '[Matgyo] The operator removed the authenticator app and all passkeys of your account. If you did not request this, contact support right away.',
  'recovery-code-used':
    '[맞교환] 계정의 복구 코드가 사용됐어요. 직접 사용하지 않았다면 바로 고객지원에 문의해 주세요. / ' +
    '[Matgyo] A recovery code of your account was used. If you did not do this, contact support right away.',
  'recovery-codes-renewed':
    '[맞교환] 계정의 복구 코드가 새로 발급됐어요. 직접 발급하지 않았다면 바로 고객지원에 문의해 주세요. / ' +
    '[Matgyo] New recovery codes were made for your account. If you did not do this, contact support right away.',
} as const;
