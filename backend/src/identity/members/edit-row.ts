import type { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { MemberRow } from './member-query.ts';
import { normalisedPhone } from './phone.ts';
import { asTaken } from './sign-up.ts';

/* The part of a member's edit that is stored in the member's row. */

export type MemberEdit = HandlerRequest<(typeof memberEndpoints)['editMember']>['body'];

export type RowChanges = Partial<
  Pick<MemberRow, 'phone' | 'phone_verified' | 'telegram' | 'bank_name' | 'bank_account' | 'tether_address'>
>;

/** The values that differ from the row. */
export function rowChanges(
  target: MemberRow,
  edit: MemberEdit,
  phoneCountries: readonly [string, ...string[]],
): RowChanges {
  const phone = edit.phone === undefined ? undefined : normalisedPhone(edit.phone, phoneCountries);
  const changed = <T>(to: T | undefined, from: T): to is T => to !== undefined && to !== from;
  return {
    ...(changed(phone, target.phone) && { phone, phone_verified: false }),
    ...(changed(edit.telegram, target.telegram) && { telegram: edit.telegram }),
    ...(changed(edit.bankName, target.bank_name) && { bank_name: edit.bankName }),
    ...(changed(edit.bankAccount, target.bank_account) && { bank_account: edit.bankAccount }),
    ...(changed(edit.tetherAddress, target.tether_address) && { tether_address: edit.tetherAddress }),
  };
}

export function refuseReadOnly(target: MemberRow, { username, nickname, fullName, dob }: MemberEdit): void {
  const isOther = {
    username: username !== undefined && username !== target.username,
    nickname: nickname !== undefined && nickname !== target.nickname,
    fullName: fullName !== undefined && fullName !== target.full_name,
    dob: dob !== undefined && (dob || null) !== target.dob,
  };
  const changed = Object.entries(isOther).filter(([, other]) => other);
  if (changed.length === 0) return;
  const fields = Object.fromEntries(changed.map(([name]) => [name, 'MEMBER_FIELD_READ_ONLY']));
  throw failure('MEMBER_FIELD_READ_ONLY', { fields });
}

export async function refuseIfPhoneTaken(db: Database, phone: string): Promise<void> {
  const other = await db.selectFrom('app.members').select('id').where('phone', '=', phone).executeTakeFirst();
  if (other !== undefined) throw failure('PHONE_TAKEN');
}

export const setsPayout = (changes: RowChanges): boolean =>
  ['bank_name', 'bank_account', 'tether_address'].some((field) => field in changes);

export async function changeRow(db: Database, memberId: MemberId, changes: RowChanges): Promise<void> {
  try {
    if (Object.keys(changes).length > 0)
      await db.updateTable('app.members').set(changes).where('id', '=', memberId).execute();
  } catch (error) {
    throw asTaken(error);
  }
}
