import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { CheckpointKey, CheckpointStatement, SignedCheckpoint } from '@matgyo/contracts/proofs';
import { canonicalJson } from '@matgyo/ledger/proof/canonical-json';
import { keyIdOf } from '@matgyo/ledger/proof/checkpoint';

export const signCheckpoint = (statement: CheckpointStatement, privateKey: KeyObject): SignedCheckpoint => ({
  statement,
  signature: sign(null, Buffer.from(canonicalJson(statement), 'utf8'), privateKey).toString('base64'),
});

/** The public half of a private or public key. */
export function checkpointKeyOf(key: KeyObject): CheckpointKey {
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return { keyId: keyIdOf(der), publicKey: der.toString('base64') };
}
