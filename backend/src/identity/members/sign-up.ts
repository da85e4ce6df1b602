import { isReservedName } from '@matgyo/contracts/endpoints/member-fields';
import type { MemberView, memberEndpoints } from '@matgyo/contracts/endpoints/members';
import { type MemberId, newLedgerId } from '@matgyo/contracts/ids';
import type { Insertable } from 'kysely';
import pg from 'pg';
import type { z } from 'zod';
import type { Database, Tables } from '../../platform/database/tables.ts';
import type { HandlerRequest, UploadedFile } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { isUnavailable } from '../../platform/http/unavailable.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import { uploadedImageId } from '../../platform/images/routes.ts';
import type { SigningUp } from '../one-time-codes/verified-phones.ts';
import type { IdentityParts } from '../parts.ts';
import { asKnownCode, memberViewOf } from './member-query.ts';
import { normalisedPhone } from './phone.ts';
import { beginRegistration } from './registration.ts';

export type SignUpForm = z.output<(typeof memberEndpoints)['signUp']['body']>;

/**
 * A new member from a form whose fields already keep the rules of section 5: row first, then MemberRegistered.
 *
 * Cheap checks come first. The transaction that writes the row also consumes the phone's verification and claims the
 * image, so that only one of two forms with the same phone, nickname or image succeeds. The reply does not wait for
 * the event, because a repeat would find the phone's verification used up.
 */
export async function signUp(
  deps: IdentityParts,
  typed: SignUpForm,
  file: UploadedFile | undefined,
  by: SigningUp & Pick<HandlerRequest, 'header'>,
) {
  const phone = normalisedPhone(typed.phone, deps.config.phoneCountries);
  if (!(await deps.verifiedPhones.has(phone, by))) throw failure('PHONE_UNVERIFIED');
  const form = { ...typed, referralCode: await asKnownCode(deps.db, typed.referralCode) };
  if (isReservedName(form.nickname)) throw failure('NICKNAME_TAKEN');
  if (isReservedName(form.username ?? ''))
    throw failure('USERNAME_RESERVED', { fields: { username: 'USERNAME_RESERVED' } });
  await refuseIfTaken(deps.db, form.nickname, phone);
  const image = await imageOf(deps.images, form, file, by.network);
  const memberId = newLedgerId(Date.now()) as MemberId;
  try {
    const passwordHash = await deps.challenges.whenFull('sign-up', by, (isChallenged) =>
      deps.passwords.hash(memberId, form.password, {
        network: by.network,
        lane: isChallenged ? 'challenged' : 'stranger',
      }),
    );
    const user = await writeRows(deps, { memberId, form, phone, by, imageId: image.id, passwordHash });
    return { user, events: await deps.registration.complete(memberId).catch(noneIfUnavailable) };
  } catch (error) {
    // Once the member's row is written, the photo is claimed. If it cannot be removed now, a sweep removes it within an
    // hour.
    if (image.ours) await deps.images.removeUnclaimed(image.id).catch(() => undefined);
    throw error;
  }
}

/** The background work appends the event then. */
function noneIfUnavailable(error: unknown): readonly never[] {
  if (isUnavailable(error)) return [];
  throw error;
}

async function refuseIfTaken(db: Database, nickname: string, phone: string): Promise<void> {
  const others = await db
    .selectFrom('app.members')
    .select(['nickname_key', 'phone'])
    .where((where) =>
      where.or([where('nickname_key', '=', nickname.toLowerCase()), where('phone', '=', phone)]),
    )
    .execute();
  if (others.some((other) => other.nickname_key === nickname.toLowerCase())) throw failure('NICKNAME_TAKEN');
  if (others.length > 0) throw failure('PHONE_TAKEN');
}

/** The uploaded photo, stored but unclaimed, or the one that the form names. `ours`: this request stored it. */
async function imageOf(
  images: ImageStore,
  form: SignUpForm,
  file: UploadedFile | undefined,
  network: string,
) {
  if (file !== undefined)
    return { id: await images.add(file.bytes, { visitorsNetwork: network }), ours: true };
  if (form.tetherIdImage === undefined || form.tetherIdImage === '') throw failure('IMAGE_REQUIRED');
  const id = uploadedImageId(form.tetherIdImage);
  if (id === undefined) throw failure('IMAGE_EXPIRED');
  return { id, ours: false };
}

interface Rows {
  readonly memberId: MemberId;
  readonly form: SignUpForm;
  readonly phone: string;
  readonly by: SigningUp;
  readonly imageId: string;
  readonly passwordHash: string;
}

async function writeRows(deps: IdentityParts, rows: Rows): Promise<MemberView> {
  const { memberId, form, phone, by, imageId, passwordHash } = rows;
  try {
    const created = await deps.db.transaction().execute(async (trx) => {
      if (!(await deps.verifiedPhones.take(trx, phone, by))) throw failure('PHONE_UNVERIFIED');
      const row = await trx
        .insertInto('app.members')
        .values(memberRowOf(memberId, form, phone))
        .returningAll()
        .executeTakeFirstOrThrow();
      if (!(await deps.images.claim(trx, imageId, memberId))) throw failure('IMAGE_EXPIRED');
      const { referralCode: referral_code } = form;
      const pending = { member_id: memberId, kind: 'sign-up', referral_code } as const;
      const invite_code = await beginRegistration(trx, passwordHash, pending);
      await deps.sealedRows.enter(trx, {
        'app.members': [memberId],
        'app.credentials': [memberId],
        'app.images': [memberId],
      });
      return { ...row, invite_code, referral_code };
    });
    const newAccount = { status: 'inactive', activated_at: null, admin: false, manager: false } as const;
    const rest = { image_id: imageId, payout_waits_until: null, payout_needs_consent: false };
    return memberViewOf({ ...created, ...newAccount, ...rest }, { admin: false });
  } catch (error) {
    throw asTaken(error);
  }
}

const memberRowOf = (id: MemberId, form: SignUpForm, phone: string): Insertable<Tables['app.members']> => ({
  id,
  nickname: form.nickname,
  nickname_key: form.nickname.toLowerCase(),
  username: form.username || form.nickname,
  full_name: form.fullName,
  phone,
  phone_verified: true,
  dob: form.dob,
  bank_name: form.bankName,
  bank_account: form.bankAccount,
  telegram: form.telegram,
  tether_address: form.tetherAddress,
});

/** Turns a violated unique constraint of `members` into its refusal; returns other errors unchanged. */
export function asTaken(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.constraint === 'nicknames_are_unique') return failure('NICKNAME_TAKEN');
  if (error.constraint === 'phones_are_unique') return failure('PHONE_TAKEN');
  return error;
}
