import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { verifyStream } from '@matgyo/ledger/proof/stream-chain';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstOutput } from '../../../test/first-output.ts';
import { testAll } from '../../../test/test-all.ts';
import { CuttableProxy } from '../conformance/cuttable-proxy.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/index.ts';
import { type EventLog, logStart, type RecordedEvent, type StreamAppend } from '../event-log.ts';
import { WrongExpectedRevision } from '../event-log-errors.ts';
import { createPostgresEventLog } from './postgres-event-log.ts';
import { withSession } from './raw-sessions.fixture.ts';

type Group = readonly (readonly StreamAppend[])[];

const fixture = path.join(import.meta.dirname, 'append-until-killed.fixture.ts');
let folder: string;
let server: EmbeddedPostgres;
let writer: ChildProcess | undefined;

const start = () => startEmbeddedPostgres({ dataDir: path.join(folder, 'data'), durable: false });

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'killed-writer-'));
  server = await start();
});
afterEach(async () => {
  writer?.kill('SIGKILL');
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the fixture; its output is added to the returned arrays. */
async function write(connection: pg.ClientConfig) {
  const child = spawn(process.execPath, [fixture, JSON.stringify(connection)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  writer = child;
  const sent: Group[] = [];
  const acknowledged: string[][] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const message = JSON.parse(line) as { sent: Group } | { acknowledged: string[] };
    if ('sent' in message) sent.push(message.sent);
    else acknowledged.push(message.acknowledged);
  });
  await firstOutput(child);
  return { child, sent, acknowledged, ended: once(lines, 'close') };
}

/** With its sessions: one that always has something to read notices the end of the others only when it waits. */
async function killServer(): Promise<void> {
  const [pid] = (await readFile(path.join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  const { rows } = await withSession(server.connection, (client) =>
    client.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()'),
  );
  for (const one of [Number(pid), ...rows.map((session) => session.pid)])
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has ended.
    }
}

async function reopened<T>(
  work: (log: EventLog, events: readonly RecordedEvent[]) => Promise<T>,
): Promise<T> {
  const log = await createPostgresEventLog({ connection: server.connection });
  try {
    return await work(log, (await log.readAll({ after: logStart, limit: 100_000 })).events);
  } finally {
    await log.close();
  }
}

/** Checks gapless positions, intact chains, and that every append is written completely or not at all. */
function expectWhole(events: readonly RecordedEvent[], sent: readonly Group[]): void {
  expect(events.map(({ position }) => Number(position.slice(1)))).toEqual(
    events.map((_, index) => index + 1),
  );
  for (const ofStream of Object.values(Object.groupBy(events, ({ stream }) => stream)))
    expect(verifyStream(ofStream ?? [])).toBeUndefined();
  const there = new Set(events.map(({ id }) => id));
  for (const appends of sent.flat()) {
    const ids = appends.flatMap((part) => part.events.map(({ id }) => id));
    expect(new Set(ids.map((id) => there.has(id))).size).toBe(1);
  }
}

test('writes a group whose process is killed before the reply, and recognises its repeat', async () => {
  const { host, port } = server.connection;
  const proxy = await CuttableProxy.to({ path: `${host}/.s.PGSQL.${port ?? 5432}` });
  try {
    const { child, sent, acknowledged, ended } = await write({
      ...server.connection,
      host: '127.0.0.1',
      port: proxy.port,
    });
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
    proxy.loseReplies();
    const isThere = (id: string) =>
      withSession(server.connection, async (client) => {
        const { rowCount } = await client.query('select from event_log.events where id = $1', [id]);
        return rowCount === 1;
      });
    const idOf = (group: Group | undefined) => group?.[0]?.[0]?.events[0]?.id ?? '';
    const acknowledgedIds = () => new Set(acknowledged.flat());
    await expect
      .poll(async () => !acknowledgedIds().has(idOf(sent.at(-1))) && (await isThere(idOf(sent.at(-1)))))
      .toBe(true);
    child.kill('SIGKILL');
    await ended;
    await reopened(async (log, events) => {
      expectWhole(events, sent);
      const outcomes = await Promise.allSettled(
        (sent.at(-1) ?? []).map((appends) => log.appendTogether(appends)),
      );
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.status === 'rejected') {
          expect([index, outcome.reason]).toEqual([3, expect.any(WrongExpectedRevision)]);
          continue;
        }
        const repeated = outcome.value.flatMap((result) => result.events);
        expect(repeated).toEqual(events.filter(({ id }) => repeated.some((event) => event.id === id)));
      }
      expect((await log.readAll({ after: logStart, limit: 100_000 })).events).toEqual(events);
    });
  } finally {
    await proxy.refuse();
  }
});

test.each(testAll ? [1, 2, 3] : [1])(
  'loses nothing acknowledged when the server is killed during groups with a conflict, %i',
  async () => {
    const { sent, acknowledged, ended } = await write(server.connection);
    await expect.poll(() => acknowledged.length, { interval: 1 }).toBeGreaterThan(50);
    await killServer();
    await ended;
    await server.ended;
    server = await start();
    await reopened(async (_, events) => {
      expectWhole(events, sent);
      const there = new Set(events.map(({ id }) => id));
      expect(acknowledged.flat().filter((id) => !there.has(id))).toEqual([]);
    });
  },
);
