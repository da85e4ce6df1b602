import { lock, unlock } from '@matgyo/event-store/postgres/session-lock';
import { pagesOf } from '@matgyo/projections/pages';
import {
  formOf,
  type SealedRow,
  type SealedTable,
  sealedTables,
  selectSealedPage,
} from '@matgyo/projections/proofs/sealed-rows';
import { CompiledQuery } from 'kysely';
import { lockUntilEnd } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';
import { recordAudit } from '../audit/audit-log.ts';
import type { SealedRows } from './sealed-rows.ts';

/**
 * A page is one entry and one transaction, during which other entries of the audit log wait. The whole entry is read
 * when one of its rows is used.
 */
const rowsOfAPage = 100;

const lockKey = 'app.rows-entered';

/**
 * Records all rows of tables that were never recorded with this key, in their current state: in a database that is
 * older than such entries or their form, or that was restored under another secret. The entries are marked `as-found`.
 * What `changedRows` finds with the earlier entries is recorded too, because the new entries hide it. Returns the
 * number of rows.
 */
export async function enterRowsOnce(
  db: Database,
  sealedRows: SealedRows,
  changedRows: () => Promise<readonly string[]>,
): Promise<number> {
  const missing = await notEntered(db, sealedRows);
  if (missing.length === 0) return 0;
  // Before this function takes a connection, since `changedRows` needs one too.
  const changed = await changedRows();
  return db.connection().execute(async (alone) => {
    // Of several backends that start at once, one does this. The others wait, until then rows look changed to them; if
    // it dies, its session ends and the next one does it.
    await lock(sessionOf(alone), lockKey);
    try {
      return await enterTables(alone, sealedRows, changed);
    } finally {
      await unlock(sessionOf(alone), lockKey);
    }
  });
}

const sessionOf = (alone: Database) => ({
  query: ({ text, values }: { readonly text: string; readonly values: unknown[] }) =>
    alone.executeQuery(CompiledQuery.raw(text, values)),
});

async function enterTables(db: Database, sealedRows: SealedRows, changed: readonly string[]) {
  const tables = await notEntered(db, sealedRows);
  if (tables.length === 0) return 0;
  let rows = 0;
  for (const table of tables) rows += await enterTable(db, sealedRows, table);
  await recordAudit(db, {
    action: 'rows-entered',
    actor: null,
    subjectId: null,
    requestId: null,
    details: { key: sealedRows.keyId, tables: tables.map(formOf), rows, changed },
  });
  return rows;
}

/** Whether every table was recorded with this key: the secret is that of the installation. */
export const isEntered = async (db: Database, sealedRows: SealedRows): Promise<boolean> =>
  (await notEntered(db, sealedRows)).length === 0;

/**
 * The id of the last other key with which rows were entered after this one was in use, if any. Entries with this key
 * that follow do not count: the database's role can forge them, so that rows it has changed would be entered as found.
 */
export async function newerKeyId(db: Database, { keyId }: SealedRows): Promise<string | undefined> {
  const keys = (await enteredSoFar(db)).map(({ key }) => key);
  return keys.findLast((key, index) => key !== keyId && keys.slice(0, index).includes(keyId));
}

async function enteredSoFar(db: Database) {
  const entries = await db
    .selectFrom('app.audit_log')
    .select('content')
    .where('action', '=', 'rows-entered')
    .orderBy('sequence')
    .execute();
  return entries.map(
    ({ content }) => content['details'] as { readonly key: string; readonly tables: readonly string[] },
  );
}

async function notEntered(db: Database, { keyId }: SealedRows): Promise<readonly SealedTable[]> {
  const found = await enteredSoFar(db);
  // What was written since with another secret has no entries with this key.
  const entered = found
    .slice(found.findLastIndex(({ key }) => key !== keyId) + 1)
    .flatMap(({ tables }) => tables);
  return Object.values(sealedTables).filter((table) => !entered.includes(formOf(table)));
}

async function enterTable(db: Database, sealedRows: SealedRows, table: SealedTable): Promise<number> {
  let entered = 0;
  const enter = (after?: string) => enterPage(db, sealedRows, table, after);
  for await (const page of pagesOf({ start: undefined, size: rowsOfAPage }, enter, ({ key }) => key))
    entered += page.length;
  return entered;
}

const enterPage = (db: Database, sealedRows: SealedRows, table: SealedTable, after: string | undefined) =>
  db.transaction().execute(async (trx) => {
    // Locked before the rows are read: entries by other writers then follow this one, and the last entry of a row is
    // current.
    await lockUntilEnd(trx, 'app.audit_log');
    const { text, values } = selectSealedPage(table, rowsOfAPage, after);
    const { rows } = await trx.executeQuery<SealedRow>(CompiledQuery.raw(text, values));
    if (rows.length > 0) await recordAudit(trx, sealedRows.asFound(rows));
    return rows;
  });
