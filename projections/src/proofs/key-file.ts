import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type CheckpointKey, checkpointKey } from '@matgyo/contracts/proofs';
import { isGenuine } from '@matgyo/ledger/proof/checkpoint';

/**
 * Public keys of an installation, current and retired, one JSON object per line. Trusted, so stored outside the
 * database.
 */
export const publicKeysFile = (dataDir: string): string =>
  path.join(dataDir, 'keys', 'checkpoint-public-keys.jsonl');

/** Every key in the file whose id matches it; none when there is no file. */
export async function readPublicKeys(file: string): Promise<readonly CheckpointKey[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => checkpointKey.parse(JSON.parse(line)))
    .filter(isGenuine);
}
