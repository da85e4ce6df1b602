import type { MemberId } from '@matgyo/contracts/ids';
import {
  type KeptRow,
  type KeptTable,
  type KeptTableName,
  keptTables,
  selectKept,
} from '@matgyo/projections/proofs/kept-rows';
import { CompiledQuery } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { StoredEntry } from './row-history.ts';

/** As in the index `audit_log_by_row`. */
const indexed = `action = 'rows-kept' and left(content #>> '{details,rows,0}', 17) <> 'app.order_wallets'`;

/**
 * Rows, and in the order of the log all entries that name them: one statement, so that both are of one point in time.
 * `payoutsOf`: with all changes of these members' payout data, also removed ones, because the entry of a change names its member, too.
 */
export async function findRows(
  db: Database,
  wanted: readonly { readonly table: KeptTableName; readonly key: string }[],
  payoutsOf: readonly MemberId[],
): Promise<{ readonly rows: readonly KeptRow[]; readonly entries: readonly StoredEntry[] }> {
  const tables = [...new Set(wanted.map(({ table }) => table))];
  const selected = tables.map((name, index) => {
    const table: KeptTable = keptTables[name];
    return selectKept(table, `${table.key} = any($${index + 3}::${table.keyType ?? 'text'}[])`);
  });
  const ofPayouts = selectKept(keptTables['app.payout_changes'], 'member_id = any($2::text[])');
  const text = `
    with kept as materialized (${[...selected, ofPayouts].join(' union all ')}),
    named as materialized (
      select sequence, content from app.audit_log where ${indexed} and app.rows_named(content) && $1::text[]),
    changes as materialized (
      select coalesce(array_agg(name), '{}') as names from (
        select "table" || ' ' || key as name from kept
        union select unnest(app.rows_named(content)) from named where cardinality($2::text[]) > 0) list
      where name like 'app.payout_changes %'),
    entries as (
      select sequence, content from named
      union all select sequence, content from app.audit_log
      where ${indexed} and app.rows_named(content) && (select names from changes)
        and sequence not in (select sequence from named))
    select json_build_object('table', "table", 'key', key, 'values', values) as row, null::json as entry, 0 as sequence
    from kept
    union all
    select null, json_build_object('reason', content -> 'reason', 'details', content -> 'details'), sequence from entries
    order by sequence`;
  const keysOf = (name: KeptTableName) => wanted.filter(({ table }) => table === name).map(({ key }) => key);
  const { rows } = await db.executeQuery<{ row: KeptRow | null; entry: StoredEntry | null }>(
    CompiledQuery.raw(text, [
      wanted.map(({ table, key }) => `${table} ${key}`),
      payoutsOf,
      ...tables.map(keysOf),
    ]),
  );
  return { rows: rows.flatMap(({ row }) => row ?? []), entries: rows.flatMap(({ entry }) => entry ?? []) };
}
