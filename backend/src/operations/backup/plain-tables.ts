import type pg from 'pg';

/**
 * Tables of the schema `app` of which a backup keeps nothing; a table that is not named here is kept.
 *
 * - `kysely_migration*`: the manifest names the migrations instead.
 * - `known_networks`: bound to the secret of their installation. Each is known again after the next sign-in.
 * - `sessions`: one that was revoked after the backup would live again. Everybody signs in anew.
 * - `one_time_codes`, `verified_phones`: worth minutes, and bound to the secret of their installation.
 * - `push_subscriptions`: a copy that is restored elsewhere must not write to people's browsers. They subscribe anew.
 * - `rate_limits`: counters of the last minutes, bound to it too.
 * - `told_notifications`: what was pushed lately. What is as old as a backup is not pushed.
 * - `sign_in_tickets`: worth minutes.
 * - `socket_attachments`: what backends told each other in the last half minute.
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

/** The table whose rows each have a file, which goes with them. */
export const imagesTable = 'images';

const namesNoEvent = `(reply -> 'event' ->> 'id') is null`;

/**
 * What is kept in place of a column. A command's answer names the event it waited for, which may lie after the end of
 * the backup, or have another position once restored. Without its answer the command is as if its process had died
 * after appending: a repeat finds it in the ledger, or carries it out with the same ids, and answers as then.
 * A refusal names no event and stays.
 */
const instead: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  commands: {
    lease_until: `'epoch'`,
    finished_at: `case when ${namesNoEvent} then finished_at end`,
    reply: `case when ${namesNoEvent} then reply end`,
  },
  // A place in this log, which the log that is restored need not share.
  signed_checkpoints: { position: 'null' },
};

export interface PlainTable {
  readonly name: string;
  readonly columns: readonly Column[];
}

export interface Column {
  readonly name: string;
  /** As SQL names it. */
  readonly type: string;
  /** The sequence it takes its numbers from. */
  readonly sequence: string | null;
}

/** The expression that reads a column for a backup. */
export const expressionOf = (table: string, column: string): string =>
  instead[table]?.[column] ?? quoted(column);

export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
export const qualified = (table: string): string => `app.${quoted(table)}`;

/** Moments, numbers and bytes become the same text on every server, and that text the same value again. */
export const sameTextEverywhere = `set datestyle = 'ISO'; set timezone = 'UTC'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'`;

/** The tables to be kept, each after those it refers to. */
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

/** Each after those it refers to. */
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
