import type { StoredRow, StoredTable, TableShape } from './table-shape.ts';

interface TableRows {
  readonly rows: Map<string, unknown>;
  changed: Set<string>;
  /** Changed rows that are new. */
  begun: Set<string>;
  appended: unknown[];
  /** Keys of the changes taken last: they may not be stored yet. */
  taken: ReadonlySet<string>;
}

/** Per table, between batches. */
const rowsMax = 5_000;

/** What folding one batch changed in one table. */
export interface TableChanges {
  readonly shape: StoredTable;
  /** Rows to be upserted. */
  readonly changed: readonly unknown[];
  /** Rows whose key must be new: an existing row halts the projection. */
  readonly appended: readonly unknown[];
}

/**
 * The stored rows that batches touch, in memory while a batch is folded and, once it is written, for the next: their
 * writer is the only one. A row must have been loaded, or known to be absent, before it is requested: folding against a
 * row that was not loaded would overwrite the stored one.
 */
export class WorkingRows {
  readonly #tables = new Map<StoredTable, TableRows>();

  /** Rows as stored; keys without a row are remembered as absent. */
  load(shape: StoredTable, keys: readonly string[], rows: readonly unknown[]): void {
    const tableRows = this.#tableRows(shape);
    for (const key of keys) tableRows.rows.set(key, undefined);
    for (const row of rows) tableRows.rows.set(keyOf(shape, row), row);
  }

  /** The keys that have not been looked up yet. */
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
    // Re-inserted, so that it counts as touched last.
    if (tableRows.rows.get(key) === undefined) tableRows.begun.add(key);
    tableRows.rows.delete(key);
    tableRows.rows.set(key, row);
    tableRows.changed.add(key);
  }

  /** A row whose key no other row has. */
  append<Table>(shape: TableShape<Table>, row: StoredRow<Table>): void {
    this.#tableRows(shape).appended.push(row);
  }

  /** The changes since the last call. The next batch may be folded while these are written. */
  takeChanges(): readonly TableChanges[] {
    return [...this.#tables].flatMap(([shape, tableRows]) => {
      const { rows, changed, begun, appended } = tableRows;
      tableRows.changed = new Set();
      tableRows.taken = changed;
      if (changed.size === 0 && appended.length === 0) return [];
      tableRows.begun = new Set();
      tableRows.appended = [];
      return {
        shape,
        changed: [...changed].filter((key) => !begun.has(key)).map((key) => rows.get(key)),
        appended: [...appended, ...[...begun].map((key) => rows.get(key))],
      };
    });
  }

  /** Called between batches: the least recently used rows are dropped, and reloaded when needed. */
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
      begun: new Set(),
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
