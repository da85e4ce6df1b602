import type { Position, RecordedEvent } from '@matgyo/event-store/event-log';
import { type Querying, type StatementParts, storedRowTypes } from './stored-rows.ts';
import { quoted } from './table-shape.ts';
import { groupOf, type ReadModelName } from './tables.ts';

/** Up to which event a read model's tables were built, and whether they have halted. */
export interface Checkpoint {
  /** The position of the last event that was folded; '' before the first one. */
  readonly position: Position;
  readonly eventId: string | null;
  /** Version of the code that wrote the tables. */
  readonly version: number;
  readonly updatedAt: string;
  readonly halted: { readonly at: string; readonly reason: string; readonly eventId: string } | null;
  /** Whether the tables are written together with those of their group, at the group's position. */
  readonly shared: boolean;
  /** Identifies this build of the tables. It changes when a build is replaced, so that a writer notices. */
  readonly build: string;
}

/** A build of a read model's tables, and the position at which its writer expects it. */
export type BuildPosition = Pick<Checkpoint, 'position' | 'build'>;

/** The schema that all queries name. A new build of the tables takes its place by being renamed to it. */
export const liveSchema = (name: ReadModelName): string => `read_${name}`;
export const nameOfLive = (schema: string): string => schema.replace(/^read_/, '');

/** The checkpoint in `schema`, or undefined when there is no such build. */
export const readCheckpoint = async (client: Querying, schema: string): Promise<Checkpoint | undefined> =>
  (await readCheckpoints(client, [schema])).get(schema);

/** The checkpoints of the builds that there are, by schema. */
export async function readCheckpoints(
  client: Querying,
  schemas: readonly string[],
): Promise<ReadonlyMap<string, Checkpoint>> {
  const there = await withCheckpoint(client, schemas);
  if (there.length === 0) return new Map();
  const { rows } = await client.query({
    text: there
      .map(
        (schema) => `select '${schema}' as schema, ${checkpointColumns} from ${checkpointSource(schema)}
          where coalesce(own.position, shared.position) is not null`,
      )
      .join(' union all '),
    types: storedRowTypes,
  });
  return new Map(
    rows.map((row) => [
      row.schema,
      {
        position: row.position,
        eventId: row.event_id,
        version: row.version,
        updatedAt: row.updated_at,
        halted: row.halted_at && {
          at: row.halted_at,
          reason: row.halted_reason,
          eventId: row.halted_event_id,
        },
        build: row.build,
        shared: row.shared,
      },
    ]),
  );
}

async function withCheckpoint(client: Querying, schemas: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query({
    text: `select schema from unnest($1::text[], $2::text[]) as named (schema, checkpoint)
      where to_regclass(checkpoint) is not null and to_regclass('${sharedCheckpointTable}') is not null`,
    values: [schemas, schemas.map(checkpointTable)],
  });
  return rows.map(({ schema }) => schema);
}

/** SQL: the checkpoint of a build; one without its own position, which is a live one, uses its group's. */
export const checkpointSource = (schema: string): string =>
  `${checkpointTable(schema)} own left join ${sharedCheckpointTable} shared
    on own.position is null and shared.name = '${groupOf(nameOfLive(schema))}'`;
const checkpointColumns = `own.position is null as shared, coalesce(own.position, shared.position) as position,
  case when own.position is null then shared.event_id else own.event_id end as event_id, own.version,
  case when own.position is null then shared.updated_at else own.updated_at end as updated_at,
  own.halted_at, own.halted_reason, own.halted_event_id, own.build`;

/** Another process has moved the build to another position, or replaced it. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}

/** Another transaction, such as a swap, has locked the checkpoint. The build has not moved so far. */
export class CheckpointLocked extends Error {
  override readonly name = 'CheckpointLocked';
}

/**
 * SQL that moves a build's checkpoint to an event. It returns one row, or none if the build is not at `from` or if its
 * checkpoint is locked. It never waits for a lock, because a waiting statement would delay all read models in it.
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

/**
 * The error to throw after `checkpointMove` returned no row: `CheckpointLocked` if the checkpoint still is where the
 * writer expects it (the lock itself may be gone by now), `CheckpointMoved` otherwise.
 */
export async function whyNotMoved(
  client: Querying,
  { schema, from }: BuildAt,
): Promise<CheckpointMoved | CheckpointLocked> {
  const now = await readCheckpoint(client, schema);
  return now?.position === from.position && now.build === from.build && !now.shared
    ? new CheckpointLocked(`${schema} is locked by another process`)
    : new CheckpointMoved(`${schema} is not where it was`);
}

/** Whether the checkpoint of a build is locked, so that it cannot be moved. */
export async function isLocked(client: Querying, schema: string): Promise<boolean> {
  const { rowCount } = await client.query({
    text: `select from ${checkpointTable(schema)} for no key update skip locked`,
  });
  return rowCount === 0;
}

export interface BuildAt {
  readonly schema: string;
  readonly from: BuildPosition;
}

/**
 * Marks the build as halted before an event that it cannot apply, and returns when that was, in ISO 8601. A build that
 * is already marked keeps its first time.
 */
export async function markHalted(
  client: Querying,
  schema: string,
  at: BuildPosition,
  halt: { readonly reason: string; readonly eventId: string },
): Promise<string> {
  const { rows } = await client.query({
    text: `update ${checkpointTable(schema)}
      set halted_at = coalesce(halted_at, now()), halted_reason = $1, halted_event_id = $2
      where position = $3 and build = $4 returning halted_at`,
    values: [halt.reason, halt.eventId, at.position, at.build],
    types: storedRowTypes,
  });
  return rows[0]?.halted_at ?? new Date().toISOString();
}

export const checkpointTable = (schema: string): string => `${quoted(schema)}.checkpoint`;
/** One row for each group of read models. */
export const sharedCheckpointTable = 'projections.shared_checkpoint';
