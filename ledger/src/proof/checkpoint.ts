import type { CheckpointKey, CheckpointStatement, SignedCheckpoint } from '@matgyo/contracts/proofs';
import { sha256Hex } from '#sha256';
import { canonicalJson } from './canonical-json.ts';
import type { Head } from './merkle-tree.ts';

/** SHA-256, hex, of the canonical JSON: the `previous` of the next checkpoint. */
export const hashOfStatement = (statement: CheckpointStatement): string =>
  sha256Hex(canonicalJson(statement));

/** The id of a public key in DER: the beginning of its own SHA-256, so that another key cannot use it. */
export const keyIdOf = (der: Uint8Array): string => sha256Hex(der).slice(0, 32);

/** Whether the key matches its id. */
export function isGenuine({ keyId, publicKey }: CheckpointKey): boolean {
  const der = fromBase64(publicKey);
  return der !== undefined && keyIdOf(der) === keyId;
}

/** Whether a signature is valid; undefined if this browser cannot verify it. */
export type SignatureVerdict = boolean | undefined;

/** Whether the signature is of this statement and by this key, and the statement names the key. */
export const isSignedBy = async (
  {
    statement,
    signature,
  }: Pick<SignedCheckpoint, 'signature'> & { readonly statement: { readonly keyId: string } },
  key: CheckpointKey,
): Promise<SignatureVerdict> =>
  statement.keyId === key.keyId && (await isSignatureOf(canonicalJson(statement), signature, key));

/** Whether the key matches its id, and the signature, in canonical base64, is the key's over the text. */
export async function isSignatureOf(
  text: string,
  signature: string,
  key: CheckpointKey,
): Promise<SignatureVerdict> {
  const [der, bytes] = [fromBase64(key.publicKey), fromBase64(signature)];
  if (der === undefined || bytes === undefined || !isGenuine(key)) return false;
  // Missing on plain http in a local network.
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) return undefined;
  try {
    const publicKey = await subtle.importKey('spki', der, 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', publicKey, bytes, new TextEncoder().encode(text));
  } catch (error) {
    // An older browser does not support Ed25519; any other error means an invalid key.
    return (error as Error).name === 'NotSupportedError' ? undefined : false;
  }
}

/** Undefined unless it is canonical base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return btoa(String.fromCharCode(...bytes)) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** A list of heads as referenced by a checkpoint: its text, and the SHA-256 of that in hex. */
export interface HeadsPart {
  readonly sha256: string;
  readonly text: string;
}

export function headsPart(heads: readonly Head[]): HeadsPart {
  const text = canonicalJson(heads.map(({ stream, revision, hash }) => [stream, revision, hash]));
  return { sha256: sha256Hex(text), text };
}

/** The heads of a part, or undefined when the text is not a list of heads. */
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
  const [stream, revision, hash] = Array.isArray(row) ? (row as unknown[]) : [];
  if (typeof stream !== 'string' || typeof revision !== 'number' || typeof hash !== 'string')
    return undefined;
  return { stream, revision, hash };
}
