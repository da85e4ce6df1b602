import pg from 'pg';
import { EventLogCorrupt, EventLogUnavailable, InvalidAppend } from '../event-log-errors.ts';

/**
 * SQLSTATE classes and codes after which the session is gone or may be. The statement under way was most
 * likely rolled back, but the message does not prove it: an interrupt may be served right after the commit.
 */
const sessionEnding = /^(08|57P|58|XX|25P03|25P04|53100)/;

/**
 * Damaged data, or a statement the database cannot carry out as it stands (a missing schema or table, no
 * permission, a value it cannot read): asking again changes nothing.
 */
const needsAPerson = /^(XX001|XX002|0A|22|3F|42)/;

/** True when the server itself said that it rolled the statement back, so that nothing of it was written. */
export function provesRollback(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && cause.code !== undefined && !sessionEnding.test(cause.code);
}

/**
 * What a failed call means to a caller of the port. `sent`: whether the server may have begun to carry out
 * something that writes. Sorted by SQLSTATE, because the severity comes in the server's language.
 */
export function asLogError(cause: unknown, { sent }: { sent: boolean }): Error {
  if (isLogError(cause)) return cause;
  const code = cause instanceof pg.DatabaseError ? cause.code : undefined;
  if (code !== undefined && needsAPerson.test(code)) {
    return new EventLogCorrupt('the database cannot do what the log asks', { cause });
  }
  if (code === '23505' && (cause as pg.DatabaseError).constraint === 'event_ids_are_unique') {
    return new InvalidAppend('an event id that another stream already holds', { cause });
  }
  return new EventLogUnavailable(sent && !provesRollback(cause) ? 'unknown' : 'none', { cause });
}

function isLogError(error: unknown): error is Error {
  return (
    error instanceof EventLogUnavailable || error instanceof EventLogCorrupt || error instanceof InvalidAppend
  );
}
