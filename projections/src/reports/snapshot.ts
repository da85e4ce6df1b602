import type pg from 'pg';
import { liveSchema } from '../checkpoint.ts';
import type { ReadModelName } from '../tables.ts';
import { type Moment, type MomentSources, momentOf } from './moment.ts';
import { ReadModelUnavailable, servingCheckpoint } from './read-model-unavailable.ts';

export interface Snapshot {
  readonly client: Pick<pg.ClientBase, 'query'>;
  /** Holds the tables: the live ones, or a fold of their own. */
  readonly schema: string;
  readonly moment: Moment;
  /** Of the code that wrote the tables. */
  readonly version: number;
}

/**
 * Reads a read model's tables and its checkpoint as of one instant, up to the moment asked for, or up to the
 * checkpoint. Reading assigns no transaction id, so it holds back nobody.
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
  const client = await sources.pool.connect();
  let broken = true;
  try {
    await client.query('begin isolation level repeatable read read only');
    const checkpoint = await servingCheckpoint(client, name);
    if (asked !== undefined && asked.position > checkpoint.position)
      throw new ReadModelUnavailable(name, 'behind');
    const moment = asked ?? { position: checkpoint.position, eventId: checkpoint.eventId, at: null };
    const result = await read({ client, schema: liveSchema(name), moment, version: checkpoint.version });
    await client.query('commit');
    broken = false;
    return result;
  } finally {
    // A connection whose transaction did not end takes it along.
    client.release(broken);
  }
}
