import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  UnsupportedError,
} from '@eventstore/db-client';
import {
  EventLogCorrupt,
  EventLogUnavailable,
  InvalidAppend,
  WrongExpectedRevision,
} from '../event-log-errors.ts';

const needsAPerson = [AccessDeniedError, InvalidArgumentError, StreamDeletedError, UnsupportedError];

/** What a failed call means to a caller of the port. `sent`: whether it asked the server to write. */
export function asLogError(cause: unknown, { sent }: { sent: boolean }): Error {
  if (isLogError(cause)) return cause;
  if (needsAPerson.some((kind) => cause instanceof kind)) {
    return new EventLogCorrupt('EventStoreDB cannot do what the log asks', { cause });
  }
  if (cause instanceof MaxAppendSizeExceededError) {
    return new InvalidAppend('larger than this EventStoreDB takes in one append', { cause });
  }
  return new EventLogUnavailable(sent && !neverLeft(cause) ? 'unknown' : 'none', { cause });
}

/** gRPC says so when it had no connection to send the call on. Any other failure may have come after the write. */
function neverLeft(cause: unknown): boolean {
  return cause instanceof Error && cause.message.startsWith('14 UNAVAILABLE: No connection established');
}

function isLogError(error: unknown): error is Error {
  return (
    error instanceof EventLogUnavailable ||
    error instanceof EventLogCorrupt ||
    error instanceof InvalidAppend ||
    error instanceof WrongExpectedRevision
  );
}
