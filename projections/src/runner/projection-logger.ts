import { EventLogDenied } from '@matgyo/event-store/event-log-errors';

/** The runner's log: fields first, as in pino. Ids and codes only, no personal data. */
export interface ProjectionLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const silentLogger: ProjectionLogger = { info() {}, warn() {}, error() {} };

/** An error as a field: name and message, which hold ids and codes only; no stack, no SQL. A denied right is named. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof EventLogDenied ? faultOf(error.cause) : `${error.name}: ${error.message}`;
}
