import type { DeviceView } from '@matgyo/contracts/endpoints/sessions';
import { type SqlBool, sql } from 'kysely';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordOwnIfStaff } from '../../proof/audit/audit-log.ts';
import type { IdentityParts } from '../parts.ts';
import { isActiveSession, isIdle } from './active-session.ts';
import { lockedSessionsOf } from './lock-sessions.ts';

const listedMax = 100;

/** A member's sessions: the current one first, then the most recently used. */
export async function listDevices(
  { db }: IdentityParts,
  { memberId, sessionId }: Caller,
): Promise<DeviceView[]> {
  const isCurrent = sql<boolean>`session.id = ${sessionId}`;
  const rows = await db
    .selectFrom('app.sessions as session')
    .innerJoin('read_accounts.accounts as account', 'account.member_id', 'session.member_id')
    .select(['session.id', 'session.created_at', 'session.seen_at', 'session.browser', 'session.system'])
    .select([
      isCurrent.as('current'),
      sql<boolean>`exists (select from app.push_subscriptions where session_id = session.id)`.as('push'),
    ])
    .where('session.member_id', '=', memberId)
    .where(isActiveSession)
    .orderBy(isCurrent, 'desc')
    .orderBy('session.seen_at', 'desc')
    .limit(listedMax)
    .execute();
  return rows.map(({ id, created_at, seen_at, ...row }) => ({
    _id: id,
    ...row,
    signedInAt: created_at.toISOString(),
    lastSeenAt: seen_at.toISOString(),
  }));
}

/** @throws RequestFailure SESSION_NOT_FOUND for one that has ended, and for another member's. */
export async function endDevice(
  deps: IdentityParts,
  caller: Caller,
  device: { readonly id: string; readonly requestId: string },
): Promise<void> {
  const ended = await end(deps, caller, device.requestId, sql<SqlBool>`id = ${device.id}`);
  if (ended === 0) throw failure('SESSION_NOT_FOUND');
}

/** Returns how many there were. */
export const endOtherDevices = (deps: IdentityParts, caller: Caller, requestId: string): Promise<number> =>
  end(deps, caller, requestId, sql<SqlBool>`id <> ${caller.sessionId}`);

async function end(
  { db, sessions }: IdentityParts,
  caller: Caller,
  requestId: string,
  which: ReturnType<typeof sql<SqlBool>>,
): Promise<number> {
  const ended = await db.transaction().execute(async (trx) => {
    const rows = await trx
      .updateTable('app.sessions as session')
      .set({ revoked_at: sql<Date>`now()` })
      .where('id', 'in', lockedSessionsOf(trx, caller.memberId).where(which))
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(sql<boolean>`not ${isIdle}`.as('wasInUse'))
      .execute();
    // Those idle for too long had ended already.
    const count = rows.filter(({ wasInUse }) => wasInUse).length;
    if (count > 0)
      await recordOwnIfStaff(trx, caller, { action: 'staff-sessions-ended', requestId, details: { count } });
    return count;
  });
  sessions.forget(caller.memberId);
  return ended;
}
