/** What the runner tells its operator: fields first, as pino takes them. Ids and codes only, no personal data. */
export interface ProjectionLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const silentLogger: ProjectionLogger = { info() {}, warn() {}, error() {} };
