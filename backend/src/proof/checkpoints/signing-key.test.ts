import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InvalidConfiguration } from '@matgyo/projections/program-fault';
import { afterAll, expect, test } from 'vitest';
import { openSigningKey } from './signing-key.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'signing-key-'));
afterAll(() => rm(dataDir, { recursive: true }));
const noKey = path.join(dataDir, 'no-key.pem');
await writeFile(noKey, 'no key');

test.each([
  ['is missing', path.join(dataDir, 'missing.pem'), /^CHECKPOINT_KEY_FILE cannot be read: ENOENT/],
  ['holds no key', noKey, /^CHECKPOINT_KEY_FILE holds no private Ed25519 key/],
])('a key file that %s is refused as a wrong setting', async (_, keyFile, sentence) => {
  const opening = openSigningKey(dataDir, keyFile);
  await expect(opening).rejects.toThrow(sentence);
  await expect(opening).rejects.toBeInstanceOf(InvalidConfiguration);
});
