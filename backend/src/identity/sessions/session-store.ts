import { randomBytes } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { isStaff } from '@matgyo/contracts/roles';
import { type SqlBool, sql } from 'kysely';
import type { NotifiedChannel } from '../../platform/database/notified-channel.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { hasPasskey } from '../passkeys/passkeys.ts';
import { hasAuthenticator } from '../second-factor/authenticators.ts';
import type { Device } from './device.ts';
import { isIdle, isLiving, seenToMs } from './living-session.ts';
import { lockedSessionsOf } from './lock-sessions.ts';

/** Who signs in, as the read model has them at that moment. */
export interface SignedInMember {
  readonly id: MemberId;
  readonly status: 'active' | 'inactive';
  readonly admin: boolean;
  readonly manager: boolean;
}

/** A password that was given and right. */
export interface ShownPassword {
  readonly hash: string;
  /** Too weak for staff. */
  readonly isWeak: boolean;
}

/** Signed-in devices. A session ends by itself after 12 hours, one of staff when it is not used, or at once when it is revoked. */
export interface Sessions {
  /**
   * For a member who has given their password; undefined when it has been changed meanwhile,
   * so that no session of the old one begins after the change has ended them all. `password` undefined: they have
   * shown a passkey, whose row the transaction has locked.
   */
  open(
    member: SignedInMember,
    password: ShownPassword | undefined,
    device: Device,
    /** A transaction to do it in. */
    within?: Database,
  ): Promise<{ readonly id: string; readonly expiresAt: Date } | undefined>;
  /** Who has this session; undefined when it has ended. At most `knownForMs` old. `attended`: a person uses it now. */
  callerOf(sessionId: string, options?: { readonly attended: boolean }): Promise<Caller | undefined>;
  /** The same as it is now: a session that ended a moment ago opens no socket. */
  freshCallerOf(sessionId: string): Promise<Caller | undefined>;
  /** The refusal for a session that has ended. */
  refusalOf(sessionId: string): Promise<'SESSION_IDLE' | 'INVALID_TOKEN'>;
  /** How old what is known may be: ten seconds while every end is notified, otherwise half a second. */
  knownForMs(): number;
  /** Who has which of these sessions, as it is now, in one look; those that have ended are missing. */
  callersOf(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Caller>>;
  /** Calls the listener when sessions of a member may have ended, or changed; `undefined`: of any member. */
  onEnded(listener: (memberId: MemberId | undefined) => void): void;
  revoke(sessionId: string): Promise<void>;
  /** All of a member's, or all but `except`; `within` a transaction, call `forget` once it has committed. */
  revokeAllOf(
    memberId: MemberId,
    options?: { readonly except?: string; readonly within?: Database },
  ): Promise<void>;
  /** Reloads what is cached about this member, or about all. */
  forget(memberId: MemberId | undefined): void;
  /** Forgets sessions that ended more than a day ago. */
  sweep(): Promise<void>;
}

const lasts = sql<Date>`now() + interval '12 hours'`;
/** How long another process may go on with what it knows: with the projection's delay it stays within a second. */
const unnotifiedMs = 500;
/** Beside notifications a bound for what nothing announces. */
const notifiedMs = 10_000;
const mostKnown = 10_000;

interface Known {
  readonly caller: Promise<Caller | undefined>;
  readonly readAtMs: number;
  memberId?: MemberId;
  untilMs: number;
  seenAtMs: number;
}

export interface SessionsOptions {
  readonly db: Database;
  readonly notified: Pick<NotifiedChannel, 'isListening' | 'onNotification' | 'onGap'>;
  readonly requireSecondFactor: boolean;
  readonly onFailure: (error: unknown) => void;
  readonly now?: () => number;
}

export function createSessions(options: SessionsOptions): Sessions {
  const { db, notified, onFailure, now = Date.now } = options;
  const known = new Map<string, Known>();
  const listeners: ((memberId: MemberId | undefined) => void)[] = [];
  const knownForMs = (): number => (notified.isListening() ? notifiedMs : unnotifiedMs);

  const forget = (memberId: MemberId | undefined): void => {
    if (memberId === undefined) known.clear();
    // What is being read may be from before.
    else
      for (const [id, entry] of known)
        if (entry.memberId === undefined || entry.memberId === memberId) known.delete(id);
    for (const listener of listeners) listener(memberId);
  };
  notified.onNotification((memberId) => forget(memberId as MemberId));
  notified.onGap(() => forget(undefined));

  const read = (sessionId: string): Known => {
    const entry: Known = {
      caller: readCallers(db, [sessionId], options).then(([found]) => {
        entry.untilMs = found === undefined ? entry.readAtMs + unnotifiedMs : found.expiresAt.getTime();
        if (found === undefined) return undefined;
        entry.memberId = found.caller.memberId;
        entry.seenAtMs = entry.readAtMs - found.unseenMs;
        return found.caller;
      }),
      readAtMs: now(),
      untilMs: Number.POSITIVE_INFINITY,
      seenAtMs: now(),
    };
    // A failure goes to the callers waiting now and is not kept for later ones.
    entry.caller.catch(() => known.get(sessionId) === entry && known.delete(sessionId));
    if (known.size >= mostKnown) known.clear();
    known.set(sessionId, entry);
    return entry;
  };

  const noteUse = (caller: Caller, entry: Known): void => {
    const at = now();
    if (at - entry.seenAtMs < (isStaff(caller) ? seenToMs.staff : seenToMs.member)) return;
    entry.seenAtMs = at;
    db.updateTable('app.sessions')
      .set({ seen_at: sql<Date>`now()` })
      .where('id', '=', caller.sessionId)
      .execute()
      .catch(onFailure);
  };

  return {
    async open({ id: memberId, status, admin, manager }, password, { browser, system }, within = db) {
      const id = randomBytes(16).toString('hex');
      const right = password && sql<SqlBool>`credentials.password_hash = ${password.hash}`;
      const row = await within
        .insertInto('app.sessions')
        .columns([
          'id',
          'member_id',
          'status',
          'admin',
          'manager',
          'expires_at',
          'password_is_weak',
          'browser',
          'system',
        ])
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
              sql<boolean>`${password?.isWeak === true}::boolean`.as('password_is_weak'),
              sql<Device['browser']>`${browser}`.as('browser'),
              sql<Device['system']>`${system}`.as('system'),
            ])
            .where('credentials.member_id', '=', memberId)
            .where(right ?? sql<SqlBool>`true`)
            // Waits for a change under way, and makes one that comes next wait.
            .forShare(),
        )
        .returning('expires_at')
        .executeTakeFirst();
      return row === undefined ? undefined : { id, expiresAt: row.expires_at };
    },

    async callerOf(sessionId, { attended } = { attended: true }) {
      const remembered = known.get(sessionId);
      const isFresh =
        remembered !== undefined && now() < Math.min(remembered.untilMs, remembered.readAtMs + knownForMs());
      const entry = isFresh ? remembered : read(sessionId);
      const caller = await entry.caller;
      if (attended && caller !== undefined) noteUse(caller, entry);
      return caller;
    },

    freshCallerOf: (sessionId) => read(sessionId).caller,
    knownForMs,

    async refusalOf(sessionId) {
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

    async callersOf(sessionIds) {
      const found = await readCallers(db, sessionIds, options);
      return new Map(found.map(({ caller }) => [caller.sessionId, caller]));
    },

    onEnded(listener) {
      listeners.push(listener);
    },

    async revoke(sessionId) {
      const ended = await db
        .updateTable('app.sessions')
        .set({ revoked_at: sql<Date>`now()` })
        .where('id', '=', sessionId)
        .where('revoked_at', 'is', null)
        .returning('member_id')
        .executeTakeFirst();
      if (ended !== undefined) forget(ended.member_id);
    },

    async revokeAllOf(memberId, { except, within = db } = {}) {
      let ended = within
        .updateTable('app.sessions')
        .set({ revoked_at: sql<Date>`now()` })
        .where('id', 'in', lockedSessionsOf(within, memberId));
      if (except !== undefined) ended = ended.where('id', '<>', except);
      await ended.execute();
      forget(memberId);
    },

    forget,

    async sweep() {
      await db
        .deleteFrom('app.sessions')
        .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
        .execute();
    },
  };
}

