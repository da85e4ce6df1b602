import { generateKeyPairSync, sign } from 'node:crypto';
import type { CheckpointStatement } from '@matgyo/contracts/proofs';
import { describe, expect, it } from 'vitest';
import { isSigned } from './signature.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = {
  keyId: '0'.repeat(32),
  publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
};
const statement = {
  sequence: 3,
  format: 'matgyo-checkpoint/1',
  heads: ['b', 'a'],
  audit: { sequence: 0, hash: '' },
} as unknown as CheckpointStatement;
const text =
  '{"audit":{"hash":"","sequence":0},"format":"matgyo-checkpoint/1","heads":["b","a"],"sequence":3}';
const signature = sign(null, Buffer.from(text), privateKey).toString('base64');

describe('a signed checkpoint, checked in the browser', () => {
  it('holds for the statement that was signed, in whatever order its fields come', async () => {
    expect(await isSigned({ statement, signature }, key)).toBe(true);
  });

  it('does not hold for one in which anything differs', async () => {
    expect(await isSigned({ statement: { ...statement, sequence: 4 }, signature }, key)).toBe(false);
  });

  it('is left open where the key cannot be read', async () => {
    expect(await isSigned({ statement, signature }, { ...key, publicKey: 'AAAA' })).toBeUndefined();
  });
});
