/** The stream does not end where the writer expected. Read it again and decide again. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  readonly stream: string;
  /** The revision the stream really ends with; undefined when it does not exist. */
  readonly actual: number | undefined;

  constructor(stream: string, actual: number | undefined) {
    super(`stream ${stream} is at ${actual === undefined ? 'no revision' : `revision ${actual}`}`);
    this.stream = stream;
    this.actual = actual;
  }
}

/** The log could not be reached in time. `outcome` says what is known of an append: nothing written, or unknown. */
export class EventLogUnavailable extends Error {
  override readonly name = 'EventLogUnavailable';
  readonly outcome: 'none' | 'unknown';

  constructor(outcome: 'none' | 'unknown', options?: { cause?: unknown }) {
    super('the event log is not available', options);
    this.outcome = outcome;
  }
}

/**
 * The log's server does not know the user it is asked as, or does not let it do what the log needs: the cause of an
 * `EventLogUnavailable` with outcome `none`. It stays so until a person changes the user or its rights.
 */
export class EventLogDenied extends Error {
  override readonly name = 'EventLogDenied';
}

/**
 * The time until which an append was meant (`AppendOptions.validUntil`) was over before it was carried out. The cause
 * of an `EventLogUnavailable` with outcome `none`: this append is not written, and never will be.
 */
export class AppendCameLate extends Error {
  override readonly name = 'AppendCameLate';

  constructor() {
    super('the append came later than it was meant');
  }
}

/** What the log holds contradicts itself or the reader's position; a person has to look. */
export class EventLogCorrupt extends Error {
  override readonly name = 'EventLogCorrupt';
}

/** The caller asked for something that can never be appended (no events, too many, too large, bad name). */
export class InvalidAppend extends Error {
  override readonly name = 'InvalidAppend';
}

/** A companion of an append broke a constraint or raised an exception. This append wrote nothing. */
export class CompanionRefused extends Error {
  override readonly name = 'CompanionRefused';
  /** Which of the append's companions, from 0. */
  readonly companion: number;

  /** `sqlState`: how it failed, where a database says so. */
  constructor(companion: number, sqlState = '') {
    super(`companion ${companion} of the append was refused ${sqlState}`.trimEnd());
    this.companion = companion;
  }
}

/** The log cannot do this; see `LogCapabilities`. */
export class UnsupportedByLog extends Error {
  override readonly name = 'UnsupportedByLog';
}
