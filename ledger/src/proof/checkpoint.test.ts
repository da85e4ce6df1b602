import { afterEach, expect, test, vi } from 'vitest';
import { headsOf, headsPart, isGenuine, isSignedBy } from './checkpoint.ts';
import { newSigner } from './signer.fixture.ts';

const own = await newSigner();
const statement = { keyId: own.key.keyId, sequence: 3 };
const signature = await own.sign(statement);
afterEach(() => vi.unstubAllGlobals());

test('a signature is valid for the signed statement only', async () => {
  expect(await isSignedBy({ statement, signature }, own.key)).toBe(true);
  const other = { ...statement, sequence: 4 };
  expect(await isSignedBy({ statement: other, signature }, own.key)).toBe(false);
});

test('a signature is invalid if the statement names another key', async () => {
  const other = { ...statement, keyId: '0'.repeat(32) };
  expect(await isSignedBy({ statement: other, signature: await own.sign(other) }, own.key)).toBe(false);
});

test('the id of a key is the beginning of the SHA-256 of the public key', () => {
  // Of the key that signed the first golden case file.
  const key = {
    keyId: '26f8e396900ac499bb89b84b1c97862d',
    publicKey: 'MCowBQYDK2VwAyEANzaHAeN/LVM2SNJhEs1kWylelSxR5nuCRbnejt6M7jE=',
  };
  expect(isGenuine(key)).toBe(true);
  expect(isGenuine({ ...key, keyId: key.keyId.slice(1) })).toBe(false);
  expect(isGenuine({ ...key, publicKey: 'no base64' })).toBe(false);
});

test('a signature by another key under this key’s id is invalid', async () => {
  const other = await newSigner();
  const impostor = { keyId: own.key.keyId, publicKey: other.key.publicKey };
  expect(await isSignedBy({ statement, signature: await other.sign(statement) }, impostor)).toBe(false);
});

test('a signature that is not canonical base64, or an invalid key, is invalid and not unknown', async () => {
  for (const text of [` ${signature}`, 'no base64'])
    expect(await isSignedBy({ statement, signature: text }, own.key)).toBe(false);
  const keyId = '709e80c88487a2411e1ee4dfb9f22a86';
  expect(await isSignedBy({ statement: { keyId }, signature }, { keyId, publicKey: 'AAAA' })).toBe(false);
});

test('a signature is unknown, not invalid, in a browser without WebCrypto or without Ed25519', async () => {
  const importKey = () => Promise.reject(new DOMException('Ed25519', 'NotSupportedError'));
  for (const crypto of [undefined, {}, { subtle: { importKey } }]) {
    vi.stubGlobal('crypto', crypto);
    expect(await isSignedBy({ statement, signature }, own.key)).toBeUndefined();
    // Invalid without looking at the signature.
    expect(await isSignedBy({ statement, signature: 'no base64' }, own.key)).toBe(false);
  }
});

test('a list of heads is read as it was written, and nothing is read from other text', () => {
  const heads = [
    { stream: 'order-"1\n', revision: 4, hash: 'e'.repeat(64) },
    { stream: 'order-2', revision: 0, hash: 'f'.repeat(64) },
  ];
  const { text, sha256 } = headsPart(heads);
  expect(text).toBe(`[["order-\\"1\\n",4,"${'e'.repeat(64)}"],["order-2",0,"${'f'.repeat(64)}"]]`);
  expect(sha256).toBe('38ceddfed20b2d1a11d56467696cd58a68ae3ad59a0753ce128a01ecd10d4d84');
  expect(headsOf(text)).toEqual(heads);
  const row = '["a",1,"b"]';
  for (const other of [
    '',
    '{}',
    'null',
    '[1]',
    `[["a"]]`,
    `[${row},["a",1,2]]`,
    `[["a","1","b"]]`,
    `[[1,1,"b"],${row}]`,
  ])
    expect(headsOf(other), other).toBeUndefined();
});
