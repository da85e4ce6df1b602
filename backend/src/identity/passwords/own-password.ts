import type { MemberId } from '@matgyo/contracts/ids';
import { clientNetwork } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { IdentityParts } from '../parts.ts';
import { assertStored } from './use-password.ts';

/**
 * Checks the current password, so that a stolen token is not enough to change it. Ten wrong tries, and a bound for
 * right ones; they are counted apart from those at sign-in, so that guesses here do not block the owner's sign-in.
 * Returns the hash that the password matched.
 */
export async function checkOwnPassword(
  { db, passwords, rowCheck, limits }: IdentityParts,
  { memberId, password, ip }: { readonly memberId: MemberId; readonly password: string; readonly ip: string },
  field: 'password' | 'currentPassword',
): Promise<string> {
  await limits.ownPasswordChecksOf.take(memberId);
  await limits.passwordChangesOf.take(memberId);
  const stored = await db
    .selectFrom('app.credentials')
    .select(['member_id as memberId', 'password_hash as hash'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  const isRight = await passwords.verify(stored, password, { network: clientNetwork(ip), lane: 'known' });
  if (stored === undefined || !isRight) throw wrongPassword(field);
  await assertStored({ db, rowCheck }, stored);
  await limits.passwordChangesOf.giveBack(memberId);
  return stored.hash;
}

export const wrongPassword = (field: 'password' | 'currentPassword') =>
  failure('CURRENT_PASSWORD_WRONG', { fields: { [field]: 'CURRENT_PASSWORD_WRONG' } });
