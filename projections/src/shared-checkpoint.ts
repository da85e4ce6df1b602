import type { Position, RecordedEvent } from '@matgyo/event-store/event-log';
import {
  type BuildPosition,
  checkpointTable,
  liveSchema,
  nameOfLive,
  sharedCheckpointTable,
} from './checkpoint.ts';
import { isBeingRebuilt } from './replay/rebuild-lock.ts';
import { type Querying, StatementParts } from './stored-rows.ts';
import { groupOf, type ReadModelGroup, type ReadModelName } from './tables.ts';

/**
 * The position of those read models of a group that are written together, the members. A read model is a member while
 * its own checkpoint has no position. Each join and leave changes the generation, so that a writer with an outdated
 * list of members notices.
 */
export interface SharedCheckpoint {
  readonly group: ReadModelGroup;
  readonly position: Position;
  readonly eventId: string | null;
  readonly generation: string;
}

export async function readSharedCheckpoint(
  client: Querying,
  group: ReadModelGroup,
): Promise<SharedCheckpoint> {
  const { rows } = await client.query({
    text: `select ${sharedColumns} from ${sharedCheckpointTable} where name = $1`,
    values: [group],
  });
  return rows[0];
}

const sharedColumns = 'name as "group", position, event_id as "eventId", generation';

/** SQL: the shared checkpoint is still `from`. */
const isStill = (parts: StatementParts, { group, position, generation }: SharedCheckpoint): string =>
  `name = ${parts.parameter(group)} and position = ${parts.parameter(position)}
    and generation = ${parts.parameter(generation)}`;

/**
 * SQL that moves all members to an event. It returns one row, or none if another process has moved them, has changed
 * the members, or has locked the checkpoint. Like `checkpointMove` it never waits for a lock.
 */
export const sharedCheckpointMove = (
  parts: StatementParts,
  from: SharedCheckpoint,
  to: Pick<RecordedEvent, 'position' | 'id'>,
): string => `update ${sharedCheckpointTable}
    set position = ${parts.parameter(to.position)}, event_id = ${parts.parameter(to.id)}, updated_at = now()
    where name = (select name from ${sharedCheckpointTable} where ${isStill(parts, from)}
      for no key update skip locked)
    returning 1`;

export interface Joining {
  readonly name: ReadModelName;
  readonly at: BuildPosition & { readonly eventId: string | null };
}

/**
 * Makes read models members. All must be at one position: that of the members, if there are any. A read model that is
 * being rebuilt, or whose checkpoint is locked, does not become a member. Undefined if the shared checkpoint is no
 * longer `from`.
 */
export async function joinShared(
  client: Querying,
  from: SharedCheckpoint,
  joining: readonly Joining[],
): Promise<{ readonly now: SharedCheckpoint; readonly joined: ReadonlySet<ReadModelName> } | undefined> {
  const [first] = joining;
  if (first === undefined) return undefined;
  const parts = new StatementParts();
  const { position, eventId } = first.at;
  const moved = `update ${sharedCheckpointTable}
    set position = ${parts.parameter(position)}, event_id = ${parts.parameter(eventId)}, generation = gen_random_uuid()
    where ${isStill(parts, from)} returning generation`;
  const joins = joining.map(({ name, at }, index) => {
    const own = checkpointTable(liveSchema(name));
    return `join_${index} as (update ${own} set position = null, event_id = null
      where exists (select from moved) and "only" = (select "only" from ${own}
        where position = ${parts.parameter(at.position)} and build = ${parts.parameter(at.build)} and halted_at is null
          and not ${isBeingRebuilt(parts.parameter(name))}
        for no key update skip locked)
      returning 1)`;
  });
  const joined = joining.map((_, index) => `exists (select from join_${index})`);
  const text = `with ${[`moved as (${moved})`, ...joins].join(', ')}
    select generation, array[${joined.join(', ')}] as joined from moved`;
  const { rows } = await client.query({ text, values: parts.values });
  const [row] = rows;
  if (row === undefined) return undefined;
  const names = joining.filter((_, index) => row.joined[index]).map(({ name }) => name);
  const now = { group: from.group, position, eventId, generation: row.generation };
  return { now, joined: new Set(names) };
}

/**
 * Gives members a position of their own again, so that the other members continue without them. Returns the new shared
 * checkpoint. With `from`, nothing happens unless the shared checkpoint is still that one, and the result is undefined.
 */
export async function leaveShared(
  client: Querying,
  group: ReadModelGroup,
  schemas: readonly string[],
  from?: SharedCheckpoint,
): Promise<SharedCheckpoint | undefined> {
  const parts = new StatementParts();
  const unchanged = from === undefined ? `name = ${parts.parameter(group)}` : isStill(parts, from);
  const leaves = schemas.map(
    (schema, index) => `leave_${index} as (update ${checkpointTable(schema)} own
      set position = shared.position, event_id = shared.event_id, updated_at = shared.updated_at
      from shared where own.position is null)`,
  );
  const text = `with ${[
    `shared as (update ${sharedCheckpointTable} set generation = gen_random_uuid() where ${unchanged} returning *)`,
    ...leaves,
  ].join(', ')}
    select ${sharedColumns} from shared`;
  const { rows } = await client.query({ text, values: parts.values });
  return rows[0];
}

/** The builds of a group's members, including read models of a newer version that this software does not know. */
export async function sharingBuilds(
  client: Querying,
  group: ReadModelGroup,
): Promise<readonly { readonly schema: string; readonly version: number }[]> {
  const { rows } = await client.query({
    text: `select n.nspname as schema from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relname = 'checkpoint' and n.nspname ^@ 'read_'`,
  });
  const schemas = rows.map(({ schema }) => schema).filter((schema) => groupOf(nameOfLive(schema)) === group);
  if (schemas.length === 0) return [];
  const builds = schemas.map(
    (schema) => `select '${schema}' as schema, version, position from ${checkpointTable(schema)}`,
  );
  const sharing = await client.query({
    text: `select schema, version from (${builds.join(' union all ')}) build where position is null`,
  });
  return sharing.rows;
}
