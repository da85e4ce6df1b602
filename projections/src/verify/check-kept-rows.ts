import type pg from 'pg';
import {
  formOf,
  type KeptRow,
  type KeptTable,
  keptTables,
  type RowSeal,
  rowSeal,
  selectKept,
} from '../proofs/kept-rows.ts';
import type { Finding } from './finding.ts';

const rowsOfAPage = 1_000;

export interface KeptRowsVerification {
  /** Rows that were compared with their last entry. */
  readonly rows: number;
  /** Of these, those whose last entry records only their state when first entered. */
  readonly asFound: number;
  readonly findings: readonly Finding[];
  /** Reservations about the result that are no errors. */
  readonly notes: readonly string[];
}

const nothing: KeptRowsVerification = { rows: 0, asFound: 0, findings: [], notes: [] };

/**
 * Compares rows that are no events with their last entries in the audit log: finds rows changed, added or removed by
 * SQL. `secret`: the key of the entries; without it nothing can be checked.
 */
export async function verifyKeptRows(
  pool: pg.Pool,
  secret: string | undefined,
): Promise<KeptRowsVerification> {
  const { rows: there } = await pool.query<{ there: boolean }>(
    `select to_regclass('app.audit_log') is not null as there`,
  );
  if (there[0]?.there !== true) return nothing;
  if (secret === undefined) return { ...nothing, notes: [noSecret] };
  const client = await pool.connect();
  try {
    // Rows and entries as of one point in time, while a backend keeps writing both.
    await client.query('begin isolation level repeatable read read only');
    return await new KeptRowsCheck(client, rowSeal(secret)).run();
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

const noSecret =
  'TOKEN_SECRET, or the file in DATA_DIR, is not here: rows that are no events (accounts, wallets, inquiries) were not looked at';

const found = (what: string): Finding => ({ check: 'rows', what });

interface LastEntry {
  readonly hash: string;
  readonly nonce: string;
  readonly isAsFound: boolean;
}

interface Entry {
  readonly sequence: string;
  readonly action: string;
  readonly reason: string | null;
  readonly details: {
    readonly key?: unknown;
    readonly nonce?: unknown;
    readonly rows?: unknown;
    readonly tables?: unknown;
  };
}

class KeptRowsCheck {
  readonly #client: pg.ClientBase;
  readonly #seal: RowSeal;
  readonly #last = new Map<string, LastEntry>();
  readonly #nonces = new Set<string>();
  readonly #entered = new Set<unknown>();
  readonly #findings: Finding[] = [];
  #rows = 0;
  #asFound = 0;

  constructor(client: pg.ClientBase, seal: RowSeal) {
    this.#client = client;
    this.#seal = seal;
  }

  async run(): Promise<KeptRowsVerification> {
    await this.#readEntries();
    const tables = Object.values(keptTables);
    const entered = tables.filter((table) => this.#entered.has(formOf(table)));
    for (const table of entered) await this.#compare(table);
    for (const table of entered) this.#findRemoved(table);
    const others = tables.filter((table) => !entered.includes(table)).map(({ name }) => name);
    return {
      ...{ rows: this.#rows, asFound: this.#asFound, findings: this.#findings },
      notes:
        others.length === 0
          ? []
          : [`rows of ${others.join(', ')} were never entered with this TOKEN_SECRET, and not looked at`],
    };
  }

  async #readEntries(): Promise<void> {
    for (let after = '0'; ; ) {
      const { rows } = await this.#client.query<Entry>(
        `select sequence::text, action, content ->> 'reason' as reason, content -> 'details' as details
         from app.audit_log where action in ('rows-kept', 'rows-entered') and sequence > $1
         order by audit_log.sequence limit $2`,
        [after, rowsOfAPage],
      );
      for (const entry of rows) this.#read(entry);
      if (rows.length < rowsOfAPage) return;
      after = rows.at(-1)?.sequence ?? after;
    }
  }

  /** Entries with another key are another installation's, before a restore, or from before the secret was changed. */
  #read({ sequence, action, reason, details: { key, nonce, rows, tables } }: Entry): void {
    if (key !== this.#seal.keyId) return;
    if (action === 'rows-entered' && Array.isArray(tables)) {
      for (const form of tables) this.#entered.add(form);
      return;
    }
    if (typeof nonce !== 'string' || !Array.isArray(rows)) return;
    if (this.#nonces.has(nonce))
      this.#findings.push(
        found(`entry ${sequence} of the audit log repeats what an earlier one said of a row`),
      );
    this.#nonces.add(nonce);
    for (const row of rows) {
      const [table, id, hash = ''] = String(row).split(' ');
      this.#last.set(`${table} ${id}`, { hash, nonce, isAsFound: reason === 'as-found' });
    }
  }

  async #compare(table: KeptTable): Promise<void> {
    for (let after: string | undefined; ; ) {
      const filter = after === undefined ? 'true' : `${table.key} > $1`;
      const { rows } = await this.#client.query<KeptRow>(
        `${selectKept(table, filter)} order by ${table.key} limit ${rowsOfAPage}`,
        after === undefined ? [] : [after],
      );
      for (const row of rows) this.#compareRow(row);
      if (rows.length < rowsOfAPage) return;
      after = rows.at(-1)?.key;
    }
  }

  #compareRow(row: KeptRow): void {
    const name = `${row.table} ${row.key}`;
    const last = this.#last.get(name);
    this.#last.delete(name);
    this.#rows += 1;
    if (last?.isAsFound) this.#asFound += 1;
    if (last === undefined || last.hash === this.#seal.of({ ...row, values: null }, last.nonce))
      this.#findings.push(found(`row ${row.key} of ${row.table} was added beside the program`));
    else if (last.hash !== this.#seal.of(row, last.nonce))
      this.#findings.push(found(`row ${row.key} of ${row.table} was changed beside the program`));
  }

  #findRemoved({ name }: KeptTable): void {
    for (const [row, { hash, nonce }] of this.#last) {
      const [table = '', key = ''] = row.split(' ');
      if (table === name && hash !== this.#seal.of({ table, key, values: null }, nonce))
        this.#findings.push(found(`row ${key} of ${table} was removed beside the program`));
    }
  }
}
