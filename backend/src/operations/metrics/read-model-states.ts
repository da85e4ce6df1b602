import { type EventLog, logStart, type Position } from '@matgyo/event-store/event-log';
import { type Checkpoint, liveSchema, readCheckpoints } from '@matgyo/projections/checkpoint';
import { type ReadModelName, readModelNames } from '@matgyo/projections/tables';
import type pg from 'pg';

export interface ReadModelState {
  readonly name: ReadModelName;
  readonly checkpoint: Checkpoint;
  /** Age of the oldest event not applied yet; 0 when there is none. */
  readonly lagSeconds: number;
  /** It will not continue by itself: it cannot apply an event, or the log ends before its checkpoint. */
  readonly halted: boolean;
}

/** How far each read model is behind the log. Concurrent callers share one read. */
export type LookAtReadModels = () => Promise<readonly ReadModelState[]>;

export function createLookAtReadModels(pool: pg.Pool, log: EventLog): LookAtReadModels {
  let underWay: Promise<readonly ReadModelState[]> | undefined;
  return () => {
    underWay ??= readModelStates(pool, log).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** Read models without tables are not included. */
export async function readModelStates(pool: pg.Pool, log: EventLog): Promise<readonly ReadModelState[]> {
  const checkpoints = await readCheckpoints(pool, readModelNames.map(liveSchema));
  const last = await log.lastEvent();
  const ages = new Map<Position, Promise<number>>();
  const ageAfter = (position: Position): Promise<number> => {
    const age = ages.get(position) ?? ageOfFirstAfter(log, position);
    ages.set(position, age);
    return age;
  };
  const end = last?.position ?? logStart;
  const stateOf = async (name: ReadModelName, checkpoint: Checkpoint): Promise<ReadModelState> => ({
    name,
    checkpoint,
    // The log's end was read after the position, so only another log, or an older copy of this one, ends before it.
    halted: checkpoint.halted !== null || checkpoint.position > end,
    lagSeconds: checkpoint.position < end ? await ageAfter(checkpoint.position) : 0,
  });
  return Promise.all(
    readModelNames.flatMap((name) => {
      const checkpoint = checkpoints.get(liveSchema(name));
      return checkpoint === undefined ? [] : [stateOf(name, checkpoint)];
    }),
  );
}

async function ageOfFirstAfter(log: EventLog, position: Position): Promise<number> {
  const [first] = (await log.readAll({ after: position, limit: 1 })).events;
  return first === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(first.metadata.at)) / 1000);
}
