/** The stream does not end at the expected revision. Read it again and decide again. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  readonly stream: string;
  /** The stream's actual last revision; undefined when it does not exist. */
  readonly actual: number | undefined;

  constructor(stream: string, actual: number | undefined) {
    super(`stream ${stream} is at ${actual === undefined ? 'no revision' : `revision ${actual}`}`);
    this.stream = stream;
    this.actual = actual;
  }
}

/** The log could not be reached in time. `outcome`: whether the append was not written, or may have been. */
export class EventLogUnavailable extends Error {
  override readonly name = 'EventLogUnavailable';
  readonly outcome: 'none' | 'unknown';

  constructor(outcome: 'none' | 'unknown', options?: { cause?: unknown }) {
    super('the event log is not available', options);
    this.outcome = outcome;
  }
}

/**
 * The log's server does not know the configured user, denies a right that the log needs, or shows a certificate that is
 * not trusted; or no connection can be opened as configured: the cause of an `EventLogUnavailable` with outcome `none`.
 * Permanent until that is changed.
 */
export class EventLogDenied extends Error {
  override readonly name = 'EventLogDenied';
}

/**
 * The deadline of an append (`AppendOptions.validUntil`) passed before it was executed. The cause of an
 * `EventLogUnavailable` with outcome `none`: this append is not written, and never will be.
 */
export class AppendExpired extends Error {
  override readonly name = 'AppendExpired';

  constructor() {
    super('the append arrived after its deadline');
  }
}

/** The log's contents contradict themselves or the reader's position; a person has to investigate. */
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

/** The append is invalid (no events, too many, too large, bad name). */
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

/** The log cannot do this; see `LogCapabilities`. */
export class UnsupportedByLog extends Error {
  override readonly name = 'UnsupportedByLog';
}

/** Whether an adapter has translated this error already. */
export const isLogError = (error: unknown): error is Error =>
  [EventLogUnavailable, EventLogCorrupt, InvalidAppend, WrongExpectedRevision].some(
    (kind) => error instanceof kind,
  );
