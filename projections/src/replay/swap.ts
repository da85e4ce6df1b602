import type { Position } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { announceRebuilt, changesChannel } from '../changes.ts';
import { checkpointTable, dropBuild, liveSchema } from '../checkpoint.ts';
import { quoted } from '../table-shape.ts';
import type { ReadModelName } from '../tables.ts';

/** Where a rebuild grows beside the one that serves. */
export const nextSchema = (name: ReadModelName): string => `${liveSchema(name)}_next`;
/** Where the one that served before is kept. */
const previousSchema = (name: ReadModelName): string => `${liveSchema(name)}_prev`;

/**
 * Puts the build in `_next` in the place of the live one and keeps that as `_prev`. The transaction begins by
 * holding the live checkpoint, so that nobody moves it while `reach` brings `_next` to where it stands, and ends
 * by renaming; readers never wait. The replaced build gets another name, so that a projector which still
 * means it finds its checkpoint moved.
 */
export async function swapInNext(
  pool: pg.Pool,
  name: ReadModelName,
  reach: (live: Position) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  let broken = true;
  try {
    await dropBuild(client, previousSchema(name));
    await client.query('begin');
    const { rows } = await client.query(
      `select position from ${checkpointTable(liveSchema(name))} for update`,
    );
    await reach(rows[0].position);
    await client.query(`update ${checkpointTable(liveSchema(name))} set build = gen_random_uuid()`);
    await renameSchema(client, liveSchema(name), previousSchema(name));
    await renameSchema(client, nextSchema(name), liveSchema(name));
    await announceRebuilt(client, name);
    await client.query('commit');
    await client.query(`notify ${changesChannel}`);
    broken = false;
  } finally {
    // A connection in an unknown state takes its transaction with it.
    client.release(broken);
  }
}

async function renameSchema(client: pg.ClientBase, from: string, to: string): Promise<void> {
  await client.query(`alter schema ${quoted(from)} rename to ${quoted(to)}`);
}
