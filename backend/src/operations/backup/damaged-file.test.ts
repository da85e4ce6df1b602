import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { CannotRun } from '@matgyo/projections/program-fault';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openImageFiles } from '../../platform/images/image-files.ts';
import { dumpTables } from './dump-tables.ts';
import { backUp, newMemberIds, signUp, startedInstallation, withLastEvent } from './installations.fixture.ts';
import { tableReaders } from './load-tables.ts';
import { checkBackup } from './restore-backup.ts';

const never = new AbortController().signal;

const folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
const source = await startedInstallation();
await signUp(source, newMemberIds(20));
const file = path.join(folder, 'whole.backup');
await backUp(source, file);
const whole = await readFile(file);
const content = gunzipSync(whole);
const damaged = path.join(folder, 'damaged.backup');

afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true });
});

/** The message with which a file is refused. */
async function refusalOf(bytes: Buffer): Promise<string> {
  await writeFile(damaged, bytes);
  const refusal = await checkBackup(damaged, never).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(CannotRun);
  return (refusal as Error).message;
}

const changed = (change: (text: string) => string): Buffer => gzipSync(change(content.toString()));

test('accepts an intact file', async () => {
  await writeFile(damaged, whole);
  expect((await checkBackup(damaged, never)).manifest.parts.at(-1)).toMatchObject({
    part: 'events',
    lines: 20,
  });
});

test('refuses a truncated file, wherever it was cut', async () => {
  for (let share = 1; share < 30; share += 1) {
    const length = Math.floor((whole.length * share) / 30);
    expect(await refusalOf(whole.subarray(0, length)), `${length} bytes`).toMatch(/ends in the middle/);
  }
  expect(await refusalOf(whole.subarray(0, -1))).toMatch(/ends in the middle|does not end where/);
});

test('refuses a file with any significant bit flipped', async () => {
  let refused = 0;
  for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 150)) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
    // Some bits of the gzip format (time, padding) do not affect the content.
    if (decompressed(flipped)?.equals(content) === true) continue;
    expect(await refusalOf(flipped), `byte ${at}`).toMatch(/damaged|ends in the middle|is not a backup/);
    refused += 1;
  }
  expect(refused).toBeGreaterThan(100);
});

function decompressed(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}

test('refuses a file with bytes after its end', async () => {
  for (const more of ['x', 'more than a few bytes', '\0\0\0\0'])
    expect(await refusalOf(Buffer.concat([whole, Buffer.from(more)])), more).toMatch(/damaged/);
  expect(await refusalOf(Buffer.concat([whole, gzipSync('{}\n')]))).toMatch(/after its manifest/);
});

test('refuses a file with a line removed, added or edited, although it decompresses', async () => {
  const lines = content.toString().split('\n');
  const event = lines.findLastIndex((line) => line.startsWith('['));
  const without = changed(() => lines.toSpliced(event, 1).join('\n'));
  expect(await refusalOf(without)).toMatch(/part events is not what the manifest states/);
  const twice = changed(() => lines.toSpliced(event, 0, lines[event] ?? '').join('\n'));
  expect(await refusalOf(twice)).toMatch(/part events is not what the manifest states/);
  expect(await refusalOf(changed((text) => text.replace('국민은행', '신한은행')))).toMatch(
    /part app.members is not what the manifest states/,
  );
  expect(await refusalOf(changed((text) => text.replace('"INVITE"', '"OTHERS"')))).toMatch(
    /an event that does not match its hash/,
  );
});

test('names the reason when the manifest is missing, the format or tables are newer, or the file is no backup', async () => {
  const withoutManifest = changed((text) => text.slice(0, text.lastIndexOf('{"manifest"')));
  expect(await refusalOf(withoutManifest)).toMatch(/before its manifest/);
  const newer = changed((text) => text.replace('"formatVersion":1', '"formatVersion":2'));
  expect(await refusalOf(newer)).toBe('The backup is of format 2; this version reads format 1.');
  expect(await refusalOf(changed((text) => text.replace('"0100_members"', '"9999_chat"')))).toBe(
    'The backup comes from a newer version: 9999_chat is unknown to this one.',
  );
  expect(await refusalOf(Buffer.from('hello'))).toMatch(/damaged, or no backup/);
  for (const other of [gzipSync('hello\n'), gzipSync('{"a":1}\n'), gzipSync('[]\n')])
    expect(await refusalOf(other)).toBe('The file is not a backup.');
  expect(await refusalOf(Buffer.alloc(0))).toMatch(/ends/);
});

test('leaves no file when a backup fails or would overwrite one', async () => {
  const file = path.join(folder, 'never.backup');
  const namesBefore = await readdir(folder);
  const readAll = () => Promise.reject(new Error('the disk is full'));
  const log = withLastEvent(source.log, () => source.log.lastEvent(), { readAll });
  await expect(backUp({ ...source, log }, file)).rejects.toThrow('the disk is full');
  const stopped = new AbortController();
  stopped.abort();
  await expect(backUp(source, file, { signal: stopped.signal })).rejects.toThrow();
  await expect(backUp(source, path.join(folder, 'whole.backup'))).rejects.toThrow('never overwrites');
  expect(await readdir(folder)).toEqual(namesBefore);
});

test('does not touch the partial file of another backup', async () => {
  const file = path.join(folder, 'busy.backup');
  await writeFile(`${file}.partial`, 'theirs');
  await expect(backUp(source, file)).rejects.toThrow('another backup is writing to it');
  expect(await readFile(`${file}.partial`, 'utf8')).toBe('theirs');
});

test('refuses a file without its last part', async () => {
  const shortened = changed((text) => text.replace(/\{"part":"events".*\n(\[.*\n)*/, ''));
  expect(await refusalOf(shortened)).toBe('The backup is damaged: a part is missing.');
});

test('reads all tables as of one time', async () => {
  const client = new pg.Client(source.pool.options);
  await client.connect();
  const { parts } = await dumpTables(client, await openImageFiles(source.dataDir));
  await signUp(source, newMemberIds(1));
  let members = 0;
  for await (const { start, lines } of parts)
    for await (const batch of lines) if (start.part === 'app.members') members += batch.length;
  expect(members).toBe(20);
  await client.end();
});

test('refuses a photo whose name leads to another folder', async () => {
  const client = new pg.Client(source.pool.options);
  await client.connect();
  const readerOf = await tableReaders(client, await openImageFiles(source.dataDir));
  const photos = readerOf({ part: 'app.images', columns: ['id'] });
  const line = JSON.stringify(['../../../elsewhere', '']);
  await expect(photos.lines([line])).rejects.toThrow('names a photo that cannot be one');
  await client.end();
});
