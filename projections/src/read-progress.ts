import type { Position } from '@matgyo/event-store/event-log';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import { checkpointSource, checkpointTable, liveSchema, sharedCheckpointTable } from './checkpoint.ts';
import type { Querying } from './stored-rows.ts';
import { type ReadModelName, readModelNames } from './tables.ts';

/** The position of a live read model. */
export interface Progress {
  readonly name: ReadModelName;
  readonly position: Position;
  readonly version: number;
  readonly halted: boolean;
}

/** The read models that have tables. */
export async function namesWithTables(pool: Querying): Promise<readonly ReadModelName[]> {
  const tables = readModelNames.map((name) => checkpointTable(liveSchema(name)));
  const { rows } = await pool.query({
    text: `select name from unnest($1::text[], $2::text[]) as known (name, checkpoint)
      where to_regclass(checkpoint) is not null and to_regclass('${sharedCheckpointTable}') is not null`,
    values: [readModelNames, tables],
  });
  const found = new Set(rows.map(({ name }) => name));
  return readModelNames.filter((name) => found.has(name));
}

/** The progress of `names`, which have tables, with one statement. */
export async function readProgress(
  pool: Querying,
  names: readonly ReadModelName[],
): Promise<readonly Progress[]> {
  const parts = names.map(
    (name) =>
      `select '${name}' as name, coalesce(own.position, shared.position) as position, version,
        halted_at is not null as halted from ${checkpointSource(liveSchema(name))}`,
  );
  if (parts.length === 0) return [];
  const { rows } = await pool.query(prepared({ text: parts.join(' union all ') }));
  return rows;
}
