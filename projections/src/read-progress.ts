import type { Position } from '@matgyo/event-store/event-log';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import type pg from 'pg';
import { checkpointSource, liveSchema } from './checkpoint.ts';
import type { ReadModelName } from './tables.ts';

export interface Progress {
  readonly name: ReadModelName;
  readonly position: Position;
  readonly halted: boolean;
}

/** The progress of `names`, which have tables, with one statement. */
export async function readProgress(
  client: { query(config: pg.QueryConfig): Promise<Pick<pg.QueryResult, 'rows'>> },
  names: readonly ReadModelName[],
): Promise<readonly Progress[]> {
  const parts = names.map(
    (name) =>
      `select '${name}' as name, coalesce(own.position, shared.position) as position,
        halted_at is not null as halted from ${checkpointSource(liveSchema(name))}`,
  );
  if (parts.length === 0) return [];
  const { rows } = await client.query(prepared({ text: parts.join(' union all ') }));
  return rows;
}
