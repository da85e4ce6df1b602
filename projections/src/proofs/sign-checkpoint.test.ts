import { generateKeyPairSync } from 'node:crypto';
import type { CheckpointStatement } from '@matgyo/contracts/proofs';
import { hashOfStatement, isGenuine, isSignedBy } from '@matgyo/ledger/proof/checkpoint';
import { expect, test } from 'vitest';
import { checkpointKeyOf, signCheckpoint } from './sign-checkpoint.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const key = checkpointKeyOf(privateKey);
const statement: CheckpointStatement = {
  format: 'matgyo-checkpoint/1',
  sequence: 1,
  madeAt: '2026-01-31T14:00:00.000Z',
  previous: '',
  eventId: '00000000-0000-4000-8000-000000000001',
  events: 9,
  streams: 3,
  root: 'a'.repeat(64),
  heads: ['b'.repeat(64)],
  audit: { sequence: 0, hash: '' },
  keyId: key.keyId,
};

test('verifies a signature for the signed statement only', async () => {
  const signed = signCheckpoint(statement, privateKey);
  expect(await isSignedBy(signed, key)).toBe(true);
  const changes: Partial<CheckpointStatement>[] = [
    { sequence: 2 },
    { root: 'c'.repeat(64) },
    { events: 10 },
    { eventId: '00000000-0000-4000-8000-000000000002' },
    { audit: { sequence: 1, hash: 'd'.repeat(64) } },
  ];
  for (const change of changes) {
    expect(await isSignedBy({ ...signed, statement: { ...statement, ...change } }, key)).toBe(false);
    expect(hashOfStatement({ ...statement, ...change })).not.toBe(hashOfStatement(statement));
  }
});

test("rejects a key with another key's id, and an invalid key", async () => {
  const other = generateKeyPairSync('ed25519').privateKey;
  const impostor = { keyId: key.keyId, publicKey: checkpointKeyOf(other).publicKey };
  expect(isGenuine(impostor)).toBe(false);
  expect(await isSignedBy(signCheckpoint(statement, other), impostor)).toBe(false);
  expect(await isSignedBy(signCheckpoint(statement, other), key)).toBe(false);
  expect(await isSignedBy(signCheckpoint(statement, privateKey), { ...key, publicKey: 'AAAA' })).toBe(false);
});
