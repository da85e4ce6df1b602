import { randomBytes } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';

/** Who signs in, as the read model has them at that moment. */
export interface SignedInMember {
  readonly id: MemberId;
  readonly status: 'active' | 'inactive';
  readonly admin: boolean;
  readonly manager: boolean;
}

/** Signed-in devices. A session ends by itself after 12 hours, or at once when it is revoked. */
export interface Sessions {
  /**
   * Of somebody who has shown the password that `passwordHash` is of; undefined when it has been changed meanwhile,
   * so that no session of the old one begins after the change has ended them all.
   */
  open(
    member: SignedInMember,
    passwordHash: string,
    /** A transaction to do it in. */
    within?: Database,
  ): Promise<{ readonly id: string; readonly expiresAt: Date } | undefined>;
  /** Who has this session; undefined when it has ended. At most half a second old. */
  callerOf(sessionId: string): Promise<Caller | undefined>;
  /** Who has which of these sessions, as it is now, in one look; those that have ended are missing. */
  callersOf(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Caller>>;
  /** Calls the listener when this process has ended sessions, or changed something about who has them. */
  onEnded(listener: () => void): void;
  revoke(sessionId: string): Promise<void>;
  /** All of a member's, or all but `except`; `within` a transaction, call `forgetMember` once it has committed. */
  revokeAllOf(
    memberId: MemberId,
    options?: { readonly except?: string; readonly within?: Database },
  ): Promise<void>;
  /** What is known of this member is read anew. */
  forgetMember(memberId: MemberId): void;
  /** Forgets sessions that ended more than a day ago. */
  sweep(): Promise<void>;
}

const lasts = sql<Date>`now() + interval '12 hours'`;
/** How long another process may go on with what it knows: with the projection's delay it stays within a second. */
const knownForMs = 500;
const mostKnown = 10_000;

interface Known {
  readonly caller: Promise<Caller | undefined>;
  readonly untilMs: number;
  memberId?: MemberId;
}

export function createSessions(db: Database, now: () => number = Date.now): Sessions {
  const known = new Map<string, Known>();
  const listeners: (() => void)[] = [];
  const tellEnded = (): void => {
    for (const listener of listeners) listener();
  };

  const forgetMember = (memberId: MemberId): void => {
    for (const [id, entry] of known)
      if (entry.memberId === undefined || entry.memberId === memberId) known.delete(id);
    tellEnded();
  };

  return {
    async open({ id: memberId, status, admin, manager }, passwordHash, within = db) {
      const id = randomBytes(16).toString('hex');
      const row = await within
        .insertInto('app.sessions')
        .columns(['id', 'member_id', 'status', 'admin', 'manager', 'expires_at'])
        .expression((eb) =>
          eb
            .selectFrom('app.credentials as credentials')
            .select([
              sql<string>`${id}`.as('id'),
              'credentials.member_id',
              sql<SignedInMember['status']>`${status}`.as('status'),
              sql<boolean>`${admin}::boolean`.as('admin'),
              sql<boolean>`${manager}::boolean`.as('manager'),
              lasts.as('expires_at'),
            ])
            .where('credentials.member_id', '=', memberId)
            .where('credentials.password_hash', '=', passwordHash)
            // Waits for a change under way, and makes one that comes next wait.
            .forShare(),
        )
        .returning('expires_at')
        .executeTakeFirst();
      return row === undefined ? undefined : { id, expiresAt: row.expires_at };
    },

    callerOf(sessionId) {
      const entry = known.get(sessionId);
      if (entry !== undefined && now() < entry.untilMs) return entry.caller;
      const fresh: Known = { caller: readCaller(db, sessionId), untilMs: now() + knownForMs };
      if (known.size >= mostKnown) known.clear();
      known.set(sessionId, fresh);
      fresh.caller.then(
        (caller) => {
          if (caller !== undefined) fresh.memberId = caller.memberId;
        },
        // A failure is told to whoever asked now and not kept for those who ask next.
        () => known.delete(sessionId),
      );
      return fresh.caller;
    },

    async callersOf(sessionIds) {
      const callers = await readCallers(db, sessionIds);
      return new Map(callers.map((caller) => [caller.sessionId, caller]));
    },

    onEnded(listener) {
      listeners.push(listener);
    },

    async revoke(sessionId) {
      await db
        .updateTable('app.sessions')
        .set({ revoked_at: sql<Date>`now()` })
        .where('id', '=', sessionId)
        .where('revoked_at', 'is', null)
        .execute();
      known.delete(sessionId);
      tellEnded();
    },

    async revokeAllOf(memberId, { except, within = db } = {}) {
      let ended = within
        .updateTable('app.sessions')
        .set({ revoked_at: sql<Date>`now()` })
        .where('member_id', '=', memberId)
        .where('revoked_at', 'is', null);
      if (except !== undefined) ended = ended.where('id', '<>', except);
      await ended.execute();
      forgetMember(memberId);
    },

    forgetMember,

    async sweep() {
      await db
        .deleteFrom('app.sessions')
        .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
        .execute();
    },
  };
}

const readCaller = async (db: Database, sessionId: string): Promise<Caller | undefined> =>
  (await readCallers(db, [sessionId]))[0];

async function readCallers(db: Database, sessionIds: readonly string[]): Promise<readonly Caller[]> {
  const rows = await db
    .selectFrom('app.sessions as session')
    .innerJoin('app.members as member', 'member.id', 'session.member_id')
    .innerJoin('read_accounts.accounts as account', 'account.member_id', 'member.id')
    .select([
      'session.id as sessionId',
      'member.id as memberId',
      'member.nickname',
      'member.phone_verified as verified',
      'account.status',
      'account.admin',
      'account.manager',
    ])
    .where(sql<SqlBool>`session.id = any(${sessionIds}::text[])`)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', sql<Date>`now()`)
    // Whoever changes an account also revokes its sessions; this holds even when a crash prevented that.
    .whereRef('session.admin', '=', 'account.admin')
    .whereRef('session.manager', '=', 'account.manager')
    .where((where) =>
      where.or([where('session.status', '=', 'inactive'), where('account.status', '=', 'active')]),
    )
    .execute();
  return rows.map((row) => ({ ...row, ...rolesInForce(row) }));
}

/**
 * A role is in force while its holder is active: a deactivated admin or manager may sign in and read their own like
 * any inactive member, and nothing more. Otherwise they could activate themselves again.
 */
export const rolesInForce = ({ status, admin, manager }: Omit<SignedInMember, 'id'>) => ({
  admin: admin && status === 'active',
  manager: manager && status === 'active',
});
