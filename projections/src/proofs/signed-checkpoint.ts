import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import type { CheckpointKey, CheckpointStatement, SignedCheckpoint } from '@matgyo/contracts/proofs';
import { canonicalJson } from '@matgyo/event-store/canonical-json';
import type { Head } from './head-tree.ts';

/** SHA-256, hex, of the canonical JSON: what the next checkpoint names as its `previous`. */
export const hashOfStatement = (statement: CheckpointStatement): string =>
  hash('sha256', canonicalJson(statement));

export const signCheckpoint = (statement: CheckpointStatement, privateKey: KeyObject): SignedCheckpoint => ({
  statement,
  signature: sign(null, Buffer.from(canonicalJson(statement), 'utf8'), privateKey).toString('base64'),
});

/** The public half of a private or public key. An id is the beginning of the key's own SHA-256, so it cannot be borrowed. */
export function checkpointKeyOf(key: KeyObject): CheckpointKey {
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return { keyId: hash('sha256', der).slice(0, 32), publicKey: der.toString('base64') };
}

/** Whether the key is what its id says. */
export function isGenuine({ keyId, publicKey }: CheckpointKey): boolean {
  return hash('sha256', Buffer.from(publicKey, 'base64')).startsWith(keyId);
}

/** Whether the signature is of this statement and by this key, and the statement names the key. */
export const isSignedBy = ({ statement, signature }: SignedCheckpoint, key: CheckpointKey): boolean =>
  statement.keyId === key.keyId && isSignatureOf(canonicalJson(statement), signature, key);

/** Whether the key is what its id says, and the signature, in its one form in base64, is its own over the text. */
export function isSignatureOf(text: string, signature: string, key: CheckpointKey): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (!isGenuine(key) || bytes.toString('base64') !== signature) return false;
  try {
    const der = Buffer.from(key.publicKey, 'base64');
    const publicKey = createPublicKey({ key: der, type: 'spki', format: 'der' });
    return verify(null, Buffer.from(text, 'utf8'), publicKey, bytes);
  } catch {
    // No key at all.
    return false;
  }
}

/** A list of heads as a checkpoint names it: its text, and the SHA-256 of that in hex. */
export interface HeadsPart {
  readonly sha256: string;
  readonly text: string;
}

export function headsPart(heads: readonly Head[]): HeadsPart {
  const text = canonicalJson(heads.map(({ stream, revision, hash: of }) => [stream, revision, of]));
  return { sha256: hash('sha256', text), text };
}

/** The heads of a part, or undefined when the text is not one. */
export function headsOf(text: string): readonly Head[] | undefined {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(rows)) return undefined;
  const heads = rows.map(headOf);
  return heads.every((head) => head !== undefined) ? heads : undefined;
}

function headOf(row: unknown): Head | undefined {
  const [stream, revision, of] = Array.isArray(row) ? (row as unknown[]) : [];
  if (typeof stream !== 'string' || typeof revision !== 'number' || typeof of !== 'string') return undefined;
  return { stream, revision, hash: of };
}
