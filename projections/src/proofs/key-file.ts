import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type CheckpointKey, checkpointKey } from '@matgyo/contracts/proofs';
import { isGenuine } from '@matgyo/ledger/proof/checkpoint';
import { ifMissing } from '../if-missing.ts';
import { CannotRun } from '../program-fault.ts';

/**
 * Public keys of an installation, current and retired, one JSON object per line. Trusted, so stored outside the
 * database.
 */
export const publicKeysFile = (dataDir: string): string =>
  path.join(dataDir, 'keys', 'checkpoint-public-keys.jsonl');

/** Every key in the file whose id matches it; none when there is no file. @throws CannotRun for a line that is no key */
export async function readPublicKeys(file: string): Promise<readonly CheckpointKey[]> {
  const text = await readFile(file, 'utf8').catch(ifMissing(''));
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => keyIn(line) ?? refuseLine(file, line))
    .filter(isGenuine);
}

function keyIn(line: string): CheckpointKey | undefined {
  try {
    return checkpointKey.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Not left out: what is signed with that key would look forged. */
function refuseLine(file: string, line: string): never {
  throw new CannotRun(`${file} has a line that is no public key: ${line.slice(0, 100)}`);
}
