import { type EventLog, type EventPosition, logStart, type Position } from '@matgyo/event-store/event-log';
import { EventLogCorrupt } from '@matgyo/event-store/event-log-errors';
import { SharedCall } from '@matgyo/event-store/shared-call';
import { type Checkpoint, liveSchema, readCheckpoints } from '@matgyo/projections/checkpoint';
import { type ReadModelName, readModelNames } from '@matgyo/projections/tables';
import type pg from 'pg';

export interface ReadModelState {
  readonly name: ReadModelName;
  readonly checkpoint: Checkpoint;
  /** Age of the oldest event not applied yet; 0 when there is none. */
  readonly lagSeconds: number;
  /** It will not continue by itself: it cannot apply an event, or the log does not hold its last event there. */
  readonly halted: boolean;
}

/** How far each read model is behind the log. Concurrent callers share a read that began after they called. */
export type LookAtReadModels = () => Promise<readonly ReadModelState[]>;

export function createLookAtReadModels(pool: pg.Pool, log: EventLog): LookAtReadModels {
  const look = new SharedCall(() => readModelStates(pool, log));
  return () => look.result();
}

/** Read models without tables are not included. */
export async function readModelStates(pool: pg.Pool, log: EventLog): Promise<readonly ReadModelState[]> {
  const checkpoints = await readCheckpoints(pool, readModelNames.map(liveSchema));
  const last = await log.lastEvent();
  const places = new Map<Position, Promise<Place>>();
  const placeOf = (checkpoint: Checkpoint): Promise<Place> => {
    const place = places.get(checkpoint.position) ?? placeInLog(log, last, checkpoint);
    places.set(checkpoint.position, place);
    return place;
  };
  const stateOf = async (name: ReadModelName, checkpoint: Checkpoint): Promise<ReadModelState> => {
    const { lagSeconds, isLost } = await placeOf(checkpoint);
    return { name, checkpoint, lagSeconds, halted: checkpoint.halted !== null || isLost };
  };
  return Promise.all(
    readModelNames.flatMap((name) => {
      const checkpoint = checkpoints.get(liveSchema(name));
      return checkpoint === undefined ? [] : [stateOf(name, checkpoint)];
    }),
  );
}

interface Place {
  readonly lagSeconds: number;
  /** The log does not hold the checkpoint's event there, as only another log, or an older copy of this one. */
  readonly isLost: boolean;
}

/** `last`: the log's last event, read after the checkpoint. */
async function placeInLog(log: EventLog, last: EventPosition | undefined, { position, eventId }: Checkpoint) {
  const end = last?.position ?? logStart;
  if (position >= end)
    return { lagSeconds: 0, isLost: position > end || (eventId !== null && eventId !== last?.id) };
  try {
    const [first] = (await log.readAll({ after: position, afterId: eventId, limit: 1 })).events;
    const age = first === undefined ? 0 : Date.now() - Date.parse(first.metadata.at);
    return { lagSeconds: Math.max(0, age / 1000), isLost: false };
  } catch (error) {
    if (!(error instanceof EventLogCorrupt)) throw error;
    return { lagSeconds: 0, isLost: true };
  }
}
