import {
  type KeptTable,
  type KeptTableName,
  keptTables,
  selectKept,
} from '@matgyo/projections/proofs/kept-rows';
import type pg from 'pg';
import { testSecret } from '../../../../test/server.ts';
import { createLogger } from '../../platform/http/logger.ts';
import { auditText } from '../audit/audit-log.ts';
import { createKeptRows } from './kept-rows.ts';
import { createRowCheck, type RowCheck } from './row-check.ts';

/** The check of the program under test, without its metric. */
export const rowCheckOf = (secret: string): RowCheck =>
  createRowCheck({ secret, logger: createLogger('silent'), refused: () => undefined });

/** Enters rows that a test has changed by SQL, so that the program uses them: as if it had written them so. */
export async function enterAsFound(pool: pg.Pool, name: KeptTableName, key: string): Promise<void> {
  const table: KeptTable = keptTables[name];
  const { rows } = await pool.query(selectKept(table, `${table.key}::text = $1`), [key]);
  await pool.query('select app.append_audit($1)', [auditText(createKeptRows(testSecret).asFound(rows))]);
}
