import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';

/**
 * The sessions of these members that were not ended, locked; always in the order of their ids, whoever's they are, and all in one
 * statement, so that two transactions never wait for each other.
 */
export const lockedSessionsOf = (trx: Database, ...memberIds: readonly MemberId[]) =>
  trx
    .selectFrom('app.sessions')
    .select('id')
    .where('member_id', 'in', memberIds)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate();

/**
 * The session that asks still stands. Without a lock: it may end right after.
 *
 * @throws RequestFailure INVALID_TOKEN
 */
export async function refuseIfEnded(db: Database, { sessionId }: Pick<Caller, 'sessionId'>): Promise<void> {
  const standing = await db
    .selectFrom('app.sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (standing === undefined) throw failure('INVALID_TOKEN');
}

/**
 * The session that asks still stands, and stands until the transaction ends: of a request that was let in just before its
 * session ended nothing is written. Before the transaction locks rows of the member's account.
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
