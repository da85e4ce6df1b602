import { type SqlBool, sql } from 'kysely';

/** A session is noted as used only so often: no request waits for a write, and few make one. */
export const seenToMs = { staff: 60_000, member: 600_000 } as const;

/** After how long without use a session of staff ends; an active screen sends a request every five minutes. */
const staffIdleMinutes = 30;

/** Of `app.sessions` (as `session`): of staff, and not used for so long that it is over. Counted from the minute it was seen in. */
export const isIdle = sql<SqlBool>`(
  (session.admin or session.manager) and session.seen_at <= now() - make_interval(mins => ${staffIdleMinutes + 1}))`;

/** Of `app.sessions` (as `session`) with its account (as `account`): it has not ended, in whichever way. */
export const isLiving = sql<SqlBool>`(
  session.revoked_at is null and session.expires_at > now() and not ${isIdle}
  -- Who changes an account also revokes its sessions; this holds even when a crash prevented that.
  and session.admin = account.admin and session.manager = account.manager
  and (session.status = 'inactive' or account.status = 'active'))`;
