import { randomBytes } from 'node:crypto';
import {
  rowSeal,
  type SealedRow,
  type SealedTable,
  type SealedTableName,
  sealedTables,
  selectSealed,
} from '@matgyo/projections/proofs/sealed-rows';
import { CompiledQuery } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { type AuditEntry, auditText, recordAudit } from '../audit/audit-log.ts';

/** Keys of rows that a transaction has written or removed, by table. */
export type WrittenRows = Readonly<Partial<Record<SealedTableName, readonly string[]>>>;

/** Writes keyed hashes of rows that are no events to the audit log (docs/decisions/proof.md). */
export type SealedRows = ReturnType<typeof createSealedRows>;

/** As entries name a row. */
export const nameOf = ({ table, key }: Pick<SealedRow, 'table' | 'key'>): string => `${table} ${key}`;

interface Write {
  readonly before: SealedRow;
  readonly after: SealedRow;
}

export function createSealedRows(secret: string) {
  const seal = rowSeal(secret);
  const entry = (writes: readonly Write[], reason: string | null = null): AuditEntry => {
    const nonce = randomBytes(12).toString('hex');
    const rows = writes.map(
      ({ before, after }) => `${after.table} ${after.key} ${seal.of(before)} ${seal.of(after)}`,
    );
    return {
      action: 'rows-kept',
      actor: null,
      subjectId: null,
      reason,
      requestId: null,
      details: { key: seal.keyId, nonce, rows, seal: seal.ofEntry({ nonce, reason, rows }) },
    };
  };
  return {
    keyId: seal.keyId,
    /**
     * Records rows as they were before and are now, in the transaction of `trx` that wrote or removed them. Call it
     * last: other entries of the audit log wait until the transaction ends.
     */
    async enter(trx: Database, written: WrittenRows): Promise<void> {
      const writes = await writesOf(trx, written);
      if (writes.length > 0) await recordAudit(trx, entry(writes));
    },
    /** The same entry as text for `app.append_audit`, for a row written by the same statement. */
    entryOf: (before: SealedRow, after: SealedRow) => auditText(entry([{ before, after }])),
    /** An entry for rows that were found, not written. */
    asFound: (rows: readonly SealedRow[]) =>
      entry(
        rows.map((row) => ({ before: row, after: row })),
        'as-found',
      ),
  };
}

/**
 * The earlier values that triggers noted of the rows changed in this transaction. Reading clears the notes, so that
 * later writes are noted separately.
 */
const noted = `noted as materialized (select current_setting('kept.before', true) as text),
  taken as materialized (select text, set_config('kept.before', '', true) from noted),
  changed as materialized (
    select change ->> 'table' as "table", change -> 'row' as noted_row, number
    from taken, jsonb_array_elements(coalesce(nullif(text, ''), '[]')::jsonb) with ordinality as list (change, number))`;

async function writesOf(trx: Database, written: WrittenRows): Promise<readonly Write[]> {
  const wanted = Object.entries(written).filter(([, keys]) => keys.length > 0);
  if (wanted.length === 0) return [];
  const text = wanted
    .flatMap(([name], index) => {
      const table: SealedTable = sealedTables[name as SealedTableName];
      const isWanted = `${table.key} = any($${index + 1}::${table.keyType ?? 'text'}[])`;
      const before = `(select number, (jsonb_populate_record(null::${name}, noted_row)).*
        from changed where "table" = '${name}') as before_it`;
      return [
        `select 0 as number, kept.* from (${selectSealed(table, isWanted)}) kept`,
        selectSealed(table, isWanted, before).replace('select', 'select number,'),
      ];
    })
    .join('\nunion all ');
  const { rows } = await trx.executeQuery<SealedRow & { readonly number: string }>(
    CompiledQuery.raw(
      `with ${noted}\n${text}\norder by number desc`,
      wanted.map(([, keys]) => keys),
    ),
  );
  const isNow = ({ number }: { readonly number: string }) => Number(number) === 0;
  const after = new Map(rows.filter(isNow).map((row) => [nameOf(row), row]));
  // Sorted by number, descending: the first note of a row that was written twice replaces the later ones.
  const before = new Map(rows.filter((row) => !isNow(row)).map((row) => [nameOf(row), row]));
  return wanted.flatMap(([table, keys]) =>
    keys.map((key) => {
      const none = { table, key, values: null };
      return { before: before.get(nameOf(none)) ?? none, after: after.get(nameOf(none)) ?? none };
    }),
  );
}
