import type pg from 'pg';
import { checkpointCopyFile, readCheckpointCopy } from '../proofs/checkpoint-copy-file.ts';
import { publicKeysFile, readPublicKeys } from '../proofs/key-file.ts';
import { type ExaminedCheckpoints, examine } from './signed-checkpoints.ts';
import { readStoredCheckpoints } from './stored-checkpoints.ts';

/** The signed checkpoints of an installation: in its database and in the file in its data folder. */
export async function loadCheckpoints(pool: pg.Pool, dataDir: string): Promise<ExaminedCheckpoints> {
  return examine({
    stored: await readStoredCheckpoints(pool),
    witness: await readCheckpointCopy(checkpointCopyFile(dataDir)),
    trusted: await readPublicKeys(publicKeysFile(dataDir)),
  });
}
