import type { Position } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { type Checkpoint, liveSchema } from '../checkpoint.ts';
import { withSnapshot } from '../projection-pool.ts';
import type { ReadModelName } from '../tables.ts';
import { type AsOfPoint, type AsOfSources, asOfPointOf } from './as-of-point.ts';
import { ReadModelUnavailable, servingCheckpoint } from './read-model-unavailable.ts';

export interface Snapshot {
  readonly client: Pick<pg.ClientBase, 'query'>;
  /** The schema of the tables: the live ones, or a separate fold. */
  readonly schema: string;
  readonly asOfPoint: AsOfPoint;
  /** The tables end at the as-of point, so that stored sums can be used. */
  readonly endsThere: boolean;
  /** Version of the code that wrote the tables. */
  readonly version: number;
  /** Identifies the build of the tables. */
  readonly build: string;
}

const reportMsMax = 60_000;

/**
 * Runs `read` in one read-only transaction, with a read model's checkpoint as of then. Reading assigns no transaction
 * id, so it blocks no other transaction and may take longer than a call that writes.
 *
 * @throws ReadModelUnavailable
 */
export function inSnapshot<T>(
  pool: pg.Pool,
  name: ReadModelName,
  read: (client: pg.ClientBase, checkpoint: Checkpoint) => Promise<T>,
  msMax = reportMsMax,
): Promise<T> {
  return withSnapshot(pool, async (client) => {
    // A new value does not change a running timeout; setting it to 0 first ends the old one.
    await client.query(
      `set local transaction_timeout = 0; set local transaction_timeout = ${msMax};
       set local statement_timeout = ${msMax}`,
    );
    return read(client, await servingCheckpoint(client, name));
  });
}

/** @throws ReadModelUnavailable when the read model is behind `position`. */
export function assertReached(name: ReadModelName, checkpoint: Checkpoint, position: Position): void {
  if (position > checkpoint.position) throw new ReadModelUnavailable(name, 'behind');
}

/** The as-of point of everything a read model holds: that of its checkpoint. */
export const asOfPointOfCheckpoint = ({ position, eventId }: Checkpoint): AsOfPoint => ({
  position,
  eventId,
  at: null,
});

/**
 * Reads a read model's tables and its checkpoint in one snapshot, up to the given as-of point, or up to the checkpoint.
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
