/** The embedded PostgreSQL cannot run here, or not now. The message is for the operator. */
export class PostgresNotStarted extends Error {
  override readonly name = 'PostgresNotStarted';
}
