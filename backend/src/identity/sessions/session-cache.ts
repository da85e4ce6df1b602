import type { MemberId } from '@matgyo/contracts/ids';
import { isStaff } from '@matgyo/contracts/roles';
import { type Change, idsIn } from '@matgyo/projections/changes';
import { sql } from 'kysely';
import type { NotifiedChannel } from '../../platform/database/notified-channel.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import type { AccountCheck } from './account-check.ts';
import { seenToMs } from './active-session.ts';
import { hasItsPowers, readCallers } from './session-callers.ts';
import type { Sessions } from './session-store.ts';
import type { SignedSession } from './token.ts';

/** Maximum age of a cached session without notifications: with the projection's delay less than a second. */
const unnotifiedMs = 500;
/** Maximum age while notifications arrive, for changes that send none. */
const notifiedMs = 10_000;
const sessionsMax = 10_000;

interface Known {
  readonly caller: Promise<Caller | undefined>;
  readonly readAtMs: number;
  memberId?: MemberId;
  untilMs: number;
  seenAtMs: number;
}

export interface SessionCacheOptions {
  readonly db: Database;
  readonly notified: Pick<NotifiedChannel, 'isListening' | 'onNotification' | 'onGap'>;
  readonly requireSecondFactor: boolean;
  readonly accountCheck: AccountCheck;
  readonly onFailure: (error: unknown) => void;
  readonly now?: () => number;
}

/** Remembers who has a session, so that most requests need no look at the database. */
export function createSessionCache(options: SessionCacheOptions) {
  const { db, notified, accountCheck, onFailure, now = Date.now } = options;
  const known = new Map<string, Known>();
  const listeners: ((memberId: MemberId | undefined) => void)[] = [];
  /** Maximum age of cached callers: ten seconds while ended sessions are notified, otherwise half a second. */
  const knownForMs = (): number => (notified.isListening() ? notifiedMs : unnotifiedMs);

  /** Drops what is cached about this member, or about all. */
  const forget = (memberId: MemberId | undefined): void => {
    if (memberId === undefined) known.clear();
    // A read in progress may have seen the earlier state.
    else
      for (const [id, entry] of known)
        if (entry.memberId === undefined || entry.memberId === memberId) known.delete(id);
    for (const listener of listeners) listener(memberId);
  };
  notified.onNotification((memberId) => forget(memberId as MemberId));
  notified.onGap(() => forget(undefined));

  const read = (sessionId: string): Known => {
    const entry: Known = {
      caller: readCallers(db, [sessionId], options).then(async ([read]) => {
        if (read !== undefined) entry.memberId = read.caller.memberId;
        const found = read !== undefined && (await hasItsPowers(accountCheck, read)) ? read : undefined;
        entry.untilMs = found === undefined ? entry.readAtMs + unnotifiedMs : found.expiresAt.getTime();
        if (found === undefined) return undefined;
        entry.seenAtMs = entry.readAtMs - found.unseenMs;
        return found.caller;
      }),
      readAtMs: now(),
      untilMs: Number.POSITIVE_INFINITY,
      seenAtMs: now(),
    };
    // A failure is reported to the waiting callers and not cached.
    entry.caller.catch(() => known.get(sessionId) === entry && known.delete(sessionId));
    if (known.size >= sessionsMax) known.clear();
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
    /**
     * The session's caller, at most `knownForMs` old; undefined if it has ended or its row names another member.
     * `attended`: a person made the request.
     *
     * @throws RequestFailure RECORD_MISMATCH for staff whose account or second factors were changed by SQL
     */
    async callerOf(
      { sessionId, memberId }: SignedSession,
      { attended } = { attended: true },
    ): Promise<Caller | undefined> {
      const remembered = known.get(sessionId);
      const isFresh =
        remembered !== undefined &&
        now() < remembered.untilMs &&
        // The clock may have been set back.
        Math.abs(now() - remembered.readAtMs) < knownForMs();
      const entry = isFresh ? remembered : read(sessionId);
      const caller = ofMember(memberId, await entry.caller);
      if (attended && caller !== undefined) noteUse(caller, entry);
      return caller;
    },

    /** The same, read now: a session that has just ended opens no socket. */
    freshCallerOf: async ({ sessionId, memberId }: SignedSession): Promise<Caller | undefined> =>
      ofMember(memberId, await read(sessionId).caller),
    knownForMs,
    forget,

    /** Calls the listener when sessions of a member may have ended or changed; with `undefined`: of any member. */
    onEnded: (listener: (memberId: MemberId | undefined) => void): void => void listeners.push(listener),
  };
}

const ofMember = (memberId: MemberId, caller: Caller | undefined): Caller | undefined =>
  caller?.memberId === memberId ? caller : undefined;

/**
 * Status and roles are in a read model. A change of them also ends sessions; this holds even when a crash prevented
 * that.
 */
export function forgetChangedAccounts(
  { forget }: Pick<Sessions, 'forget'>,
  changes: readonly Change[],
  missed: boolean,
): void {
  const keys = changes.flatMap((change) => change.keys);
  if (missed || keys.includes('projection:accounts')) {
    forget(undefined);
    return;
  }
  for (const memberId of idsIn<MemberId>(keys, 'account')) forget(memberId);
}
