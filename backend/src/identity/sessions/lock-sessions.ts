import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';

/** A member's sessions that were not ended, locked; always in this order, so that two transactions never wait for each other. */
export const lockedSessionsOf = (trx: Database, memberId: MemberId) =>
  trx
    .selectFrom('app.sessions')
    .select('id')
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate();

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
  const standing = await lockedSessionsOf(trx, memberId).where('expires_at', '>', sql<Date>`now()`).execute();
  if (!standing.some(({ id }) => id === sessionId)) throw failure('INVALID_TOKEN');
}
