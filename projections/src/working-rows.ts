import type { StoredRow, StoredTable, TableShape } from './table-shape.ts';

interface TableRows {
  readonly rows: Map<string, unknown>;
  changed: Set<string>;
  /** Keys of changed rows that were not stored before. */
  created: Set<string>;
  appended: unknown[];
  /** Keys of the changes taken last. They may still be on their way to the database, so they must stay here. */
  taken: ReadonlySet<string>;
}

/** How many rows of a table stay in memory between batches. */
const rowsMax = 5_000;

/** What folding one batch changed in one table. */
export interface TableChanges {
  readonly shape: StoredTable;
  /** Rows to be upserted. */
  readonly changed: readonly unknown[];
  /** Rows to be inserted. If a row with the same key exists, the insert fails and the projection halts. */
  readonly appended: readonly unknown[];
}

/**
 * The rows that batches read and change, cached in memory. They stay for the next batches, because a process that is
 * not the writer never changes them. Before a row is used, `load` must have been called with its key, also if no such
 * row is stored: folding without the stored row would overwrite it.
 */
export class WorkingRows {
  readonly #tables = new Map<StoredTable, TableRows>();

  /** Adds the stored rows of these keys. Keys without a row are remembered as absent. */
  load(shape: StoredTable, keys: readonly string[], rows: readonly unknown[]): void {
    const tableRows = this.#tableRows(shape);
    for (const key of keys) tableRows.rows.set(key, undefined);
    for (const row of rows) tableRows.rows.set(keyOf(shape, row), row);
  }

  /** Those of the keys that `load` has not been called with yet. */
  missing(shape: StoredTable, keys: readonly string[]): readonly string[] {
    const { rows } = this.#tableRows(shape);
    return [...new Set(keys.filter((key) => !rows.has(key)))];
  }

  get<Table>(shape: TableShape<Table>, key: string): StoredRow<Table> | undefined {
    const { rows } = this.#tableRows(shape);
    if (!rows.has(key)) throw new Error(`${shape.name} ${key} was not loaded`);
    return rows.get(key) as StoredRow<Table> | undefined;
  }

  put<Table>(shape: TableShape<Table>, row: StoredRow<Table>): void {
    const tableRows = this.#tableRows(shape);
    const key = keyOf(shape, row);
    if (!tableRows.rows.has(key)) throw new Error(`${shape.name} ${key} was not loaded`);
    // Deleted and inserted again, so that it is the last one that `forgetOldest` drops.
    if (tableRows.rows.get(key) === undefined) tableRows.created.add(key);
    tableRows.rows.delete(key);
    tableRows.rows.set(key, row);
    tableRows.changed.add(key);
  }

  /** Adds a row whose key must be new. It cannot be read back with `get`. */
  append<Table>(shape: TableShape<Table>, row: StoredRow<Table>): void {
    this.#tableRows(shape).appended.push(row);
  }

  /** Returns the changes since the last call. The next batch may be folded while these are being written. */
  takeChanges(): readonly TableChanges[] {
    return [...this.#tables].flatMap(([shape, tableRows]) => {
      const { rows, changed, created, appended } = tableRows;
      tableRows.changed = new Set();
      tableRows.taken = changed;
      if (changed.size === 0 && appended.length === 0) return [];
      tableRows.created = new Set();
      tableRows.appended = [];
      return {
        shape,
        changed: [...changed].filter((key) => !created.has(key)).map((key) => rows.get(key)),
        appended: [...appended, ...[...created].map((key) => rows.get(key))],
      };
    });
  }

  /**
   * Drops rows beyond the limit, first those loaded or changed the longest ago. They are loaded again when needed. Call
   * it between batches.
   */
  forgetOldest(): void {
    for (const { rows, taken } of this.#tables.values())
      for (const key of rows.keys()) {
        if (rows.size <= rowsMax) break;
        if (!taken.has(key)) rows.delete(key);
      }
  }

  #tableRows(shape: StoredTable): TableRows {
    const rows = this.#tables.get(shape);
    if (rows !== undefined) return rows;
    const tableRows: TableRows = {
      rows: new Map(),
      changed: new Set(),
      created: new Set(),
      appended: [],
      taken: new Set(),
    };
    this.#tables.set(shape, tableRows);
    return tableRows;
  }
}

/** Rows that are looked up have a key of one column. */
function keyOf(shape: StoredTable, row: unknown): string {
  const [column] = shape.key;
  return String((row as Readonly<Record<string, unknown>>)[column ?? '']);
}
