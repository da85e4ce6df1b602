import type { EventLog } from '@matgyo/event-store/event-log';
import { liveSchema, readCheckpoint } from '@matgyo/projections/checkpoint';
import { allReadModels } from '@matgyo/projections/read-models/all-read-models';
import { startProjections } from '@matgyo/projections/runner/start-projections';
import type pg from 'pg';

/** Runs projections until they have reached the end of the log; returns the names of those that halted. */
export async function rebuildReadModels(
  log: EventLog,
  pool: pg.Pool,
  readModels = allReadModels,
): Promise<readonly string[]> {
  const ending = new AbortController();
  const running = startProjections({ log, pool, readModels, signal: ending.signal });
  await running.ready;
  const halted: string[] = [];
  for (const { name } of readModels)
    if ((await readCheckpoint(pool, liveSchema(name)))?.halted !== null) halted.push(name);
  ending.abort();
  await running.finished;
  return halted;
}
