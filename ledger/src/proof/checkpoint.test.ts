import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { isSignedBy, keyIdOf } from './checkpoint.ts';

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

async function keyPair() {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('Ed25519 has two keys');
  const { privateKey, publicKey } = pair;
  const der = await crypto.subtle.exportKey('spki', publicKey);
  const key = { keyId: keyIdOf(new Uint8Array(der)), publicKey: base64(der) };
  const sign = async (statement: object) => {
    const text = new TextEncoder().encode(canonicalJson(statement));
    return base64(await crypto.subtle.sign('Ed25519', privateKey, text));
  };
  return { key, sign };
}

let own: Awaited<ReturnType<typeof keyPair>>;
let statement: { readonly keyId: string; readonly sequence: number };
let signature: string;
beforeAll(async () => {
  own = await keyPair();
  statement = { keyId: own.key.keyId, sequence: 3 };
  signature = await own.sign(statement);
});
afterEach(() => vi.unstubAllGlobals());

test('verifies for the signed statement only', async () => {
  expect(await isSignedBy({ statement, signature }, own.key)).toBe(true);
  expect(await isSignedBy({ statement: { ...statement, sequence: 4 } as never, signature }, own.key)).toBe(
    false,
  );
});

test('does not verify with a key under another key’s id', async () => {
  const other = await keyPair();
  const posing = { keyId: own.key.keyId, publicKey: other.key.publicKey };
  expect(await isSignedBy({ statement, signature: await other.sign(statement) }, posing)).toBe(false);
});

test('refuses a signature in another form of base64, or an invalid key, instead of leaving it open', async () => {
  expect(await isSignedBy({ statement, signature: ` ${signature}` }, own.key)).toBe(false);
  const none = { keyId: keyIdOf(new Uint8Array([0, 0, 0])), publicKey: 'AAAA' };
  expect(await isSignedBy({ statement: { keyId: none.keyId }, signature }, none)).toBe(false);
});

test('is undefined without WebCrypto', async () => {
  vi.stubGlobal('crypto', {});
  expect(await isSignedBy({ statement, signature }, own.key)).toBeUndefined();
});
