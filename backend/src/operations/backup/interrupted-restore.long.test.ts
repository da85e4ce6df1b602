import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { logStart } from '@matgyo/event-store/event-log';
import { refuseDuringRestore, refuseHalfRestored } from '@matgyo/projections/half-restored';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { migrateAppSchema } from '../../platform/schema/migrate.ts';
import {
  backUp,
  emptyInstallation,
  newMemberIds,
  restore,
  signUp,
  startedInstallation,
  type TestInstallation,
} from './installations.fixture.ts';

let target: TestInstallation;
const members = newMemberIds(1_000);

const folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
const file = path.join(folder, 'matgyo.backup');
const otherFile = path.join(folder, 'other.backup');
const source = await startedInstallation();
await signUp(source, members.slice(0, 500));
await backUp(source, otherFile);
await signUp(source, members.slice(500));
const backup = await backUp(source, file);

afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  target = await emptyInstallation();
});

afterEach(() => target.close());

/** Interrupts a restore as soon as it has appended this many events. */
async function restoreUntil(eventsMax: number): Promise<void> {
  let restored = 0;
  const onProgress = (events: number): void => {
    restored += events;
    if (restored >= eventsMax) throw new Error('cut off');
  };
  await expect(restore(target, file, { onProgress })).rejects.toThrow('cut off');
}

const rowsOf = async (table: string): Promise<number | null> =>
  (await target.pool.query(`select from ${table}`)).rowCount;

test('resumes an interrupted restore', async () => {
  await restoreUntil(400);
  await restoreUntil(800);
  await expect(refuseHalfRestored(target.pool)).rejects.toThrow('A restore was interrupted here');
  await restore(target, file);
  const events = (await target.log.readAll({ after: logStart, limit: 2_000 })).events;
  const there = (await source.log.readAll({ after: logStart, limit: 2_000 })).events;
  expect(events.map(({ metadata }) => metadata.hash)).toEqual(there.map(({ metadata }) => metadata.hash));
  expect(await rowsOf('app.members')).toBe(1_000);
  await refuseHalfRestored(target.pool);
});

test('is known also to a role that may not read what the tables’ owner has made for it', async () => {
  await restoreUntil(400);
  await target.pool.query('create role not_restoring login');
  const program = new pg.Client({ ...target.database.connection, user: 'not_restoring' });
  await program.connect();
  await expect(refuseHalfRestored(program)).rejects.toThrow('A restore was interrupted here');
  await program.end();
  await target.pool.query('drop role not_restoring');
});

test('refuses to restore another backup over an interrupted restore', async () => {
  await restoreUntil(400);
  await expect(restore(target, otherFile)).rejects.toThrow(
    'The restore of another backup was interrupted here',
  );
});

test('resumes a restore that was killed before it had claimed the installation for its backup', async () => {
  await target.pool.query(
    'create schema restore; create table restore.under_way (backup text primary key, started_at timestamptz not null default now())',
  );
  await restore(target, file);
  expect(await rowsOf('app.members')).toBe(1_000);
});

test('refuses a second restore, and migrations, while one is under way', async () => {
  const tried: Promise<unknown>[] = [];
  const onProgress = (): void => {
    if (tried.length === 0)
      for (const trying of [restore(target, file), refuseDuringRestore(target.pool)])
        tried.push(trying.catch((error: Error) => error.message));
  };
  await restore(target, file, { onProgress });
  expect(await Promise.all(tried)).toEqual([
    'Another restore is under way here. Wait for its end.',
    'A restore is under way here. Wait for its end.',
  ]);
  expect(await rowsOf('app.members')).toBe(1_000);
});

test('does not resume when another program has appended events', async () => {
  await restoreUntil(400);
  await signUp(target, newMemberIds(1));
  await expect(restore(target, file)).rejects.toThrow('another program has written to it');
});

test('fails when another program appends while it restores, and keeps the claim', async () => {
  let appending: Promise<unknown> | undefined;
  const onProgress = (): void => {
    const event = { id: randomUUID(), type: 'Foreign', data: {}, metadata: {} } as never;
    appending ??= target.log.append('foreign', 'no-stream', [event]);
  };
  await expect(restore(target, file, { onProgress })).rejects.toThrow('The seal is');
  await appending;
  await expect(refuseHalfRestored(target.pool)).rejects.toThrow('A restore was interrupted here');
});

test('accepts an installation that was started but never used as empty', async () => {
  await migrateAppSchema(target.database.connection);
  await restore(target, file);
  expect(await rowsOf('app.members')).toBe(1_000);
});

test('refuses an installation with events, rows or photos and leaves it unchanged', async () => {
  await mkdir(path.join(target.dataDir, 'images', '00'), { recursive: true });
  await expect(restore(target, file)).rejects.toThrow('this one has files in');
  await rm(path.join(target.dataDir, 'images'), { recursive: true });

  await migrateAppSchema(target.database.connection);
  await target.pool.query(`insert into app.order_wallets (order_id, tether_address) values ('o', 'w')`);
  await expect(restore(target, file)).rejects.toThrow('this one has rows in app.order_wallets');
  expect(await rowsOf('app.order_wallets')).toBe(1);

  await signUp(target, newMemberIds(1));
  await expect(restore(target, file)).rejects.toThrow('this one has events in its log');
  expect(await rowsOf('app.members')).toBe(1);
  await refuseHalfRestored(target.pool);
});

test('refuses a database that a backend is connected to', async () => {
  const serving = new pg.Client({ ...target.database.connection, application_name: 'matgyo backend' });
  await serving.connect();
  await expect(restore(target, file)).rejects.toThrow(
    'A backend is connected to this database. Stop it first.',
  );
  await serving.end();
});

test('fails when the restored totals differ, and keeps the claim', async () => {
  // The totals of a log with other trades.
  const stated = { ...backup.manifest, books: { ...backup.manifest.books, trades: 7 } };
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n')
    .slice(0, -2);
  const wrong = path.join(folder, 'wrong.backup');
  await writeFile(wrong, gzipSync(`${[...lines, JSON.stringify({ manifest: stated })].join('\n')}\n`));
  await expect(restore(target, wrong)).rejects.toThrow(
    'The books differ: the trades of the fee report is 0, not 7',
  );
  await expect(refuseHalfRestored(target.pool)).rejects.toThrow('A restore was interrupted here');
});
