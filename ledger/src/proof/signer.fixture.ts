import type { CheckpointKey } from '@matgyo/contracts/proofs';
import { canonicalJson } from './canonical-json.ts';
import { keyIdOf } from './checkpoint.ts';

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

export interface Signer {
  readonly key: CheckpointKey;
  sign(statement: object): Promise<string>;
}

/** A new Ed25519 key that signs statements. */
export async function newSigner(): Promise<Signer> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('Ed25519 has two keys');
  const der = await crypto.subtle.exportKey('spki', pair.publicKey);
  return {
    key: { keyId: keyIdOf(new Uint8Array(der)), publicKey: base64(der) },
    async sign(statement) {
      const text = new TextEncoder().encode(canonicalJson(statement));
      return base64(await crypto.subtle.sign('Ed25519', pair.privateKey, text));
    },
  };
}
