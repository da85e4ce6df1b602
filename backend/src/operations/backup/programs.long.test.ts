import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { refuseHalfRestored } from '@matgyo/projections/half-restored';
import { afterAll, expect, test } from 'vitest';
import { databaseUrl } from '../../../../test/database.ts';
import { migrateAppSchema } from '../../platform/schema/migrate.ts';
import { migrations } from '../../platform/schema/migrations.ts';
import { prepareDatabase } from '../../platform/schema/prepare-database.ts';
import {
  emptyInstallation,
  newMemberIds,
  signUp,
  startedInstallation,
  type TestInstallation,
} from './installations.fixture.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
const file = path.join(folder, 'matgyo.backup');
const source = await startedInstallation();
const target = await emptyInstallation();
await signUp(source, newMemberIds(30));

afterAll(async () => {
  await source.close();
  await target.close();
  await rm(folder, { recursive: true });
});

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const verify = path.join(import.meta.dirname, '../../../../projections/src/verify/main.ts');
const server = path.join(import.meta.dirname, '../../main.ts');

/** Runs `backup` or `restore` as an operator does, with the environment of an installation. */
const run = (program: 'backup' | 'restore', args: readonly string[], environment: NodeJS.ProcessEnv) =>
  runFile(path.join(import.meta.dirname, `${program}-main.ts`), args, environment);

async function runFile(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH, TMPDIR, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 200_000,
  });
  const [stdout, stderr]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}

const environmentOf = (
  { database: { connection }, dataDir }: TestInstallation,
  user = connection.user,
): NodeJS.ProcessEnv => ({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl({ ...connection, user }) });

test('writes, checks and restores a backup, and each refusal states the outcome', async () => {
  const written = await run('backup', [file], environmentOf(source));
  expect(written).toMatchObject({ code: 0 });
  expect(written.stdout).toMatch(/^ {10}30 {2}app\.members$/m);
  const fingerprint = /^Fingerprint ([0-9a-f]{64})$/m.exec(written.stdout)?.[1] ?? 'none';

  const cut = path.join(folder, 'cut.backup');
  await writeFile(cut, (await readFile(file)).subarray(0, 1_000));
  const [again, checked, refused] = await Promise.all([
    run('backup', [file], environmentOf(source)),
    run('restore', ['--check', file], { DATA_DIR: path.join(folder, 'nowhere') }),
    run('restore', [cut], environmentOf(target)),
  ]);
  expect(again).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/never overwrites.*\nNo backup was written\./s),
  });
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining(fingerprint) });
  expect(checked.stdout).toContain('The backup is whole.');
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/ends in the middle.*\nNothing was changed\./s),
  });
  expect(
    (await target.pool.query(`select from pg_namespace where nspname in ('app', 'restore')`)).rowCount,
  ).toBe(0);

  const restored = await run('restore', [file], environmentOf(target));
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('Restored: 30 events') });
  expect((await target.pool.query('select from app.members')).rowCount).toBe(30);
  const twice = await run('restore', [file], environmentOf(target));
  expect(twice).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/this one has events in its log.*\nNothing was changed\./s),
  });
  expect((await readdir(folder)).sort()).toEqual(['cut.backup', 'matgyo.backup']);
});

test('prints the usage without a file, and creates nothing without an installation', async () => {
  const nowhere = path.join(folder, 'nowhere');
  const [hint, nothing] = await Promise.all([
    run('restore', [], {}),
    run('backup', [path.join(folder, 'nothing.backup')], { DATA_DIR: nowhere }),
  ]);
  expect(hint).toMatchObject({ code: 2, stderr: expect.stringContaining('usage: npm run restore') });
  expect(nothing).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`There is no installation in ${nowhere}`),
  });
  await expect(access(nowhere)).rejects.toThrow('ENOENT');
});

test('ends a backup with code 4 and one sentence when the log is unreachable, and writes nothing', async () => {
  const unreachableLog = { EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' };
  const unwritten = path.join(folder, 'unwritten.backup');
  const { code, stderr } = await run('backup', [unwritten], { ...environmentOf(source), ...unreachableLog });
  expect(stderr.trim().split('\n').slice(-2)).toEqual([
    expect.stringMatching(/^The event log could not be reached: /),
    'No backup was written.',
  ]);
  expect(code).toBe(4);
  await expect(access(unwritten)).rejects.toThrow('ENOENT');
});

test('says that the backup is whole when only its entry in the audit log could not be written', async () => {
  const whole = path.join(folder, 'whole.backup');
  await source.pool.query('alter function app.append_audit rename to no_append_audit');
  const { code, stdout, stderr } = await run('backup', [whole], environmentOf(source));
  await source.pool.query('alter function app.no_append_audit rename to append_audit');
  expect([code, stdout.includes(`Written to ${whole}`)]).toEqual([1, true]);
  expect(stderr).toMatch(/The backup is whole, but has no entry in the audit log\.\n$/);
  expect(await run('restore', ['--check', whole], {})).toMatchObject({ code: 0 });
});

test('refuses to restore as a role that does not own the tables, and leaves nothing behind', async () => {
  const migrated = await emptyInstallation();
  const name = `program_${newMemberIds(1)}`;
  await prepareDatabase(migrated.database.connection, { role: { name }, hasEventLog: true });
  expect(await run('restore', [file], environmentOf(migrated, name))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Set DATABASE_OWNER_URL.*\nNothing was changed\./s),
  });
  await refuseHalfRestored(migrated.pool);
  await migrated.pool.query(`drop owned by ${name}; drop role ${name}`);
  await migrated.close();
});

test('neither backs up, verifies nor migrates what a restore has not finished', async () => {
  const half = await emptyInstallation();
  try {
    // As a restore leaves it that was killed, of a backup with an earlier version of the tables.
    await migrateAppSchema(
      half.database.connection,
      Object.fromEntries(Object.entries(migrations).slice(0, -1)),
    );
    await half.pool.query(`create schema restore; create table restore.under_way as select 'a' as backup`);
    const refused = { code: 1, stderr: expect.stringContaining('A restore was interrupted here') };
    const environment = environmentOf(half);
    const unwritten = path.join(folder, 'half.backup');
    expect(await run('backup', [unwritten], environment)).toMatchObject(refused);
    await expect(access(unwritten)).rejects.toThrow('ENOENT');
    expect(await runFile(verify, [], environment)).toMatchObject(refused);
    expect(await runFile(server, [], { ...environment, DEMO: '0', PORT: '0' })).toMatchObject(refused);
    const { rowCount } = await half.pool.query('select from app.kysely_migration');
    expect(rowCount).toBe(Object.keys(migrations).length - 1);
  } finally {
    await half.close();
  }
});
