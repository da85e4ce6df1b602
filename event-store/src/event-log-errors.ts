/** The stream does not end with the expected event, and nothing was written. Read the stream and decide again. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  readonly stream: string;
  /** The revision of the stream's last event; undefined if the stream does not exist. */
  readonly actual: number | undefined;

  constructor(stream: string, actual: number | undefined) {
    super(`stream ${stream} is at ${actual === undefined ? 'no revision' : `revision ${actual}`}`);
    this.stream = stream;
    this.actual = actual;
  }
}

/**
 * The log did not reply in time. For an append, `outcome` is `none` if it was not written and never will be, and
 * `unknown` if it may have been written or may be later.
 */
export class EventLogUnavailable extends Error {
  override readonly name = 'EventLogUnavailable';
  readonly outcome: 'none' | 'unknown';

  constructor(outcome: 'none' | 'unknown', options?: { cause?: unknown }) {
    super('the event log is not available', options);
    this.outcome = outcome;
  }
}

/**
 * The configuration does not give access to the log's server: it does not know the user, denies a right that the log
 * needs, has a certificate that is not trusted, or cannot be connected to as configured. It is the cause of an
 * `EventLogUnavailable` with outcome `none`. A retry fails until the configuration is changed.
 */
export class EventLogDenied extends Error {
  override readonly name = 'EventLogDenied';
}

/**
 * The append arrived after `AppendOptions.validUntil`. It is the cause of an `EventLogUnavailable` with outcome `none`:
 * this append was not written and never will be.
 */
export class AppendExpired extends Error {
  override readonly name = 'AppendExpired';

  constructor() {
    super('the append arrived after its deadline');
  }
}

/**
 * The log's events contradict each other, or the position of a reader. A retry does not help: a person has to
 * investigate.
 */
export class EventLogCorrupt extends Error {
  override readonly name = 'EventLogCorrupt';
}

export const noEventThere = () =>
  new EventLogCorrupt('the log holds no event at the position to follow from');

/**
 * Checks the event from which a reader continues. Throws `EventLogCorrupt` if the log has no event there (`there` is
 * undefined), or if the reader names the event it handled last and the log has another.
 */
export function requireSameEvent(
  there: { readonly id: string | null | undefined } | undefined,
  id: string | null | undefined,
): void {
  if (there === undefined) throw noEventThere();
  if (id && there.id !== id)
    throw new EventLogCorrupt(
      `the log holds another event than ${id} at the position to follow from: it was replaced by an older copy`,
    );
}

/** The append breaks a limit of `append-limits.ts`, such as the number of events or the form of a stream's name. */
export class InvalidAppend extends Error {
  override readonly name = 'InvalidAppend';
}

/**
 * One of the append's SQL statements (`AppendTogetherOptions.sqlStatements`) broke a constraint or raised an exception.
 * The append wrote nothing.
 */
export class SqlStatementRefused extends Error {
  override readonly name = 'SqlStatementRefused';
  /** The statement's index in the append's `sqlStatements`. */
  readonly statementIndex: number;

  /** `sqlState`: the database's error code, if any. */
  constructor(statementIndex: number, sqlState = '') {
    super(`SQL statement ${statementIndex} of the append was refused ${sqlState}`.trimEnd());
    this.statementIndex = statementIndex;
  }
}

/** This adapter cannot write in one append what the call asks for; see `AppendScope`. */
export class UnsupportedByLog extends Error {
  override readonly name = 'UnsupportedByLog';
}

/** Whether this is already an error of the port, which an adapter must not translate again. */
export const isLogError = (error: unknown): error is Error =>
  [EventLogUnavailable, EventLogCorrupt, InvalidAppend, WrongExpectedRevision].some(
    (kind) => error instanceof kind,
  );
