import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import pg from 'pg';
import { connected, socketTo } from '../test/sockets.ts';
import { openMarket, startMatgyo } from './open-market.ts';
import type { Figure } from './report.ts';

/** A session that has become idle publishes its statistics after ten seconds. */
const publishedMs = 11_000;

/** What the program asks its database while idle, with the sockets of two members open. */
export async function benchIdle(dataDir: string, seconds: number): Promise<Figure> {
  const program = await startMatgyo(dataDir);
  const postgres = await openEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  const client = new pg.Client({ ...postgres.connection });
  try {
    await client.connect();
    const { members } = await openMarket(program, dataDir, 2);
    const sockets = await Promise.all(members.map((token) => connected(socketTo(program.url, { token }))));
    const before = await transactions(client);
    await delay(seconds * 1_000);
    const after = await transactions(client);
    for (const socket of sockets) socket.disconnect();
    return {
      what: 'statements a second when idle, two sockets',
      unit: 'statements/s',
      // Less the look before, which is counted by the one after it.
      ours: (after - before - 1) / seconds,
      reference: 2,
      referenceWhat: 'a look for others twice a second',
    };
  } finally {
    await client.end();
    await program.stop();
  }
}

/** Each statement of an idle program is a transaction of its own. */
async function transactions(client: pg.Client): Promise<number> {
  await delay(publishedMs);
  const { rows } = await client.query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.count);
}
