import type { RowSeal, SealedEntry } from '@matgyo/projections/proofs/sealed-rows';

/** An entry of the audit log about rows, as it is stored. */
export interface StoredEntry {
  readonly sequence: number;
  readonly reason: string | null;
  readonly details: Readonly<Record<'key' | 'nonce' | 'rows' | 'seal', unknown>>;
}

/** Those that the program wrote, once each: it sealed them, and an entry that repeats a nonce is a copy. */
export function entriesOfProgram(seal: RowSeal, stored: readonly StoredEntry[]): readonly SealedEntry[] {
  const nonces = new Set<string>();
  return stored.flatMap(({ reason, details: { key, nonce, rows, seal: entrySeal } }) => {
    if (key !== seal.keyId || typeof nonce !== 'string' || !Array.isArray(rows)) return [];
    const entry = { reason, nonce, rows: rows.map(String) };
    if (entrySeal !== seal.ofEntry(entry) || nonces.has(nonce)) return [];
    nonces.add(nonce);
    return [entry];
  });
}

export interface RowHistory {
  /** The row's hash as the program last left it; undefined: it was never entered with this key. */
  readonly hash: string | undefined;
  /** Whether each write found the row as the previous one had left it. */
  readonly isWhole: boolean;
}

/**
 * What entries, in the order of the log, say about the row `name` (its table and key).
 *
 * A write of other columns enters the row as it is, also what was changed by SQL before it. The history is whole again
 * from a write that sets the columns in question itself (`isAnew`: of the rows that were written together).
 */
export function rowHistory(
  entries: readonly SealedEntry[],
  name: string,
  isAnew: (rows: readonly string[]) => boolean = () => false,
): RowHistory {
  let history: RowHistory = { hash: undefined, isWhole: true };
  for (const { reason, rows } of entries) {
    const row = rows.find((one) => one.startsWith(`${name} `));
    if (row === undefined) continue;
    const [, , before, hash] = row.split(' ');
    const follows = history.hash === undefined || history.hash === before;
    history = { hash, isWhole: reason === 'as-found' || isAnew(rows) || (history.isWhole && follows) };
  }
  return history;
}
