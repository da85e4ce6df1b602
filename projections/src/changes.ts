import { prepared } from '@matgyo/event-store/postgres/prepared';
import type pg from 'pg';
import type { Querying } from './stored-rows.ts';
import { type ReadModelName, readModelNames } from './tables.ts';

/** The channel on which a wake-up is sent after something was committed. It carries nothing. */
export const changesChannel = 'matgyo_changes';

const keptRows = 100_000;
const keptHours = 1;

/**
 * Where a reader stands, per projection. Numbers of one projection grow in the order of its commits, because its
 * checkpoint is moved by one transaction after the other; across projections they do not.
 */
export type ChangeCursor = { readonly [Name in ReadModelName]?: string };

export interface Change {
  readonly projection: ReadModelName;
  /** `order:<id>`, `trade:<id>`, `member:<id>`, `trail:<order id>`, `price`, `stats`, `fees`, `journal`, `notification:<id>` (new), `projection:<name>` (rebuilt). */
  readonly keys: readonly string[];
}

export interface ChangesRead {
  readonly changes: readonly Change[];
  readonly cursor: ChangeCursor;
  /** Rows behind the cursor were trimmed before they were read: whatever is shown may be stale. */
  readonly missed: boolean;
  /** There may be more right behind these. */
  readonly full: boolean;
}

/** The cursor of a reader that has just read everything itself. */
export async function changesNow(pool: Querying): Promise<ChangeCursor> {
  const { rows } = await pool.query({
    text: `select projection, max(seq)::text as seq from (
        select projection, seq from projections.changes union all select projection, seq from projections.trimmed_changes) known
      group by projection`,
  });
  return Object.fromEntries(rows.map(({ projection, seq }) => [projection, seq]));
}

/** What was changed after the cursor, at most `limit` rows of each projection. */
export async function readChanges(pool: Querying, cursor: ChangeCursor, limit = 1000): Promise<ChangesRead> {
  const after = readModelNames.map((name) => cursor[name] ?? '0');
  const query = prepared({
    text: `select reader.projection, change.seq::text, change.keys, coalesce(trimmed.seq, 0) > reader.after as missed
      from unnest($1::text[], $2::bigint[]) as reader (projection, after)
      left join projections.trimmed_changes trimmed on trimmed.projection = reader.projection
      left join lateral (
        select c.seq, c.keys from projections.changes c
        where c.projection = reader.projection and c.seq > reader.after order by c.seq limit $3
      ) change on true
      order by change.seq`,
    values: [readModelNames, after, limit],
  });
  const { rows } = await pool.query(query);
  const found = rows.filter(({ seq }) => seq !== null);
  const read = Map.groupBy(found, ({ projection }) => projection);
  return {
    changes: found.map(({ projection, keys }) => ({ projection, keys })),
    cursor: { ...cursor, ...Object.fromEntries(found.map(({ projection, seq }) => [projection, seq])) },
    missed: rows.some(({ missed }) => missed),
    full: [...read.values()].some((ofOne) => ofOne.length === limit),
  };
}

/** Announces that a read model was replaced as a whole. */
export async function announceRebuilt(client: pg.ClientBase, name: ReadModelName): Promise<void> {
  await client.query('insert into projections.changes (projection, keys) values ($1, $2)', [
    name,
    [`projection:${name}`],
  ]);
}

/** Drops what no reader should still need, at most 10,000 rows at a time. */
export async function trimChanges(pool: Querying): Promise<void> {
  await pool.query({
    text: `with gone as (
        delete from projections.changes where seq in (
          select seq from projections.changes
          where at < now() - make_interval(hours => $1) or seq <= (select max(seq) from projections.changes) - $2
          order by seq limit 10000)
        returning projection, seq)
      insert into projections.trimmed_changes as trimmed select projection, max(seq) from gone group by projection
      on conflict (projection) do update set seq = greatest(trimmed.seq, excluded.seq)`,
    values: [keptHours, keptRows],
  });
}
