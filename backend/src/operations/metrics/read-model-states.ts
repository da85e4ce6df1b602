import { type EventLog, logStart, type Position } from '@matgyo/event-store/event-log';
import { type ReadModelName, readModelNames } from '@matgyo/projections/tables';
import type { Database } from '../../platform/database/tables.ts';

export interface ReadModelState {
  readonly name: ReadModelName;
  /** Age of the oldest event it does not show yet; 0 when it shows all. */
  readonly lagSeconds: number;
  /** It goes on by itself no more: before an event it cannot apply, or because the log ends before what it shows. */
  readonly halted: boolean;
}

/** How far each read model is behind the log. Those who ask while an answer is on its way share it. */
export type LookAtReadModels = () => Promise<readonly ReadModelState[]>;

export function createLookAtReadModels(db: Database, log: EventLog): LookAtReadModels {
  let underWay: Promise<readonly ReadModelState[]> | undefined;
  return () => {
    underWay ??= readModelStates(db, log).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** One that has no tables yet is not among them. */
export async function readModelStates(db: Database, log: EventLog): Promise<readonly ReadModelState[]> {
  // One after the other: whoever looks should not be what the members' calls wait for.
  const checkpoints = [];
  for (const name of readModelNames) checkpoints.push(await checkpointOf(db, name));
  const last = await log.lastEvent();
  const ages = new Map<Position, Promise<number>>();
  const ageAfter = (position: Position): Promise<number> => {
    const age = ages.get(position) ?? ageOfFirstAfter(log, position);
    ages.set(position, age);
    return age;
  };
  return Promise.all(
    checkpoints
      .filter((checkpoint) => checkpoint !== undefined)
      .map(async ({ name, position, halted }) => {
        const end = last?.position ?? logStart;
        // The end was asked for later: only another log, or an older copy of this one, ends before it.
        const isAhead = position > end;
        return { name, halted: halted || isAhead, lagSeconds: position < end ? await ageAfter(position) : 0 };
      }),
  );
}

async function ageOfFirstAfter(log: EventLog, position: Position): Promise<number> {
  const [first] = await log.readAll({ after: position, limit: 1 });
  return first === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(first.metadata.at)) / 1000);
}

async function checkpointOf(db: Database, name: ReadModelName) {
  const row = await db
    .selectFrom(`read_${name}.checkpoint`)
    .select(['position', 'halted_at'])
    .executeTakeFirst()
    .catch((error: { code?: string }) => {
      if (error.code === undefinedTable || error.code === undefinedSchema) return undefined;
      throw error;
    });
  if (row === undefined) return undefined;
  return { name, position: (row.position || logStart) as Position, halted: row.halted_at !== null };
}

const undefinedTable = '42P01';
const undefinedSchema = '3F000';
