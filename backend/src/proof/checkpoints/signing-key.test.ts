import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InvalidConfiguration } from '@matgyo/projections/program-fault';
import { publicKeysFile, readPublicKeys } from '@matgyo/projections/proofs/key-file';
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

test('an edited file of public keys: a last line without its end gets a neighbour, and a line that is no key is named', async () => {
  const first = await openSigningKey(dataDir);
  const file = publicKeysFile(dataDir);
  await writeFile(file, (await readFile(file, 'utf8')).trimEnd());
  await rm(path.join(dataDir, 'keys', 'checkpoint-key.pem'));
  const second = await openSigningKey(dataDir);
  expect(await readPublicKeys(file)).toEqual([first.publicKey, second.publicKey]);
  await appendFile(file, '{"keyId":');
  await expect(openSigningKey(dataDir)).rejects.toThrow(
    `${file} has a line that is no public key: {"keyId":`,
  );
});
