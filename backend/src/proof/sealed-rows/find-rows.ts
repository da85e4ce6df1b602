import {
  type SealedRow,
  type SealedTable,
  type SealedTableName,
  sealedTables,
  selectSealed,
} from '@matgyo/projections/proofs/sealed-rows';
import { CompiledQuery } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { StoredEntry } from './row-history.ts';
import { nameOf } from './sealed-rows.ts';

interface WantedRows {
  readonly table: SealedTableName;
  readonly column: string;
  readonly value: string;
}

/** As in the index `audit_log_by_row`. */
const indexed = `left(content #>> '{details,rows,0}', 17) <> 'app.order_wallets'`;

/**
 * Rows by name, and the entries of the audit log that name any of `names` (table and key), in its order: one statement,
 * so that both are of one point in time.
 */
export async function findRows(db: Database, wanted: readonly WantedRows[], names: readonly string[]) {
  const selected = wanted.map(({ table, column }, index) => {
    const sealedTable: SealedTable = sealedTables[table];
    const rows = selectSealed(sealedTable, `${column} = $${index + 2}`);
    return `select json_build_object('table', "table", 'key', key, 'values', "values") as row, null::json as entry, 0::bigint as sequence
      from (${rows}) kept`;
  });
  const entries = `select null::json as row,
      json_build_object('sequence', sequence, 'reason', content -> 'reason', 'details', content -> 'details') as entry, sequence
    from app.audit_log where ${indexed} and app.rows_named(content) && $1::text[]`;
  const { rows } = await db.executeQuery<{ row: SealedRow | null; entry: StoredEntry | null }>(
    CompiledQuery.raw(`${[...selected, entries].join(' union all ')} order by sequence`, [
      names,
      ...wanted.map(({ value }) => value),
    ]),
  );
  return {
    rows: new Map(rows.flatMap(({ row }) => row ?? []).map((row) => [nameOf(row), row])),
    stored: rows.flatMap(({ entry }) => entry ?? []),
  };
}
