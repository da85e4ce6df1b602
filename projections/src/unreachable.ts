import { EventLogDenied, EventLogUnavailable } from '@matgyo/event-store/event-log-errors';

/** Exit code of a program that could not reach the event log: it has checked nothing. */
export const unreachableCode = 4;

/** A sentence for the operator if the error means that the log is unreachable. */
export function whyUnreachable(error: unknown): string | undefined {
  if (!(error instanceof EventLogUnavailable)) return undefined;
  const { cause } = error;
  return cause instanceof EventLogDenied
    ? `The event log cannot be read: ${cause.message}.`
    : 'The event log could not be reached: is its server running, and are EVENTSTORE_URL or DATABASE_URL as the backend has them?';
}
