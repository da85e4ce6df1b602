import type { Position, RecordedEvent } from '@matgyo/event-store/event-log';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import type pg from 'pg';
import type { ReadModel } from './read-model.ts';
import { type Querying, StatementParts, storedRowTypes } from './stored-rows.ts';
import { createTableStatements, quoted } from './table-shape.ts';
import type { ReadModelName } from './tables.ts';

/** How far a read model's tables are, and whether they can go on. */
export interface Checkpoint {
  /** Of the last event folded; '' before the first. */
  readonly position: Position;
  readonly eventId: string | null;
  /** Of the code that wrote the tables. */
  readonly version: number;
  readonly halted: { readonly reason: string; readonly eventId: string } | null;
  /** Names this build of the tables. Whoever replaces a build renames it, so that a writer notices. */
  readonly build: string;
}

/** Where a writer knows a build to be. */
export type Place = Pick<Checkpoint, 'position' | 'build'>;

/** Queries always name this schema; a build replaces it by renaming. */
export const liveSchema = (name: ReadModelName): string => `read_${name}`;

/** The checkpoint in `schema`, or undefined when there is no such build. */
export async function readCheckpoint(client: Querying, schema: string): Promise<Checkpoint | undefined> {
  const found = await client.query({
    text: 'select to_regclass($1) is not null as found',
    values: [checkpointTable(schema)],
  });
  if (!found.rows[0].found) return undefined;
  const { rows } = await client.query({
    text: `select position, event_id, version, halted_reason, halted_event_id, build from ${checkpointTable(schema)}`,
    types: storedRowTypes,
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    position: row.position,
    eventId: row.event_id,
    version: row.version,
    halted: row.halted_reason === null ? null : { reason: row.halted_reason, eventId: row.halted_event_id },
    build: row.build,
  };
}

/**
 * Creates the schema `projections`, where changes are announced. Any number of processes may do so at once.
 */
export async function createChangesSchema(client: pg.ClientBase): Promise<void> {
  await underCreationLock(client, async () => {
    await client.query(`
      create schema if not exists projections;
      create table if not exists projections.changes (
        projection text collate "C" not null,
        seq bigint generated always as identity,
        at timestamptz not null default clock_timestamp(),
        keys text[] not null,
        primary key (projection, seq)
      );
      ${keyChangesByProjection};
      -- Up to where rows were trimmed: a reader that stands before it has missed some.
      create table if not exists projections.trimmed_changes (
        projection text collate "C" primary key,
        seq bigint not null
      );`);
  });
}

/** Where the key was `seq` alone, a look at few rows of one projection went over those of all others. */
const keyChangesByProjection = `
  do $$ begin
    if exists (select from pg_index
      where indrelid = 'projections.changes'::regclass and indisprimary and indnkeyatts = 1)
    then
      alter table projections.changes drop constraint changes_pkey, add primary key (projection, seq);
      drop index if exists projections.changes_of_projection;
    end if;
  end $$`;

/** The build no longer stands where its writer knew it to be, or was replaced: somebody else moved it. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}

/** Somebody else holds the checkpoint, as a swap does: whether the build will stay where it is, is open. */
export class CheckpointHeld extends Error {
  override readonly name = 'CheckpointHeld';
}

/**
 * The move of a build's checkpoint to an event: one row, or none when the build does not stand at `from` or somebody
 * holds its checkpoint. It never waits: a statement that waits makes all wait whom it serves, and who waits to write
 * has a transaction id already, which holds back the readers of the log.
 */
export const checkpointMove = (
  parts: StatementParts,
  { schema, from }: BuildAt,
  to: Pick<RecordedEvent, 'position' | 'id'>,
): string => `update ${checkpointTable(schema)}
    set position = ${parts.parameter(to.position)}, event_id = ${parts.parameter(to.id)}, updated_at = now(),
      halted_at = null, halted_reason = null, halted_event_id = null
    where "only" = (select "only" from ${checkpointTable(schema)}
      where position = ${parts.parameter(from.position)} and build = ${parts.parameter(from.build)}
      for no key update skip locked)
    returning 1`;

/** Why the move of a build gave no row. What was held may be free by now. */
export async function whyNotMoved(
  client: Querying,
  { schema, from }: BuildAt,
): Promise<CheckpointMoved | CheckpointHeld> {
  const now = await readCheckpoint(client, schema);
  return now?.position === from.position && now.build === from.build
    ? new CheckpointHeld(`${schema} is held by somebody else`)
    : new CheckpointMoved(`${schema} is not where it was`);
}

/** Whether somebody holds the checkpoint of a build, so that it cannot be moved. */
export async function isHeld(client: Querying, schema: string): Promise<boolean> {
  const { rowCount } = await client.query({
    text: `select from ${checkpointTable(schema)} for no key update skip locked`,
  });
  return rowCount === 0;
}

/** A build and where its writer knows it to be. */
export interface BuildAt {
  readonly schema: string;
  readonly from: Place;
}

/**
 * Moves builds past events that none of them reads, all in one statement. Tells of each, in order, whether it was
 * moved; one that does not stand where it was said to stand, or is held by somebody, is left alone (`whyNotMoved`).
 */
export async function moveCheckpoints(
  client: Querying,
  builds: readonly BuildAt[],
  to: Pick<RecordedEvent, 'position' | 'id'>,
): Promise<readonly boolean[]> {
  const parts = new StatementParts();
  const moves = builds.map((build, index) => `move_${index} as (${checkpointMove(parts, build, to)})`);
  const moved = builds.map((_, index) => `exists (select from move_${index})`);
  const text = `with ${moves.join(', ')} select array[${moved.join(', ')}] as moved`;
  const { rows } = await client.query(prepared({ text, values: parts.values }));
  return rows[0].moved;
}

/** Creates the tables of a read model in `schema`, empty and before the first event, unless they are there. */
export async function createBuild(client: pg.ClientBase, model: ReadModel, schema: string): Promise<void> {
  await underCreationLock(client, async () => {
    if ((await readCheckpoint(client, schema)) !== undefined) return;
    const statements = [
      `create schema ${quoted(schema)}`,
      `create table ${checkpointTable(schema)} (
        "only" boolean primary key default true check ("only"),
        position text collate "C" not null,
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

export async function dropBuild(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(`drop schema if exists ${quoted(schema)} cascade`);
}

/** Marks that the build stands before an event it cannot apply; the first such mark stays. */
export async function markHalted(
  client: Querying,
  schema: string,
  at: Place,
  halt: { readonly reason: string; readonly eventId: string },
): Promise<void> {
  await client.query({
    text: `update ${checkpointTable(schema)}
      set halted_at = coalesce(halted_at, now()), halted_reason = $1, halted_event_id = $2
      where position = $3 and build = $4`,
    values: [halt.reason, halt.eventId, at.position, at.build],
  });
}

export const checkpointTable = (schema: string): string => `${quoted(schema)}.checkpoint`;

/** One creator at a time; the others find everything there. */
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
