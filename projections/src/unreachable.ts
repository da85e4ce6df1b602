import { EventLogDenied, EventLogUnavailable } from '@matgyo/event-store/event-log-errors';

/** Exit code of a program that could not reach the event log: it has found out nothing. */
export const unreachableCode = 4;

/** Of an error that means so, in one sentence for the operator. */
export function whyUnreachable(error: unknown): string | undefined {
  if (!(error instanceof EventLogUnavailable)) return undefined;
  const { cause } = error;
  return cause instanceof EventLogDenied
    ? `The event log cannot be read: ${cause.message}.`
    : 'The event log could not be reached: is its server running, and are EVENTSTORE_URL or DATABASE_URL as the backend has them?';
}
