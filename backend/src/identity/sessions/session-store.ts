import { randomBytes } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { isIdle } from './active-session.ts';
import type { Device } from './device.ts';
import { lockedSessionsOf } from './lock-sessions.ts';
import { createSessionCache, type SessionCacheOptions } from './session-cache.ts';
import { hasItsPowers, readCallers } from './session-callers.ts';
import { proofNow, type StepUpHash } from './step-up.ts';

/** The member who signs in, as in the read model. */
export interface SignedInMember {
  readonly id: MemberId;
  readonly status: 'active' | 'inactive';
  readonly admin: boolean;
  readonly manager: boolean;
}

/** A verified password. */
export interface ShownPassword {
  readonly hash: string;
  /** Too weak for staff. */
  readonly isWeak: boolean;
}

/** Signed-in devices. A session ends after 12 hours, when it is revoked, or for staff after being idle. */
export type Sessions = ReturnType<typeof createSessions>;

/** More devices than a member has: without a bound, a thief's sign-ins could make ending all sessions take too long. */
const sessionsMax = 50;

/** Ends the member's oldest sessions beyond the bound; those that another transaction is ending are skipped. */
async function endOldest(db: Database, memberId: MemberId): Promise<void> {
  const tooMany = db
    .selectFrom('app.sessions')
    .select('id')
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .offset(sessionsMax)
    .forNoKeyUpdate()
    .skipLocked();
  await db
    .updateTable('app.sessions')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', 'in', tooMany)
    .execute();
}

interface NewSession {
  readonly member: SignedInMember;
  /** Undefined: a passkey was verified, whose row the transaction has locked. */
  readonly password: ShownPassword | undefined;
  readonly device: Device;
}

/**
 * Whether a session continues that could not be compared. While the log is unavailable open sockets stay, so that those
 * of ended sessions are still found: what they send is checked for itself. After any other error it does not continue;
 * a mismatch is reported already, the rest by the next request.
 */
const continuesAfter = (error: unknown): boolean => error instanceof EventLogUnavailable;

/** Undefined if the password has changed since it was verified. */
async function insertSession(
  trx: Database,
  { id, hash }: { readonly id: string; readonly hash: StepUpHash },
  { member, password, device }: NewSession,
): Promise<{ readonly expires_at: Date } | undefined> {
  const { proven_at, proof_seal } = await proofNow(trx, hash, id, 'sign-in');
  // The lock waits for a password change in progress, and makes the next one wait.
  const { rows } = await sql<{ readonly expires_at: Date }>`
    insert into app.sessions (id, member_id, status, admin, manager, expires_at, proven_at, proof_seal,
      password_is_weak, browser, system)
    select ${id}, member_id, ${member.status}, ${member.admin}::boolean, ${member.manager}::boolean,
      now() + interval '12 hours', ${proven_at}::timestamptz, ${proof_seal},
      ${password?.isWeak === true}::boolean, ${device.browser}, ${device.system}
    from app.credentials
    where member_id = ${member.id} and ${password === undefined ? sql`true` : sql`password_hash = ${password.hash}`}
    for share
    returning expires_at`.execute(trx);
  return rows[0];
}

export function createSessions(options: SessionCacheOptions & { readonly stepUpHash: StepUpHash }) {
  const { db, accountCheck } = options;
  const cache = createSessionCache(options);
  return {
    ...cache,

    /**
     * Opens a session for a member whose password was verified. Undefined if the password has changed since, so that no
     * session of the old one begins after the change ended them all.
     */
    async open(trx: Database, session: NewSession) {
      const id = randomBytes(16).toString('hex');
      const row = await insertSession(trx, { id, hash: options.stepUpHash }, session);
      if (row === undefined) return undefined;
      await endOldest(trx, session.member.id);
      return { id, expiresAt: row.expires_at };
    },

    async refusalOf(sessionId: string): Promise<'SESSION_IDLE' | 'INVALID_TOKEN'> {
      const idle = await db
        .selectFrom('app.sessions as session')
        .select('session.id')
        .where('session.id', '=', sessionId)
        .where('session.revoked_at', 'is', null)
        .where('session.expires_at', '>', sql<Date>`now()`)
        .where(isIdle)
        .executeTakeFirst();
      return idle === undefined ? 'INVALID_TOKEN' : 'SESSION_IDLE';
    },

    async callersOf(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Caller>> {
      const found = await readCallers(db, sessionIds, options);
      // At once: while the log does not answer, each takes until its deadline.
      const continues = await Promise.all(
        found.map((session) => hasItsPowers(accountCheck, session).catch(continuesAfter)),
      );
      const current = found.filter((_session, index) => continues[index]);
      return new Map(current.map(({ caller }) => [caller.sessionId, caller]));
    },

    async revoke(sessionId: string): Promise<void> {
      const ended = await db
        .updateTable('app.sessions')
        .set({ revoked_at: sql<Date>`now()` })
        .where('id', '=', sessionId)
        .where('revoked_at', 'is', null)
        .returning('member_id')
        .executeTakeFirst();
      if (ended !== undefined) cache.forget(ended.member_id);
    },

    /** Ends all sessions of a member except `except`. Within a transaction: call `forget` after its commit. */
    async revokeAllOf(within: Database, memberId: MemberId, except?: string): Promise<void> {
      let ended = within
        .updateTable('app.sessions')
        .set({ revoked_at: sql<Date>`now()` })
        .where('id', 'in', lockedSessionsOf(within, memberId));
      if (except !== undefined) ended = ended.where('id', '<>', except);
      await ended.execute();
      cache.forget(memberId);
    },
  };
}
