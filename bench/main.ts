import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import pg from 'pg';
import { benchAppend } from './append.ts';
import { benchChat } from './chat.ts';
import { benchGrowth } from './grow.ts';
import { benchPlaceOrder } from './place-order.ts';
import { benchReplay } from './replay.ts';
import { type Figure, table, writeReport } from './report.ts';
import { benchScreen } from './screen.ts';
import { benchVisible } from './visible.ts';
import { benchWebVitals } from './web-vitals.ts';
import { benchWholeLife } from './whole-life.ts';

/** `npm run bench`: measures and writes docs/benchmarks.md; `--quick` measures a tenth and only prints. */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const share = values.quick ? 0.1 : 1;
const times = (count: number): number => Math.ceil(count * share);

const folder = await mkdtemp(path.join(tmpdir(), 'matgyo-bench-'));
const figures: Figure[] = [];
const measured = async (measuring: Promise<Figure | readonly Figure[]>): Promise<void> => {
  const found = [await measuring].flat();
  figures.push(...found);
  for (const { what } of found) process.stderr.write(`${what}\n`);
};
try {
  const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres') });
  try {
    const database = async (name: string): Promise<pg.ClientConfig> => {
      const client = new pg.Client({ ...server.connection });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return { ...server.connection, database: name };
    };
    const appending = await database('appending');
    await measured(benchAppend(appending, 1, times(16_000)));
    await measured(benchAppend(appending, 10, times(4_000)));
    await measured(benchReplay(await database('replaying'), times(100_000)));
    await measured(benchVisible(await database('watching'), times(1_000)));
  } finally {
    await server.stop();
  }
  await measured(benchPlaceOrder(path.join(folder, 'placing'), times(4_000)));
  await measured(benchWholeLife(path.join(folder, 'living'), times(20)));
  await measured(benchChat(path.join(folder, 'chatting'), { messages: times(1_600), changes: times(200) }));
  await measured(benchScreen(path.join(folder, 'looking'), times(100)));
  await measured(benchWebVitals(path.join(folder, 'feeling'), times(5)));
  await measured(benchGrowth(path.join(folder, 'growing'), [times(7_000), times(1_000_000)]));
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(`${table(figures)}\n`);
if (!values.quick) {
  const report = path.resolve(import.meta.dirname, '../docs/benchmarks.md');
  await writeReport(report, figures, `Node ${process.version}, PostgreSQL 18 (embedded, fsync on)`);
}