interface FoundSession {
  readonly caller: Caller;
  readonly expiresAt: Date;
  readonly unseenMs: number;
}

async function readCallers(
  db: Database,
  sessionIds: readonly string[],
  { requireSecondFactor }: SessionsOptions,
): Promise<readonly FoundSession[]> {
  const rows = await db
    .selectFrom('app.sessions as session')
    .innerJoin('app.members as member', 'member.id', 'session.member_id')
    .innerJoin('read_accounts.accounts as account', 'account.member_id', 'member.id')
    .select([
      'session.id as sessionId',
      'session.expires_at as expiresAt',
      'member.id as memberId',
      'member.nickname',
      'member.phone_verified as verified',
      'account.status',
      'account.admin',
      'account.manager',
      sql<boolean>`${requireSecondFactor}::boolean
        and (session.password_is_weak
          or not (${hasAuthenticator('member.id')} or ${hasPasskey('member.id')}))`.as('isUnfitForStaff'),
      sql<number>`extract(epoch from now() - session.seen_at)::float8 * 1000`.as('unseenMs'),
    ])
    .where(sql<SqlBool>`session.id = any(${sessionIds}::text[])`)
    .where(isLiving)
    .execute();
  return rows.map(({ expiresAt, unseenMs, isUnfitForStaff, ...row }) => ({
    caller: { ...row, ...(isUnfitForStaff ? noRoles : rolesInForce(row)) },
    ...{ expiresAt, unseenMs },
  }));
}

/**
 * A role is in force while its holder is active: a deactivated admin or manager may sign in and read their own like
 * any inactive member, and nothing more. Otherwise they could activate themselves again.
 */
export const rolesInForce = ({ status, admin, manager }: Omit<SignedInMember, 'id'>) => ({
  admin: admin && status === 'active',
  manager: manager && status === 'active',
});

/** Of staff who have to register a second factor, or to choose a better password, first. */
export const noRoles = { admin: false, manager: false } as const;
