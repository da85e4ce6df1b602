import type { StoredRow, StoredTable, TableShape } from './table-shape.ts';

interface Held {
  readonly rows: Map<string, unknown>;
  readonly changed: Set<string>;
  readonly appended: unknown[];
}

/** What folding one batch changed in one table. */
export interface TableChanges {
  readonly shape: StoredTable;
  /** Rows to be written over those of the same key. */
  readonly changed: readonly unknown[];
  /** Rows whose key must be new. */
  readonly appended: readonly unknown[];
}

/**
 * The stored rows a batch touches, held in memory while it is folded. A row must have been loaded, or known to
 * be absent, before it is asked for: folding against a row nobody looked up would write over what is stored.
 */
export class WorkingRows {
  readonly #tables = new Map<StoredTable, Held>();

  /** Rows as stored; keys without a row are remembered as absent. */
  load(shape: StoredTable, keys: readonly string[], rows: readonly unknown[]): void {
    const held = this.#held(shape);
    for (const key of keys) held.rows.set(key, undefined);
    for (const row of rows) held.rows.set(keyOf(shape, row), row);
  }

  /** Which of these keys have not been looked up yet. */
  missing(shape: StoredTable, keys: Iterable<string>): readonly string[] {
    const { rows } = this.#held(shape);
    return [...new Set(keys)].filter((key) => !rows.has(key));
  }

  get<Table>(shape: TableShape<Table>, key: string): StoredRow<Table> | undefined {
    const { rows } = this.#held(shape);
    if (!rows.has(key)) throw new Error(`${shape.name} ${key} was not loaded`);
    return rows.get(key) as StoredRow<Table> | undefined;
  }

  put<Table>(shape: TableShape<Table>, row: StoredRow<Table>): void {
    const held = this.#held(shape);
    const key = keyOf(shape, row);
    if (!held.rows.has(key)) throw new Error(`${shape.name} ${key} was not loaded`);
    held.rows.set(key, row);
    held.changed.add(key);
  }

  /** A row whose key no other row has. */
  append<Table>(shape: TableShape<Table>, row: StoredRow<Table>): void {
    this.#held(shape).appended.push(row);
  }

  changes(): readonly TableChanges[] {
    return [...this.#tables].map(([shape, { rows, changed, appended }]) => ({
      shape,
      changed: [...changed].map((key) => rows.get(key)),
      appended,
    }));
  }

  #held(shape: StoredTable): Held {
    const known = this.#tables.get(shape);
    if (known !== undefined) return known;
    const held: Held = { rows: new Map(), changed: new Set(), appended: [] };
    this.#tables.set(shape, held);
    return held;
  }
}

/** Rows that are looked up have a key of one column. */
function keyOf(shape: StoredTable, row: unknown): string {
  const [column] = shape.key;
  return String((row as Readonly<Record<string, unknown>>)[column ?? '']);
}
