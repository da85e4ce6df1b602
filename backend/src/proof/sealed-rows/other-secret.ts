import { CannotRun } from '@matgyo/projections/program-fault';
import { rowSeal } from '@matgyo/projections/proofs/sealed-rows';
import type pg from 'pg';
import type { Database } from '../../platform/database/tables.ts';
import { newerKeyId } from './enter-rows.ts';
import type { SealedRows } from './sealed-rows.ts';

/** Names a backend's connections, so that others see which secret it has; the id does not reveal it. */
export const connectionName = (secret: string): string => `matgyo backend ${rowSeal(secret).keyId}`;

/**
 * Called before rows are written: those of two backends with different secrets would look changed to each other. The
 * pool's connections have the name of this backend, so of two that start at once at least one is refused.
 *
 * @throws CannotRun while a backend with another secret is connected to the database
 */
export async function refuseOtherSecret(pool: pg.Pool, secret: string): Promise<void> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name ~ '^matgyo backend [0-9a-f]{16}$' and application_name <> $1`,
    [connectionName(secret)],
  );
  if (rowCount !== 0)
    throw new CannotRun(
      'A backend with another TOKEN_SECRET is connected to this database: stop it first, or give both the same one.',
    );
}

/**
 * Called where rows are not as this secret's entries left them. After a start with a wrong secret, which wrote nothing,
 * there are none, and the right one is used again.
 *
 * @throws CannotRun if a newer secret has been in use since, unless it is the previous one: the operator knows
 */
export async function refuseEarlierSecret(
  db: Database,
  sealedRows: SealedRows,
  previous: string | undefined,
): Promise<void> {
  const newer = await newerKeyId(db, sealedRows);
  if (newer === undefined || (previous !== undefined && newer === rowSeal(previous).keyId)) return;
  throw new CannotRun(
    'TOKEN_SECRET is an earlier one: rows have been written with a newer one since, and verify would name them for good. Start with the newer one; to go back all the same, set TOKEN_SECRET_PREVIOUS to it. If it was never changed, rows and the audit log were changed by SQL: run verify, and put back what it names.',
  );
}
