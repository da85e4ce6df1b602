import { prepared } from '@matgyo/event-store/postgres/prepared';
import type pg from 'pg';
import type { Querying } from './stored-rows.ts';
import { type ReadModelGroup, type ReadModelName, readModelGroupNames, readModelNames } from './tables.ts';

/**
 * The PostgreSQL notification channel for commits to read models. The payload is the name of the process that
 * committed, or empty.
 */
export const changesChannel = 'matgyo_changes';
/** The name of the connection on which a backend listens, as long as it runs. */
export const listenerName = 'matgyo wake-ups';

const retainedRows = 100_000;
const retentionHours = 1;
const trimmedAtOnce = 10_000;

/** The writer of a change: a group of read models that are written together, or one that is written separately. */
export type ChangesWriter = ReadModelGroup | ReadModelName;
const writers: readonly ChangesWriter[] = [...readModelGroupNames, ...readModelNames];

/**
 * How far a reader has read, per writer. One cursor for all is not possible: the numbers of one writer ascend in the
 * order of its commits, but those of different writers do not.
 */
export type ChangeCursor = { readonly [Writer in ChangesWriter]?: string };

export interface Change {
  /**
   * `order:<id>`, `trade:<id>`, `member:<id>`, `trail:<order id>`, `price`, `stats`, `fees`, `journal`,
   * `notification:<id>` (new), `projection:<name>` (rebuilt).
   */
  readonly keys: readonly string[];
}

/** The ids in those keys that are of these kinds, without duplicates: for `order:1` and the kind `order`, `1`. */
export const idsIn = <Id extends string>(
  keys: readonly string[],
  ...kinds: readonly string[]
): readonly Id[] => [
  ...new Set(
    keys
      .map((key) => key.split(':'))
      .flatMap(([kind = '', id]) => (kinds.includes(kind) && id ? [id as Id] : [])),
  ),
];

/** The cursor of a reader that has just read the current state. */
export async function changesNow(pool: Querying): Promise<ChangeCursor> {
  const { rows } = await pool.query({
    text: `select projection, coalesce(
        (select c.seq from projections.changes c where c.projection = name.projection order by c.seq desc limit 1),
        (select t.seq from projections.trimmed_changes t where t.projection = name.projection), 0)::text as seq
      from unnest($1::text[]) as name (projection)`,
    values: [writers],
  });
  return Object.fromEntries(rows.map(({ projection, seq }) => [projection, seq]));
}

/** The changes after the cursor, at most `limit` rows of each writer. */
export async function readChanges(pool: Querying, cursor: ChangeCursor, limit = 1000) {
  const after = writers.map((name) => cursor[name] ?? '0');
  const query = prepared({
    text: `select reader.projection, change.seq::text, change.keys, coalesce(trimmed.seq, 0) > reader.after as missed
      from unnest($1::text[], $2::bigint[]) as reader (projection, after)
      left join projections.trimmed_changes trimmed on trimmed.projection = reader.projection
      left join lateral (
        select c.seq, c.keys from projections.changes c
        where c.projection = reader.projection and c.seq > reader.after order by c.seq limit $3
      ) change on true
      order by change.seq`,
    values: [writers, after, limit],
  });
  const { rows } = await pool.query(query);
  const found = rows.filter(({ seq }) => seq !== null);
  const read = Map.groupBy(found, ({ projection }) => projection);
  return {
    changes: found.map(({ keys }): Change => ({ keys })),
    cursor: { ...cursor, ...Object.fromEntries(found.map(({ projection, seq }) => [projection, seq])) },
    /** Rows after the cursor were trimmed before they were read: everything shown may be stale. */
    missed: rows.some(({ missed }) => missed),
    /** There may be more changes after these. */
    full: [...read.values()].some((ofOne) => ofOne.length === limit),
  };
}

/** Notifies other processes of a commit that wrote no batch. `as`: this process's name. */
export async function wakeOthers(client: Querying, as: string): Promise<void> {
  await client.query({ text: `select pg_notify('${changesChannel}', $1)`, values: [as] });
}

export async function publishRebuilt(client: pg.ClientBase, name: ReadModelName): Promise<void> {
  await client.query('insert into projections.changes (projection, keys) values ($1, $2)', [
    name,
    [`projection:${name}`],
  ]);
}

/** Deletes changes that no reader should still need, the oldest first; at most 10,000 rows of each writer at a time. */
export async function trimChanges(pool: Querying): Promise<void> {
  let trimmed: number;
  do {
    const { rows } = await pool.query({
      text: `with newest as (
          select max(of_one.seq) as seq from unnest($3::text[]) as name cross join lateral (
            select c.seq from projections.changes c where c.projection = name order by c.seq desc limit 1) of_one
        ), gone as (
          delete from projections.changes c using unnest($3::text[]) as name cross join lateral (
            select o.seq, o.at from projections.changes o where o.projection = name order by o.seq limit $4) oldest, newest
          where c.projection = name and c.seq = oldest.seq
            and (oldest.at < now() - make_interval(hours => $1) or oldest.seq <= newest.seq - $2)
          returning c.projection, c.seq
        ), noted as (
          insert into projections.trimmed_changes as trimmed select projection, max(seq) from gone group by projection
          on conflict (projection) do update set seq = greatest(trimmed.seq, excluded.seq))
        select coalesce(max(of_one.rows), 0)::integer as trimmed
        from (select count(*) as rows from gone group by projection) of_one`,
      values: [retentionHours, retainedRows, writers, trimmedAtOnce],
    });
    ({ trimmed } = rows[0]);
  } while (trimmed === trimmedAtOnce);
}
