import pg from 'pg';
import { EventLogCorrupt, EventLogUnavailable, isLogError } from '../event-log-errors.ts';

/**
 * SQLSTATE classes and codes after which the session is or may be gone. The running statement was most likely rolled
 * back, but the message does not prove it: an interrupt may be served right after the commit.
 */
const sessionEnding = /^(08|57P|58|XX|25P03|25P04|53100)/;

/**
 * Damaged data, or a statement that the database cannot execute (a missing schema or table, no permission, an
 * unreadable value): retrying does not help.
 */
const needsAPerson = /^(XX001|XX002|0A|22|3F|42)/;

/** True when the server itself reported that it rolled the statement back, so that nothing was written. */
export function provesRollback(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && cause.code !== undefined && !sessionEnding.test(cause.code);
}

/**
 * Maps the failure of a call to an error of the port. `sent`: whether the server may have begun to execute a write.
 * Decided by SQLSTATE, because the severity is in the server's language.
 */
export function asLogError(cause: unknown, { sent }: { sent: boolean }): Error {
  if (isLogError(cause)) return cause;
  const code = cause instanceof pg.DatabaseError ? cause.code : undefined;
  if (code !== undefined && needsAPerson.test(code)) {
    return new EventLogCorrupt('the database cannot do what the log asks', { cause });
  }
  return new EventLogUnavailable(sent && !provesRollback(cause) ? 'unknown' : 'none', { cause });
}
