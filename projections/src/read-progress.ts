import { prepared } from '@matgyo/event-store/postgres/prepared';
import { checkpointTable, liveSchema } from './checkpoint.ts';
import type { Querying } from './stored-rows.ts';
import type { ReadModelName } from './tables.ts';

/** How far a read model that serves is. */
export interface Progress {
  readonly name: ReadModelName;
  readonly position: string;
  readonly version: number;
  readonly halted: boolean;
}

/** Of those of `names` that have tables, all in one statement. */
export async function readProgress(
  pool: Querying,
  names: readonly ReadModelName[],
): Promise<readonly Progress[]> {
  const parts = names.map(
    (name) =>
      `select '${name}' as name, position, version, halted_at is not null as halted from ${checkpointTable(liveSchema(name))}`,
  );
  if (parts.length === 0) return [];
  const { rows } = await pool.query(prepared({ text: parts.join(' union all ') }));
  return rows;
}
