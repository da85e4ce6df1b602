import type pg from 'pg';
import { publicKeysFile, readPublicKeys } from '../proofs/key-file.ts';
import { readWitness, witnessFile } from '../proofs/witness-file.ts';
import { examine, type SignedEvidence } from './signed-evidence.ts';
import { readStoredCheckpoints } from './stored-checkpoints.ts';

/** What an installation holds of signed checkpoints: in its database and, beside it, in its data folder. */
export async function loadEvidence(pool: pg.Pool, dataDir: string): Promise<SignedEvidence> {
  return examine({
    stored: await readStoredCheckpoints(pool),
    witness: await readWitness(witnessFile(dataDir)),
    trusted: await readPublicKeys(publicKeysFile(dataDir)),
  });
}
