import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { canonicalJson } from '@matgyo/ledger/proof/canonical-json';
import { ifMissing } from '../if-missing.ts';
import { givenVariables } from '../program.ts';

/** A table whose rows are no events; every write adds a keyed hash to the audit log. */
export interface SealedTable {
  readonly name: string;
  /** The column that identifies a row in the audit log; no personal data. */
  readonly key: string;
  readonly keyType?: 'bigint';
  /** The hashed columns. A name that ends with `_at` is a timestamp. */
  readonly columns: readonly string[];
  readonly where?: string;
}

export const sealedTables = {
  'app.members': {
    name: 'app.members',
    key: 'id',
    columns: [
      ...['nickname', 'username', 'full_name', 'phone', 'phone_verified', 'dob'],
      ...['bank_name', 'bank_account', 'telegram', 'tether_address', 'created_at'],
    ],
  },
  'app.credentials': { name: 'app.credentials', key: 'member_id', columns: ['password_hash', 'changed_at'] },
  'app.passkeys': {
    name: 'app.passkeys',
    key: 'id',
    columns: ['member_id', 'credential_id', 'public_key', 'name', 'created_at'],
  },
  'app.authenticators': {
    name: 'app.authenticators',
    key: 'member_id',
    columns: ['sealed_secret', 'created_at', 'confirmed_at'],
    where: 'confirmed_at is not null',
  },
  'app.images': {
    name: 'app.images',
    key: 'member_id',
    columns: ['id', 'bytes', 'width', 'height', 'sha256', 'created_at'],
    where: 'member_id is not null',
  },
  'app.phone_changes_by_staff': {
    name: 'app.phone_changes_by_staff',
    key: 'member_id',
    columns: ['changed_by', 'changed_at', 'sealed_before'],
  },
  'app.payout_changes': {
    name: 'app.payout_changes',
    key: 'id',
    keyType: 'bigint',
    columns: [
      ...['member_id', 'changed_by', 'changed_at', 'effective_at', 'sealed_before'],
      ...['settled_at', 'outcome'],
    ],
  },
  'app.inquiries': {
    name: 'app.inquiries',
    key: 'id',
    columns: [
      ...['member_id', 'title', 'description', 'status', 'client_id'],
      ...['created_at', 'closed_at', 'closed_by', 'closing_request_id'],
    ],
  },
  'app.inquiry_comments': {
    name: 'app.inquiry_comments',
    key: 'id',
    columns: ['inquiry_id', 'ordinal', 'author_id', 'comment', 'created_at', 'request_id'],
  },
  'app.order_wallets': { name: 'app.order_wallets', key: 'order_id', columns: ['tether_address'] },
} as const satisfies Readonly<Record<string, SealedTable>>;
export type SealedTableName = keyof typeof sealedTables;

/** Identifies a table with its columns. When the columns change, its rows are recorded again. */
export const formOf = ({ name, key, columns }: SealedTable): string =>
  `${name} ${key}, before and after: ${columns.join(', ')}`;

/** The same for entries of earlier versions, which record a row only as it was after the write. */
export const earlierFormOf = ({ name, key, columns }: SealedTable): string =>
  `${name} ${key}: ${columns.join(', ')}`;

export type RowValues = readonly (string | number | boolean | null)[];

const sqlOf = (column: string): string =>
  column.endsWith('_at') ? `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')` : column;

/**
 * Selects `table`, `key` and `values` of the filtered rows, with the same text on every server. `source`: rows of the
 * table's type, if not the table's own.
 */
export const selectSealed = (
  { name, key, columns, where = 'true' }: SealedTable,
  filter: string,
  source: string = name,
): string =>
  `select '${name}' as "table", ${key}::text as key, json_build_array(${columns.map(sqlOf).join(', ')}) as values
   from ${source} where ${where} and (${filter})`;

/** The first `size` rows of a table after a key; undefined: from the first row on. */
export const selectSealedPage = (table: SealedTable, size: number, after: string | undefined) => ({
  text: `${selectSealed(table, after === undefined ? 'true' : `${table.key} > $1`)} order by ${table.key} limit ${size}`,
  values: after === undefined ? [] : [after],
});

export type RowSeal = ReturnType<typeof rowSeal>;

export interface SealedEntry {
  readonly nonce: string;
  readonly reason: string | null;
  /** Each is table, key, the hash before and the hash after, separated by spaces. */
  readonly rows: readonly string[];
}

export interface SealedRow {
  readonly table: string;
  readonly key: string;
  readonly values: RowValues | null;
}

/**
 * Hashes rows with a key outside the database, so that access to the database is not enough to forge a valid entry.
 * `secret`: TOKEN_SECRET, or the installation's own.
 */
export function rowSeal(secret: string) {
  const bytes = hkdfSync('sha256', secret, 'matgyo', 'rows that are no events', 32);
  const hashKey = createSecretKey(Buffer.from(bytes));
  const keyed = (text: string) => createHmac('sha256', hashKey).update(text).digest('hex');
  return {
    /** Identifies the key without revealing it. */
    keyId: keyed('key id').slice(0, 16),
    /** The hash of a row; `values` null: it does not exist. An entry has it for the row before and after the write. */
    of: ({ table, key, values }: SealedRow) => keyed(canonicalJson([table, key, values])),
    /** The hash of a whole entry, so that no part of it can be used in another one. `nonce`: unique per entry. */
    ofEntry: ({ nonce, reason, rows }: SealedEntry) =>
      keyed(canonicalJson({ nonce, reason, rows: [...rows] })),
    /** The hash of a row in an entry of an earlier version, which has only the row after the write. */
    ofEarlier: ({ table, key, values }: SealedRow, nonce: string) =>
      keyed(canonicalJson([table, key, nonce, values])),
  };
}

/** In the folder of keys; created at the backend's first start without TOKEN_SECRET. */
export const secretFile = 'token-secret';

/** The secret of an installation, if this process may read it. */
export async function installationSecretIfAny(
  environment: NodeJS.ProcessEnv,
  dataDir: string,
): Promise<string | undefined> {
  const { TOKEN_SECRET } = givenVariables(environment);
  if (TOKEN_SECRET !== undefined) return TOKEN_SECRET;
  return readFile(path.join(dataDir, 'keys', secretFile), 'utf8').catch(ifMissing(undefined));
}
