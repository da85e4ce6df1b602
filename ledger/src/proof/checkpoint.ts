import type { CheckpointKey, CheckpointStatement, SignedCheckpoint } from '@matgyo/contracts/proofs';
import { sha256Hex } from '#sha256';
import { canonicalJson } from './canonical-json.ts';
import type { Head } from './merkle-tree.ts';

/** Greater than the clock difference between machines, and than the time that an append takes. */
export const clocksDifferMs = 600_000;

/** The SHA-256 (hex) of a statement's canonical JSON. The next checkpoint contains it as `previous`. */
export const hashOfStatement = (statement: CheckpointStatement): string =>
  sha256Hex(canonicalJson(statement));

/** The id of a public key in DER form. It is the beginning of the key's SHA-256, so that no other key can have it. */
export const keyIdOf = (der: Uint8Array): string => sha256Hex(der).slice(0, 32);

/** Whether the key has the id that it claims. */
export function isGenuine({ keyId, publicKey }: CheckpointKey): boolean {
  const der = fromBase64(publicKey);
  return der !== undefined && keyIdOf(der) === keyId;
}

/** Whether a signature is valid; undefined if this browser cannot verify Ed25519. */
export type SignatureVerdict = boolean | undefined;

/** Whether the statement names this key, and the signature is the key's over the statement. */
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
  // WebCrypto is missing on a page that was loaded over plain http from another computer.
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

/** The decoded bytes; undefined unless the text is canonical base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return btoa(String.fromCharCode(...bytes)) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** A list of stream heads that a checkpoint refers to: its text, and the SHA-256 (hex) of the text. */
export interface HeadsPart {
  readonly sha256: string;
  readonly text: string;
}

export function headsPart(heads: readonly Head[]): HeadsPart {
  const text = canonicalJson(heads.map(({ stream, revision, hash }) => [stream, revision, hash]));
  return { sha256: sha256Hex(text), text };
}

/** The heads in such a text; undefined if it is not a list of heads. */
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
