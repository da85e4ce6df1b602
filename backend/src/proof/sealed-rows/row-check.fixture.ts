import {
  type SealedTable,
  type SealedTableName,
  sealedTables,
  selectSealed,
} from '@matgyo/projections/proofs/sealed-rows';
import type pg from 'pg';
import { testSecret } from '../../../../test/server.ts';
import { createLogger } from '../../platform/http/logger.ts';
import { auditText } from '../audit/audit-log.ts';
import { createRowCheck, type RowCheck } from './row-check.ts';
import { createSealedRows } from './sealed-rows.ts';

/** The check of the program under test, without its metric. */
export const rowCheckOf = (secret: string): RowCheck =>
  createRowCheck({ secret, logger: createLogger('silent'), refused: () => undefined });

/** Records rows that a test has changed by SQL as if the program had written them, so that it uses them. */
export async function enterAsFound(pool: pg.Pool, name: SealedTableName, key: string): Promise<void> {
  const table: SealedTable = sealedTables[name];
  const { rows } = await pool.query(selectSealed(table, `${table.key}::text = $1`), [key]);
  await pool.query('select app.append_audit($1)', [auditText(createSealedRows(testSecret).asFound(rows))]);
}
