import { quoted } from '@matgyo/projections/table-shape';
import type pg from 'pg';

/**
 * Tables of the schema `app` whose rows are not backed up. All other tables are.
 *
 * - `kysely_migration*`: the manifest lists the migrations.
 * - `known_networks`: bound to the installation's secret. Each is known again after the next sign-in.
 * - `sessions`: one revoked after the backup would become valid again. All members sign in again.
 * - `one_time_codes`, `verified_phones`: valid for minutes, and bound to the installation's secret.
 * - `push_subscriptions`: a copy restored elsewhere must not push to members' browsers. They subscribe again.
 * - `rate_limits`: counters of the last minutes, bound to the secret.
 * - `told_notifications`: recently pushed notifications. Notifications as old as a backup are not pushed.
 * - `sign_in_tickets`: valid for minutes.
 * - `socket_attachments`: messages between backends of the last half minute.
 */
export const leftOut: readonly string[] = [
  'kysely_migration',
  'kysely_migration_lock',
  'known_networks',
  'one_time_codes',
  'push_subscriptions',
  'rate_limits',
  'sessions',
  'sign_in_tickets',
  'socket_attachments',
  'told_notifications',
  'verified_phones',
];

/** The table whose rows each have a file, which is backed up with the row. */
export const imagesTable = 'images';

const namesNoEvent = `(reply -> 'event' ->> 'id') is null`;

/**
 * SQL expressions that replace a column in the backup. A command's reply names the event it waited for, which may lie
 * after the end of the backup, or get another position when restored. Without its reply the command looks as if its
 * process had died after appending: a repeat finds the result in the ledger, or executes with the same ids, and replies
 * as before. A refusal names no event and is kept.
 */
const replacements: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  commands: {
    lease_until: `'epoch'`,
    finished_at: `case when ${namesNoEvent} then finished_at end`,
    reply: `case when ${namesNoEvent} then reply end`,
  },
  // A position in this log, which is not valid in the restored log.
  signed_checkpoints: { position: 'null' },
};

export interface PlainTable {
  readonly name: string;
  readonly columns: readonly Column[];
}

export interface Column {
  readonly name: string;
  /** The SQL type name. */
  readonly type: string;
  /** The sequence of its default value. */
  readonly sequence: string | null;
}

/** The expression that reads a column for a backup. */
export const expressionOf = (table: string, column: string): string =>
  replacements[table]?.[column] ?? quoted(column);

export const qualified = (table: string): string => `app.${quoted(table)}`;

/** Timestamps, numbers and bytes have the same text on every server, and that text restores the same value. */
export const sameTextEverywhere = `set datestyle = 'ISO'; set timezone = 'UTC'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'`;

/** The tables to back up, each after the tables it refers to. */
export async function plainTables(client: pg.ClientBase): Promise<readonly PlainTable[]> {
  const { rows: columns } = await client.query<Column & { table: string }>(
    `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = 'app' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)
     order by c.relname, a.attnum`,
    [leftOut],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select f.relname as "from", t.relname as "to"
     from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'app'::regnamespace and f.oid <> t.oid`,
  );
  const tables = Map.groupBy(columns, ({ table }) => table);
  return inOrder([...tables.keys()], references).map((name) => ({
    name,
    columns: (tables.get(name) ?? []).map(({ table: _table, ...column }) => column),
  }));
}

/** Sorts tables after the tables they refer to. */
function inOrder(
  names: readonly string[],
  references: readonly { readonly from: string; readonly to: string }[],
): readonly string[] {
  const waiting = new Set(names);
  const ordered: string[] = [];
  while (waiting.size > 0) {
    const next = [...waiting].find(
      (name) => !references.some(({ from, to }) => from === name && waiting.has(to)),
    );
    if (next === undefined)
      throw new Error(`tables refer to each other in a circle: ${[...waiting].join(', ')}`);
    waiting.delete(next);
    ordered.push(next);
  }
  return ordered;
}
