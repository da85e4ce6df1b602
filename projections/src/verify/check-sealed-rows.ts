import type pg from 'pg';
import { pagesOf } from '../pages.ts';
import { withSnapshot } from '../projection-pool.ts';
import {
  earlierFormOf,
  formOf,
  type RowSeal,
  rowSeal,
  type SealedEntry,
  type SealedRow,
  type SealedTable,
  sealedTables,
  selectSealedPage,
} from '../proofs/sealed-rows.ts';
import { hasTables } from '../stored-rows.ts';
import type { Finding, Verification } from './finding.ts';
import { rowsInPages } from './rows-in-pages.ts';

const rowsOfAPage = 1_000;

export interface SealedRowsVerification extends Verification {
  /** Rows that were compared with their last entry. */
  readonly rows: number;
  /** Of these, those whose last entry records only their state when first entered. */
  readonly asFound: number;
}

const sealedForms: readonly unknown[] = Object.values(sealedTables).map(formOf);

const nothing: SealedRowsVerification = { rows: 0, asFound: 0, findings: [], notes: [] };

/**
 * Compares rows that are no events with their last entries in the audit log: finds rows changed, added or removed by
 * SQL. `secret`: the key of the entries; without it nothing can be checked.
 */
export async function verifySealedRows(
  pool: pg.Pool,
  secret: string | undefined,
): Promise<SealedRowsVerification> {
  if (!(await hasTables(pool, 'app.audit_log'))) return nothing;
  if (secret === undefined) return { ...nothing, notes: [noSecret] };
  // Rows and entries as of one point in time, while a backend keeps writing both.
  return withSnapshot(pool, (client) => new SealedRowsCheck(client, rowSeal(secret)).run());
}

const noSecret =
  'TOKEN_SECRET, or the file in DATA_DIR, is not here: rows that are no events (accounts, wallets, inquiries) were not looked at';

const found = (what: string): Finding => ({ check: 'rows', what });

/** `String` fails for some objects that SQL can write. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

interface LastEntry {
  readonly hash: string;
  /** Set for an entry of an earlier version, which has only the row after the write; undefined: it has both. */
  readonly earlierNonce: string | undefined;
  readonly isAsFound: boolean;
}

interface Entry {
  readonly sequence: string;
  readonly action: string;
  readonly reason: string | null;
  /** Null in an entry that SQL has written. */
  readonly details: Details | null;
}

type Details = Readonly<Record<'key' | 'nonce' | 'rows' | 'tables' | 'seal' | 'changed', unknown>>;

const entries = `
  select sequence::text, action, content ->> 'reason' as reason, content -> 'details' as details
  from app.audit_log where action in ('rows-kept', 'rows-entered') and sequence > $1
  order by audit_log.sequence limit $2`;

class SealedRowsCheck {
  readonly #client: pg.ClientBase;
  readonly #seal: RowSeal;
  readonly #last = new Map<string, LastEntry>();
  readonly #nonces = new Set<string>();
  readonly #entered = new Set<unknown>();
  readonly #findings: Finding[] = [];
  /** After the first sealed entry, one without a seal is forged: earlier versions never run beside this one. */
  #isSealed = false;
  #rows = 0;
  #asFound = 0;

  constructor(client: pg.ClientBase, seal: RowSeal) {
    this.#client = client;
    this.#seal = seal;
  }

  async run(): Promise<SealedRowsVerification> {
    await this.#readEntries();
    const tables = Object.values(sealedTables);
    const entered = tables.filter(
      (table) => this.#entered.has(formOf(table)) || this.#entered.has(earlierFormOf(table)),
    );
    for (const table of entered) await this.#compare(table);
    for (const table of entered) this.#findRemoved(table);
    const others = tables.filter((table) => !entered.includes(table)).map(({ name }) => name);
    return {
      rows: this.#rows,
      asFound: this.#asFound,
      findings: this.#findings,
      notes:
        others.length === 0
          ? []
          : [`rows of ${others.join(', ')} were never entered with this TOKEN_SECRET, and not looked at`],
    };
  }

