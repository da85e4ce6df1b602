import type { Position } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { type Checkpoint, liveSchema } from '../checkpoint.ts';
import { withSnapshot } from '../projection-pool.ts';
import type { ReadModelName } from '../tables.ts';
import { type AsOfPoint, type AsOfSources, asOfPointOf } from './as-of-point.ts';
import { ReadModelUnavailable, servingCheckpoint } from './read-model-unavailable.ts';

export interface Snapshot {
  readonly client: Pick<pg.ClientBase, 'query'>;
  /** The schema of the tables: that of the live ones, or of tables that were folded separately for this report. */
  readonly schema: string;
  readonly asOfPoint: AsOfPoint;
  /** Whether the tables end exactly at the as-of point. If so, sums that they store are those of the report. */
  readonly endsThere: boolean;
  /** The version of the read model that wrote the tables. */
  readonly version: number;
  /** Identifies the build of the tables. */
  readonly build: string;
}

const reportMsMax = 60_000;

/**
 * Runs `read` in a snapshot, and passes it the read model's checkpoint in that state.
 *
 * @throws ReadModelUnavailable
 */
export const inSnapshot = <T>(
  pool: pg.Pool,
  name: ReadModelName,
  read: (client: pg.ClientBase, checkpoint: Checkpoint) => Promise<T>,
  msMax = reportMsMax,
): Promise<T> =>
  withSnapshot(pool, async (client) => read(client, await servingCheckpoint(client, name)), msMax);

/** @throws ReadModelUnavailable when the read model is behind `position`. */
export function assertReached(name: ReadModelName, checkpoint: Checkpoint, position: Position): void {
  if (position > checkpoint.position) throw new ReadModelUnavailable(name, 'behind');
}

/** The as-of point of all that a read model shows, which is the event of its checkpoint. */
export const asOfPointOfCheckpoint = ({ position, eventId }: Checkpoint): AsOfPoint => ({
  position,
  eventId,
  at: null,
});

/**
 * Reads a read model's tables up to the as-of point that `asOf` names, or up to the read model's checkpoint if it is
 * undefined. All reads see one state of the database.
 *
 * @throws ReadModelUnavailable, UnknownAsOfPoint
 */
export async function readSnapshot<T>(
  sources: AsOfSources,
  name: ReadModelName,
  asOf: string | undefined,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const requestedPoint = asOf === undefined ? undefined : await asOfPointOf(sources, asOf);
  return inSnapshot(sources.pool, name, (client, checkpoint) => {
    if (requestedPoint !== undefined) assertReached(name, checkpoint, requestedPoint.position);
    const { version, build } = checkpoint;
    return read({
      client,
      schema: liveSchema(name),
      asOfPoint: requestedPoint ?? asOfPointOfCheckpoint(checkpoint),
      endsThere: requestedPoint === undefined,
      version,
      build,
    });
  });
}
