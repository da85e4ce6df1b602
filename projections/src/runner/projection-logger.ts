/** The runner's log: fields first, as in pino. Ids and codes only, no personal data. */
export interface ProjectionLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const silentLogger: ProjectionLogger = { info() {}, warn() {}, error() {} };

/** An error as a field: name and message, which hold ids and codes only; no stack, no SQL. */
export const faultOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