  async #readEntries(): Promise<void> {
    for await (const entry of rowsInPages<Entry>(this.#client, entries, '0', ({ sequence }) => sequence))
      this.#read(entry);
  }

  /** Skips entries with another key: of another installation before a restore, or from before the secret changed. */
  #read(entry: Entry): void {
    const { details } = entry;
    if (details?.key !== this.#seal.keyId) return;
    if (entry.action === 'rows-entered' && Array.isArray(details.tables))
      this.#readEntered(details.tables, details);
    else this.#readWritten({ ...entry, details });
  }

  #readEntered(tables: readonly unknown[], { changed }: Details): void {
    for (const form of tables) this.#entered.add(form);
    this.#isSealed ||= tables.some((form) => sealedForms.includes(form));
    if (Array.isArray(changed)) for (const what of changed) this.#findings.push(found(textOf(what)));
  }

  #readWritten({
    sequence,
    reason,
    details: { nonce, rows, seal },
  }: Entry & { readonly details: Details }): void {
    if (typeof nonce !== 'string' || !Array.isArray(rows)) return;
    if (this.#nonces.has(nonce))
      this.#findings.push(
        found(`entry ${sequence} of the audit log repeats what an earlier one said of a row`),
      );
    this.#nonces.add(nonce);
    const entry = { sequence, reason, nonce, rows: rows.map(textOf) };
    if (seal === undefined && !this.#isSealed) this.#readEarlier(entry);
    else if (seal === this.#seal.ofEntry(entry)) this.#readSealed(entry);
    else this.#findings.push(found(`entry ${sequence} of the audit log about rows is not the program's`));
  }

  #readSealed({ sequence, reason, rows }: SealedEntry & { readonly sequence: string }): void {
    this.#isSealed = true;
    const isAsFound = reason === 'as-found';
    for (const row of rows) {
      const [table = '', key = '', before = '', hash = ''] = row.split(' ');
      const name = `${table} ${key}`;
      if (!isAsFound && before !== this.#hashBefore(table, key, before))
        this.#findings.push(
          found(
            `row ${key} of ${table} had been changed beside the program when the program wrote it (entry ${sequence} of the audit log)`,
          ),
        );
      this.#last.set(name, { hash, earlierNonce: undefined, isAsFound });
    }
  }

  /**
   * The hash that an audit entry must contain for the row before the write. It is `entryHash`, the one it contains,
   * until the table is recorded in this form, because earlier hashes cannot be compared.
   */
  #hashBefore(table: string, key: string, entryHash: string): string {
    const last = this.#last.get(`${table} ${key}`);
    if (last !== undefined && last.earlierNonce === undefined) return last.hash;
    if (!this.#isEntered(table)) return entryHash;
    return last === undefined ? this.#seal.of({ table, key, values: null }) : '';
  }

  /** Whether all rows of the table are recorded in this form, so that every row has a hash that can be compared. */
  #isEntered(name: string): boolean {
    const table = Object.values<SealedTable>(sealedTables).find((sealedTable) => sealedTable.name === name);
    return table !== undefined && this.#entered.has(formOf(table));
  }

  #readEarlier({ reason, nonce, rows }: SealedEntry): void {
    for (const row of rows) {
      const [table = '', key = '', hash = ''] = row.split(' ');
      this.#last.set(`${table} ${key}`, { hash, earlierNonce: nonce, isAsFound: reason === 'as-found' });
    }
  }

  async #compare(table: SealedTable): Promise<void> {
    const read = async (after?: string) =>
      (await this.#client.query<SealedRow>(selectSealedPage(table, rowsOfAPage, after))).rows;
    for await (const rows of pagesOf({ start: undefined, size: rowsOfAPage }, read, ({ key }) => key))
      for (const row of rows) this.#compareRow(row);
  }

  #compareRow(row: SealedRow): void {
    const name = `${row.table} ${row.key}`;
    const last = this.#last.get(name);
    this.#last.delete(name);
    this.#rows += 1;
    if (last?.isAsFound) this.#asFound += 1;
    if (last === undefined || last.hash === this.#hashOf({ ...row, values: null }, last))
      this.#findings.push(found(`row ${row.key} of ${row.table} was added beside the program`));
    else if (last.hash !== this.#hashOf(row, last))
      this.#findings.push(found(`row ${row.key} of ${row.table} was changed beside the program`));
  }

  #hashOf(row: SealedRow, { earlierNonce }: LastEntry): string {
    return earlierNonce === undefined ? this.#seal.of(row) : this.#seal.ofEarlier(row, earlierNonce);
  }

  #findRemoved({ name }: SealedTable): void {
    for (const [row, last] of this.#last) {
      const [table = '', key = ''] = row.split(' ');
      if (table === name && last.hash !== this.#hashOf({ table, key, values: null }, last))
        this.#findings.push(found(`row ${key} of ${table} was removed beside the program`));
    }
  }
}
