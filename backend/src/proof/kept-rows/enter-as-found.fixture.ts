import {
  type KeptTable,
  type KeptTableName,
  keptTables,
  selectKept,
} from '@matgyo/projections/proofs/kept-rows';
import type pg from 'pg';
import { testSecret } from '../../../../test/server.ts';
import { auditText } from '../audit/audit-log.ts';
import { createKeptRows } from './kept-rows.ts';

/** Enters rows that a test has changed by SQL, so that the program uses them: as if it had written them so. */
export async function enterAsFound(pool: pg.Pool, name: KeptTableName, key: string): Promise<void> {
  const table: KeptTable = keptTables[name];
  const { rows } = await pool.query(selectKept(table, `${table.key}::text = $1`), [key]);
  await pool.query('select app.append_audit($1)', [auditText(createKeptRows(testSecret).asFound(rows))]);
}
