import { randomBytes } from 'node:crypto';
import {
  type KeptRow,
  type KeptTable,
  type KeptTableName,
  keptTables,
  type RowValues,
  rowSeal,
  selectKept,
} from '@matgyo/projections/proofs/kept-rows';
import { CompiledQuery } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { type AuditEntry, auditText, recordAudit } from '../audit/audit-log.ts';

/** Keys of rows that a transaction has written or removed, by table. */
export type WrittenRows = Readonly<Partial<Record<KeptTableName, readonly string[]>>>;

/** Writes keyed hashes of rows that are no events to the audit log (docs/decisions/proof.md). */
export interface KeptRows {
  readonly keyId: string;
  /**
   * Enters the current rows, in the transaction of `trx` that wrote or removed them. Call it last: until the
   * transaction ends other entries of the audit log wait.
   */
  enter(trx: Database, written: WrittenRows): Promise<void>;
  /** The same entry as text for `app.append_audit`, for a row written by the same statement. */
  entryOf(table: KeptTableName, key: string, values: RowValues): string;
  /** An entry for rows that were found, not written. */
  asFound(rows: readonly KeptRow[]): AuditEntry;
}

export function createKeptRows(secret: string): KeptRows {
  const seal = rowSeal(secret);
  const entry = (rows: readonly KeptRow[], reason: string | null = null): AuditEntry => {
    const nonce = randomBytes(12).toString('hex');
    return {
      action: 'rows-kept',
      actor: null,
      subjectId: null,
      reason,
      requestId: null,
      details: {
        key: seal.keyId,
        nonce,
        rows: rows.map((row) => `${row.table} ${row.key} ${seal.of(row, nonce)}`),
      },
    };
  };
  return {
    keyId: seal.keyId,
    async enter(trx, written) {
      const rows = await rowsAsTheyAre(trx, written);
      if (rows.length > 0) await recordAudit(trx, entry(rows));
    },
    entryOf: (table, key, values) => auditText(entry([{ table, key, values }])),
    asFound: (rows) => entry(rows, 'as-found'),
  };
}

async function rowsAsTheyAre(trx: Database, written: WrittenRows): Promise<readonly KeptRow[]> {
  const wanted = Object.entries(written).filter(([, keys]) => keys.length > 0);
  if (wanted.length === 0) return [];
  const text = wanted
    .map(([name], index) => {
      const table: KeptTable = keptTables[name as KeptTableName];
      return selectKept(table, `${table.key} = any($${index + 1}::${table.keyType ?? 'text'}[])`);
    })
    .join('\nunion all ');
  const { rows } = await trx.executeQuery<KeptRow>(
    CompiledQuery.raw(
      text,
      wanted.map(([, keys]) => keys),
    ),
  );
  const found = new Map(rows.map((row) => [`${row.table} ${row.key}`, row]));
  return wanted.flatMap(([table, keys]) =>
    keys.map((key) => found.get(`${table} ${key}`) ?? { table, key, values: null }),
  );
}
