import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  UnsupportedError,
} from '@eventstore/db-client';
import {
  EventLogCorrupt,
  EventLogDenied,
  EventLogUnavailable,
  InvalidAppend,
  isLogError,
} from '../event-log-errors.ts';

const needsAPerson = [InvalidArgumentError, StreamDeletedError, UnsupportedError];

/** A right that the log's user needs (docs/operating.md). */
export type Right = 'read $all' | 'read streams' | 'append to streams';

interface Failed {
  /** Whether the call was a write. */
  readonly sent: boolean;
  readonly right: Right;
}

/** Maps the failure of a call to an error of the port. */
export function asLogError(cause: unknown, { sent, right }: Failed): Error {
  if (isLogError(cause)) return cause;
  const denied = cause instanceof AccessDeniedError ? denial(cause, right) : distrust(cause);
  if (denied !== undefined)
    return new EventLogUnavailable('none', { cause: new EventLogDenied(denied, { cause }) });
  if (needsAPerson.some((kind) => cause instanceof kind))
    return new EventLogCorrupt('EventStoreDB cannot do what the log asks', { cause });
  if (cause instanceof MaxAppendSizeExceededError)
    return new InvalidAppend('larger than this EventStoreDB takes in one append', { cause });
  return new EventLogUnavailable(sent && !neverLeft(cause) ? 'unknown' : 'none', { cause });
}

const denial = ({ code }: AccessDeniedError, right: Right): string =>
  code === unauthenticated
    ? 'EventStoreDB does not know the user of EVENTSTORE_URL, or not with this password'
    : `the user of EVENTSTORE_URL has no right to ${right}`;

/** gRPC reports a certificate that the client refuses as a connection that was not established, with TLS's own words. */
const distrust = (cause: unknown): string | undefined =>
  neverLeft(cause) && /certificate/i.test(cause.message)
    ? "EventStoreDB's certificate has expired, names another host, or is not of the authority in tlsCAFile of EVENTSTORE_URL"
    : undefined;

/** gRPC's status; the client reports it with the same error as a missing right. */
const unauthenticated = 16;

export const isDenied = (error: unknown): boolean => isUnavailableFor(error, EventLogDenied);

/** Whether the log was not available for this reason. */
export const isUnavailableFor = (error: unknown, reason: new (...args: never[]) => Error): boolean =>
  error instanceof EventLogUnavailable && error.cause instanceof reason;

/** gRPC reports this if it had no connection for the call. After any other failure the write may have happened. */
function neverLeft(cause: unknown): cause is Error {
  return cause instanceof Error && cause.message.startsWith('14 UNAVAILABLE: No connection established');
}
