import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installationSecret, keyedHash, keysFrom, madeOnce } from './keys.ts';

test('an installation creates its secret once, readable by its owner only, even if several processes start at once', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keys-'));
  const secrets = await Promise.all(Array.from({ length: 8 }, () => installationSecret(dataDir)));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]?.length).toBeGreaterThanOrEqual(64);
  expect(await installationSecret(dataDir)).toBe(secrets[0]);
  // Not even a draft: the folder may be read-only.
  const unmade = (): never => {
    throw new Error('made again');
  };
  expect(await madeOnce(dataDir, 'token-secret', unmade)).toBe(secrets[0]);
  const folder = path.join(dataDir, 'keys');
  expect(await readdir(folder)).toEqual(['token-secret']);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(folder, 'token-secret'))).mode & 0o777).toBe(0o600);
  await rm(dataDir, { recursive: true });
});

test('an emptied or shortened file of the secret ends the start, since anyone could sign tokens with it', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keys-'));
  const file = path.join(dataDir, 'keys', 'token-secret');
  const secret = await installationSecret(dataDir);
  for (const left of ['', '\n', secret.slice(0, 20)]) {
    await writeFile(file, left);
    await expect(installationSecret(dataDir)).rejects.toThrow(`${file} holds no secret`);
  }
  await writeFile(file, `${secret}\n`);
  expect(await installationSecret(dataDir)).toBe(`${secret}\n`);
  await rm(dataDir, { recursive: true });
});

test('a keyed hash distinguishes its parts and depends on the key', () => {
  const [key, other] = [keysFrom('one').lookup, keysFrom('two').lookup];
  expect(keyedHash(key, 'ab', 'c')).not.toBe(keyedHash(key, 'a', 'bc'));
  expect(keyedHash(key, 'ab')).not.toBe(keyedHash(other, 'ab'));
  expect(keysFrom('one').token.equals(key)).toBe(false);
});
