import type { Position } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { type Checkpoint, liveSchema } from '../checkpoint.ts';
import type { ReadModelName } from '../tables.ts';
import { type Moment, type MomentSources, momentOf } from './moment.ts';
import { ReadModelUnavailable, servingCheckpoint } from './read-model-unavailable.ts';

export interface Snapshot {
  readonly client: Pick<pg.ClientBase, 'query'>;
  /** Holds the tables: the live ones, or a fold of their own. */
  readonly schema: string;
  readonly moment: Moment;
  /** The tables hold nothing beyond the moment: what is kept added up is what it comes to. */
  readonly endsThere: boolean;
  /** Of the code that wrote the tables. */
  readonly version: number;
  /** Names the build the tables are. */
  readonly build: string;
}

const longestReportMs = 60_000;

/**
 * Runs `read` in one read-only transaction, with a read model's checkpoint as of then. Reading assigns no transaction
 * id, so it blocks no other transaction and may take longer than a call that writes.
 *
 * @throws ReadModelUnavailable
 */
export async function inSnapshot<T>(
  pool: pg.Pool,
  name: ReadModelName,
  read: (client: pg.ClientBase, checkpoint: Checkpoint) => Promise<T>,
  longestMs = longestReportMs,
): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('begin isolation level repeatable read read only');
    // A limit that runs is not moved by a new one, only ended by none.
    await client.query(
      `set local transaction_timeout = 0; set local transaction_timeout = ${longestMs};
       set local statement_timeout = ${longestMs}`,
    );
    const result = await read(client, await servingCheckpoint(client, name));
    await client.query('commit');
    broken = false;
    return result;
  } finally {
    // A connection whose transaction did not end takes it along.
    client.release(broken);
  }
}

/** @throws ReadModelUnavailable when the read model has not come as far as `position` yet. */
export function assertReached(name: ReadModelName, checkpoint: Checkpoint, position: Position): void {
  if (position > checkpoint.position) throw new ReadModelUnavailable(name, 'behind');
}

/** Everything a read model shows: the moment of its checkpoint. */
export const momentOfCheckpoint = ({ position, eventId }: Checkpoint): Moment => ({
  position,
  eventId,
  at: null,
});

/**
 * Reads a read model's tables and its checkpoint as of one instant, up to the moment asked for, or up to the
 * checkpoint.
 *
 * @throws ReadModelUnavailable, UnknownMoment
 */
export async function readSnapshot<T>(
  sources: MomentSources,
  name: ReadModelName,
  asOf: string | undefined,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const asked = asOf === undefined ? undefined : await momentOf(sources, asOf);
  return inSnapshot(sources.pool, name, (client, checkpoint) => {
    if (asked !== undefined) assertReached(name, checkpoint, asked.position);
    const { version, build } = checkpoint;
    return read({
      client,
      schema: liveSchema(name),
      moment: asked ?? momentOfCheckpoint(checkpoint),
      endsThere: asked === undefined,
      version,
      build,
    });
  });
}
