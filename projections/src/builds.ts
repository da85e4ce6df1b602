import type pg from 'pg';
import { checkpointTable, readCheckpoint, sharedCheckpointTable } from './checkpoint.ts';
import type { ReadModel } from './read-model.ts';
import { createTableStatements, quoted } from './table-shape.ts';
import { readModelGroupNames } from './tables.ts';

/** Creates the schema `projections`: the shared checkpoints and the published changes. Safe to run concurrently. */
export async function createProjectionsSchema(client: pg.ClientBase): Promise<void> {
  await underCreationLock(client, async () => {
    await client.query(`
      create schema if not exists projections;
      create table if not exists ${sharedCheckpointTable} (
        name text collate "C" primary key,
        position text collate "C" not null,
        event_id uuid,
        updated_at timestamptz not null default now(),
        -- Changed when a read model is let in or out.
        generation uuid not null default gen_random_uuid()
      );
      ${divideSharedCheckpoint};
      insert into ${sharedCheckpointTable} (name, position)
        select name, '' from unnest(array['${readModelGroupNames.join("', '")}']) as name on conflict do nothing;
      create table if not exists projections.changes (
        projection text collate "C" not null,
        seq bigint generated always as identity,
        at timestamptz not null default clock_timestamp(),
        keys text[] not null,
        primary key (projection, seq)
      );
      -- No query needs statistics of the keys, and gathering them takes up to 2 s of processor time.
      alter table projections.changes alter column keys set statistics 0;
      ${keyChangesByProjection};
      -- Up to where rows were trimmed: a reader that stands before it has missed some.
      create table if not exists projections.trimmed_changes (
        projection text collate "C" primary key,
        seq bigint not null
      );`);
  });
}

/**
 * Where all read models shared one checkpoint, each group begins at its position. Earlier software, which would take
 * one group's position for the other's, can no longer add its row and stops.
 */
const divideSharedCheckpoint = `
  do $$ begin
    if exists (select from pg_attribute
      where attrelid = '${sharedCheckpointTable}'::regclass and attname = 'only' and not attisdropped)
    then
      alter table ${sharedCheckpointTable} add column name text collate "C" not null default 'awaited';
      alter table ${sharedCheckpointTable} alter column name drop default, drop column "only", add primary key (name);
      insert into ${sharedCheckpointTable} (name, position, event_id)
        select 'later', position, event_id from ${sharedCheckpointTable};
      delete from projections.changes where projection = 'shared';
    end if;
  end $$`;

/** Where the key was `seq` alone, reading few rows of one projection scanned those of all others. */
const keyChangesByProjection = `
  do $$ begin
    if exists (select from pg_index
      where indrelid = 'projections.changes'::regclass and indisprimary and indnkeyatts = 1)
    then
      alter table projections.changes drop constraint changes_pkey, add primary key (projection, seq);
      drop index if exists projections.changes_of_projection;
    end if;
  end $$`;

/** Creates the tables of a read model in `schema`, empty and before the first event, unless they exist. */
export async function createBuild(client: pg.ClientBase, model: ReadModel, schema: string): Promise<void> {
  await underCreationLock(client, async () => {
    if ((await readCheckpoint(client, schema)) !== undefined) return mayLackPosition(client, schema);
    const statements = [
      `create schema ${quoted(schema)}`,
      `create table ${checkpointTable(schema)} (
        "only" boolean primary key default true check ("only"),
        position text collate "C",
        event_id uuid,
        version integer not null,
        updated_at timestamptz not null default now(),
        halted_at timestamptz,
        halted_reason text,
        halted_event_id uuid,
        build uuid not null default gen_random_uuid())`,
      ...model.tables.flatMap((shape) => createTableStatements(schema, shape)),
      `insert into ${checkpointTable(schema)} (position, version) values ('', ${model.version})`,
    ];
    for (const statement of statements) await client.query(statement);
  });
}

/** Migrates builds of versions that stored a position for every build. */
async function mayLackPosition(client: pg.ClientBase, schema: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = $1::regclass and attname = 'position' and attnotnull`,
    [checkpointTable(schema)],
  );
  if (rowCount === 1)
    await client.query(`alter table ${checkpointTable(schema)} alter column position drop not null`);
}

/**
 * Rows are written by position: a build whose columns are in another order than its tables' shapes, or that lacks a
 * table, is marked as an older version's, so that it is rebuilt.
 */
export async function markReordered(client: pg.ClientBase, model: ReadModel, schema: string): Promise<void> {
  await client.query(
    `update ${checkpointTable(schema)} set version = 0 where version = $1 and exists (
      select from unnest($2::text[], $3::text[]) as wanted (name, columns) where columns is distinct from (
        select string_agg(attname, ' ' order by attnum) from pg_attribute
        where attrelid = to_regclass(format('%I.%I', $4::text, name)) and attnum > 0 and not attisdropped))`,
    [
      model.version,
      model.tables.map(({ name }) => name),
      model.tables.map(({ columns }) => Object.keys(columns).join(' ')),
      schema,
    ],
  );
}

export async function dropBuild(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(`drop schema if exists ${quoted(schema)} cascade`);
}

/** One creator at a time; later ones find everything created. */
async function underCreationLock(client: pg.ClientBase, create: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('projections: create', 0))`);
    await create();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
