import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { RowCheck } from '../../proof/sealed-rows/row-check.ts';
import type { IdentityParts } from '../parts.ts';
import type { HashRequester, StoredPassword } from './passwords.ts';

/**
 * Called with the hash that a password matched. A hash of an earlier version is bound to nothing, and an earlier hash
 * of the same member is still bound to them: both are accepted only where the program left them.
 *
 * @throws RequestFailure RECORD_MISMATCH; UNAVAILABLE if the password was changed in the meantime
 */
export async function assertStored(
  { db, rowCheck }: { readonly db: Database; readonly rowCheck: RowCheck },
  { memberId, hash }: StoredPassword,
): Promise<void> {
  const row = await rowCheck.row(db, 'app.credentials', memberId);
  if (row.password_hash !== hash) throw failure('UNAVAILABLE', undefined, { retryAfterSeconds: 1 });
}

/**
 * Replaces a hash of an earlier version or key by one of the same password. Returns the one that is stored.
 *
 * @throws RequestFailure UNAVAILABLE, also to the second of two sign-ins at once
 */
export async function renewHash(
  { db, passwords, sealedRows }: IdentityParts,
  { memberId, hash }: StoredPassword,
  { password, requester }: { readonly password: string; readonly requester: HashRequester },
): Promise<string> {
  if (passwords.isCurrent(hash)) return hash;
  const renewed = await passwords.hash(memberId, password, requester);
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('app.credentials')
      .set({ password_hash: renewed })
      .where('member_id', '=', memberId)
      .where('password_hash', '=', hash)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw failure('UNAVAILABLE', undefined, { retryAfterSeconds: 1 });
    await sealedRows.enter(trx, { 'app.credentials': [memberId] });
  });
  return renewed;
}
