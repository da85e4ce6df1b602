import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';

/**
 * Locks the open sessions of these members, in one statement and the oldest first, so that two transactions never
 * deadlock, not even when one of them also ends a session that began after its lock.
 */
export const lockedSessionsOf = (trx: Database, ...memberIds: readonly MemberId[]) =>
  trx
    .selectFrom('app.sessions')
    .select('id')
    .where('member_id', 'in', memberIds)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at')
    .orderBy('id')
    .forNoKeyUpdate();

/**
 * Checks that the caller's session is still valid, and keeps it so until the transaction ends: a request that was let
 * in just before its session ended writes nothing. Call it before locking rows of the member's account. Returns the
 * open sessions of the caller and of `other`, all locked.
 */
export async function lockOwnSession(
  trx: Database,
  { memberId, sessionId }: Pick<Caller, 'memberId' | 'sessionId'>,
  other = memberId,
) {
  const locked = await lockedSessionsOf(trx, ...new Set([memberId, other]))
    .select(['member_id', 'status', 'admin', 'manager'])
    .execute();
  if (!locked.some(({ id }) => id === sessionId)) throw failure('INVALID_TOKEN');
  return locked;
}
