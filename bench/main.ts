import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import { findServerProgram, startLocalServer } from '@matgyo/event-store/eventstoredb/server.fixture';
import { withClient } from '@matgyo/event-store/postgres/with-client';
import type pg from 'pg';
import { benchAppend } from './append.ts';
import { type CallCost, costTable, countCalls } from './calls.ts';
import { benchChat } from './chat.ts';
import { benchEventStoreAppend, benchEventStoreLife, type EventStores } from './eventstoredb.ts';
import { benchGrowth } from './grow.ts';
import { benchIdle } from './idle.ts';
import { benchMemory } from './memory.ts';
import { benchPlaceOrder } from './place-order.ts';
import { benchReplay } from './replay.ts';
import { type Figure, table, writeReport } from './report.ts';
import { benchScreen } from './screen.ts';
import { benchRooms, benchSigner } from './signer.ts';
import { benchVisible } from './visible.ts';
import { benchWebVitals } from './web-vitals.ts';
import { benchWholeLife } from './whole-life.ts';

const usage = `usage: npm run bench [-- --quick] [--only NAME ...]

Measures everything and writes docs/benchmarks.md. --quick measures a tenth, --only the named benchmarks; both only print.`;

function endWithUsage(problem: string): never {
  process.stderr.write(`${problem}\n${usage}\n`);
  process.exit(2);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { quick: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
    });
    return values;
  } catch (error) {
    return endWithUsage((error as Error).message);
  }
}

const values = readOptions();
const share = values.quick ? 0.1 : 1;
const times = (count: number): number => Math.ceil(count * share);

const figures: Figure[] = [];

/** The benchmarks by name. Those of the log get a database of their own on one server. */
const onLog: Readonly<Record<string, (connection: pg.ClientConfig) => Promise<Figure | readonly Figure[]>>> =
  {
    'append-1': (connection) => benchAppend(connection, 1, times(56_000)),
    'append-10': (connection) => benchAppend(connection, 10, times(14_000)),
    replay: (connection) => benchReplay(connection, times(100_000)),
    visible: (connection) => benchVisible(connection, times(1_000)),
    signer: (connection) => benchSigner(connection, times(1_000_000)),
    rooms: (connection) => benchRooms(connection, times(10_000)),
  };
const onServer: Readonly<Record<string, (folder: string) => Promise<Figure | readonly Figure[]>>> = {
  place: (dataDir) => benchPlaceOrder(dataDir, times(4_000)),
  life: (dataDir) => benchWholeLife(dataDir, times(28)),
  idle: (dataDir) => benchIdle(dataDir, 10),
  chat: (dataDir) => benchChat(dataDir, { messages: times(1_600), changes: times(200) }),
  screen: (dataDir) => benchScreen(dataDir, times(100)),
  vitals: (dataDir) => benchWebVitals(dataDir, times(5)),
  growth: (dataDir) => benchGrowth(dataDir, [times(7_000), times(1_000_000)], times(70)),
};
/** Measured only by name, because it takes an hour. */
const onRequest: Readonly<Record<string, (folder: string) => Promise<Figure>>> = {
  memory: (dataDir) => benchMemory(dataDir, times(60)),
};
/** On EventStoreDB, if its program `kurrentdb` is on the PATH. */
const onEventStore: Readonly<Record<string, (servers: EventStores, dataDir: string) => Promise<Figure>>> = {
  'eventstore-append': (servers) => benchEventStoreAppend(servers, times(20_000)),
  'eventstore-life': (servers, dataDir) => benchEventStoreLife(dataDir, servers, times(800)),
};

let costs: readonly CallCost[] = [];
const names = [...Object.keys(onLog), ...Object.keys(onServer), ...Object.keys(onEventStore), 'calls'];
const wanted = new Set(values.only ?? names);
const nameable = [...names, ...Object.keys(onRequest)];
for (const name of wanted) {
  if (!nameable.includes(name)) endWithUsage(`--only takes ${nameable.join(', ')}`);
}
const folder = await mkdtemp(path.join(tmpdir(), 'matgyo-bench-'));
const wantedOf = <Bench>(benches: Readonly<Record<string, Bench>>): [string, Bench][] =>
  Object.entries(benches).filter(([name]) => wanted.has(name));

const measured = async (measuring: Promise<Figure | readonly Figure[]>): Promise<void> => {
  const found = [await measuring].flat();
  figures.push(...found);
  for (const { what } of found) process.stderr.write(`${what}\n`);
};

async function measureLog(): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres') });
  await withClient(server.connection, async (client) => {
    for (const [name, bench] of wantedOf(onLog)) {
      await client.query(`create database "${name}"`);
      await measured(bench({ ...server.connection, database: name }));
    }
  }).finally(server.stop);
}

async function measureEventStore(): Promise<void> {
  const program = findServerProgram();
  if (program === undefined) {
    process.stderr.write('EventStoreDB: not measured, for there is no program kurrentdb on the PATH\n');
    return;
  }
  const servers = [await startLocalServer(program), await startLocalServer(program)] as const;
  const [ours, bare] = servers.map(({ connectionString }) => connectionString) as [string, string];
  try {
    for (const [name, bench] of wantedOf(onEventStore))
      await measured(bench({ ours, bare }, path.join(folder, name)));
  } finally {
    for (const server of servers) await server.stop();
  }
}

try {
  if (wantedOf(onLog).length > 0) await measureLog();
  for (const [name, bench] of wantedOf({ ...onServer, ...onRequest }))
    await measured(bench(path.join(folder, name)));
  if (wantedOf(onEventStore).length > 0) await measureEventStore();
  if (wanted.has('calls')) costs = await countCalls(path.join(folder, 'calls'), times(10));
} finally {
  await rm(folder, { recursive: true, force: true });
}
if (figures.length > 0) process.stdout.write(`${table(figures)}\n`);
if (costs.length > 0) process.stdout.write(`${costTable(costs)}\n`);
if (!values.quick && values.only === undefined) {
  const report = path.resolve(import.meta.dirname, '../docs/benchmarks.md');
  await writeReport(
    report,
    { figures, costs },
    `Node ${process.version}, PostgreSQL 18 (embedded, fsync on)`,
  );
}
