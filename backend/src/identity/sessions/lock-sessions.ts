import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';

/**
 * Locks the open sessions of these members, in one statement and in the order of their ids, so that two transactions
 * never deadlock.
 */
export const lockedSessionsOf = (trx: Database, ...memberIds: readonly MemberId[]) =>
  trx
    .selectFrom('app.sessions')
    .select('id')
    .where('member_id', 'in', memberIds)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id')
    .forNoKeyUpdate();

/**
 * Checks that the caller's session is still valid. Takes no lock: it may end right after.
 *
 * @throws RequestFailure INVALID_TOKEN
 */
export async function refuseIfEnded(db: Database, { sessionId }: Pick<Caller, 'sessionId'>): Promise<void> {
  const session = await db
    .selectFrom('app.sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (session === undefined) throw failure('INVALID_TOKEN');
}

/**
 * Checks that the caller's session is still valid, and keeps it so until the transaction ends: a request that was let in
 * just before its session ended writes nothing. Call it before locking rows of the member's account.
 *
 * @throws RequestFailure INVALID_TOKEN
 */
export async function lockOwnSession(
  trx: Database,
  { memberId, sessionId }: Pick<Caller, 'memberId' | 'sessionId'>,
): Promise<void> {
  await lockedSessionsOf(trx, memberId).execute();
  await refuseIfEnded(trx, { sessionId });
}
