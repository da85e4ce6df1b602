import { type SqlBool, sql } from 'kysely';

/** How often the use of a session is stored. No request waits for that write. */
export const seenToMs = { staff: 60_000, member: 600_000 } as const;

/** Idle time after which a staff session ends; an active screen sends a request every five minutes. */
const staffIdleMinutes = 30;

/**
 * SQL on `app.sessions` (as `session`): a staff session that was idle for too long, counted from the minute of its last
 * use. If the clock was set back since by more than that, the time of the last use says nothing.
 */
export const isIdle = sql<SqlBool>`(
  (session.admin or session.manager) and not (
    session.seen_at > now() - make_interval(mins => ${staffIdleMinutes + 1})
    and session.seen_at < now() + make_interval(mins => ${staffIdleMinutes + 1})))`;

/** SQL on `app.sessions` (as `session`) with its account (as `account`): the session has not ended for any reason. */
export const isActiveSession = sql<SqlBool>`(
  session.revoked_at is null and session.expires_at > now() and not ${isIdle}
  -- Who changes an account also revokes its sessions; this holds even when a crash prevented that.
  and session.admin = account.admin and session.manager = account.manager
  and (session.status = 'inactive' or account.status = 'active'))`;
