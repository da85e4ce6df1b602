import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Sessions } from '../sessions/session-store.ts';

export interface NewPassword {
  readonly memberId: MemberId;
  readonly passwordHash: string;
  /** The hash to replace; nothing is done if the stored one differs. */
  readonly instead?: string;
  /** The session that stays valid. */
  readonly except?: string;
}

/**
 * Stores a password and ends the sessions of the old one, in the caller's transaction. Returns false, and does nothing,
 * if the password is no longer the one to replace.
 */
export async function replacePassword(
  trx: Database,
  sessions: Sessions,
  { memberId, passwordHash, instead, except }: NewPassword,
): Promise<boolean> {
  let update = trx
    .updateTable('app.credentials')
    .set({ password_hash: passwordHash, changed_at: sql<Date>`now()` })
    .where('member_id', '=', memberId);
  if (instead !== undefined) update = update.where('password_hash', '=', instead);
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return false;
  await sessions.revokeAllOf(trx, memberId, except);
  return true;
}
