import type { Position } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { announceRebuilt, changesChannel } from '../changes.ts';
import { checkpointTable, dropBuild, liveSchema } from '../checkpoint.ts';
import { quoted } from '../table-shape.ts';
import type { ReadModelName } from '../tables.ts';

/** Where a rebuild grows beside the one that serves. */
export const nextSchema = (name: ReadModelName): string => `${liveSchema(name)}_next`;
/** Where the one that served before is kept. */
export const previousSchema = (name: ReadModelName): string => `${liveSchema(name)}_prev`;

/**
 * Puts the build in `_next` in the place of the live one and keeps that as `_prev`. `reach` brings `_next` to the
 * position it is given, where the live one stands.
 */
export async function swapInNext(
  pool: pg.Pool,
  name: ReadModelName,
  reach: (live: Position) => Promise<void>,
): Promise<void> {
  await withClient(pool, async (client) => {
    await dropBuild(client, previousSchema(name));
    await exchange(client, name, nextSchema(name), reach);
  });
}

/** Lets go what a rebuild left in `_next`. */
export async function discardNext(pool: pg.Pool, name: ReadModelName): Promise<void> {
  await withClient(pool, (client) => dropBuild(client, nextSchema(name)));
}

/** Puts the build in `_prev` back, which stands where it was replaced, and keeps the live one in its place. */
export async function swapInPrevious(pool: pg.Pool, name: ReadModelName): Promise<void> {
  await withClient(pool, (client) => exchange(client, name, previousSchema(name), async () => {}));
}

/**
 * The transaction begins by holding the live checkpoint, so that nobody moves it meanwhile, and ends by renaming;
 * readers never wait. The replaced build gets another name, so that a projector which still means it finds its
 * checkpoint moved.
 */
async function exchange(
  client: pg.ClientBase,
  name: ReadModelName,
  incoming: string,
  reach: (live: Position) => Promise<void>,
): Promise<void> {
  const live = liveSchema(name);
  const leaving = `${live}_leaving`;
  await client.query('begin');
  const { rows } = await client.query(`select position from ${checkpointTable(live)} for update`);
  await reach(rows[0].position);
  await client.query(`update ${checkpointTable(live)} set build = gen_random_uuid()`);
  await renameSchema(client, live, leaving);
  await renameSchema(client, incoming, live);
  await renameSchema(client, leaving, previousSchema(name));
  await announceRebuilt(client, name);
  await client.query('commit');
  await client.query(`notify ${changesChannel}`);
}

async function withClient(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let broken = true;
  try {
    await work(client);
    broken = false;
  } finally {
    // A connection in an unknown state takes its transaction with it.
    client.release(broken);
  }
}

async function renameSchema(client: pg.ClientBase, from: string, to: string): Promise<void> {
  await client.query(`alter schema ${quoted(from)} rename to ${quoted(to)}`);
}
