import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CheckpointKey } from '@matgyo/contracts/proofs';
import { InvalidConfiguration } from '@matgyo/projections/program-fault';
import { publicKeysFile, readPublicKeys } from '@matgyo/projections/proofs/key-file';
import { checkpointKeyOf } from '@matgyo/projections/proofs/sign-checkpoint';
import { madeOnce } from '../../platform/keys.ts';

/** Signs checkpoints. Stored in a file, never in the database that it proves. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: CheckpointKey;
}

/**
 * Opens the key and adds its public half to those in the data folder: after the key is replaced, the old public key
 * stays there, and its signatures stay verifiable. `keyFile`: by default `<dataDir>/keys/checkpoint-key.pem`, created at
 * the first start.
 *
 * @throws InvalidConfiguration when `keyFile` cannot be read, or the file holds no private Ed25519 key.
 */
export async function openSigningKey(dataDir: string, keyFile?: string): Promise<SigningKey> {
  const pem =
    keyFile === undefined
      ? await madeOnce(dataDir, 'checkpoint-key.pem', newKey)
      : await readFile(keyFile, 'utf8').catch(({ message }: Error) =>
          refuseKey(`cannot be read: ${message}`),
        );
  const privateKey = privateKeyIn(pem);
  const publicKey = checkpointKeyOf(privateKey);
  await keepPublicKeys(dataDir, [publicKey]);
  return { privateKey, publicKey };
}

function privateKeyIn(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Its message does not say which file.
  }
  return refuseKey(
    'holds no private Ed25519 key in PEM, as `openssl genpkey -algorithm ed25519` prints; without that variable it is DATA_DIR/keys/checkpoint-key.pem',
  );
}

function refuseKey(why: string): never {
  throw new InvalidConfiguration(`CHECKPOINT_KEY_FILE ${why}.`);
}

/** Current and retired ones, from outside the database. */
export const trustedKeys = ({ dataDir }: { readonly dataDir: string }) =>
  readPublicKeys(publicKeysFile(dataDir));

/** Adds missing keys to the trusted ones. */
export async function keepPublicKeys(dataDir: string, keys: readonly CheckpointKey[]): Promise<void> {
  const file = publicKeysFile(dataDir);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const known = new Set((await readPublicKeys(file)).map(({ keyId }) => keyId));
  const lines = keys.filter(({ keyId }) => !known.has(keyId)).map((key) => `${JSON.stringify(key)}\n`);
  // An editor may have left the last line without its end.
  const lineEnd = known.size > 0 ? '\n' : '';
  if (lines.length > 0) await appendFile(file, `${lineEnd}${lines.join('')}`, { flush: true });
}

const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
