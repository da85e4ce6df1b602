import type { MemberId } from '@matgyo/contracts/ids';
import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { passwordKeys } from '../../platform/keys.ts';
import { createPasswords, type StoredPassword } from './passwords.ts';

const memberId = 'a'.repeat(24) as MemberId;
const otherId = 'b'.repeat(24) as MemberId;
const keysOf = (secret: string, previous?: string) => passwordKeys(secret, previous);

const passwords = await createPasswords({ keys: keysOf('the secret') });

test('a password is stored as argon2id with 19 MiB, two passes and one lane, with a new salt each time', async () => {
  const [first, second] = [
    await passwords.hash(memberId, 'secret1'),
    await passwords.hash(memberId, 'secret1'),
  ];
  expect(first).toMatch(/^bound:[0-9a-f]{16}\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await passwords.verify({ memberId, hash: first }, 'secret1')).toBe(true);
  expect(await passwords.verify({ memberId, hash: first }, 'secret2')).toBe(false);
});

describe('a hash is bound', () => {
  const quick = { memoryCost: 64, timeCost: 1, parallelism: 1 };
  const quickly = (secret: string, previous?: string) =>
    createPasswords({ keys: keysOf(secret, previous), cost: quick });

  test('to its member: copied to another one it verifies nothing', async () => {
    const ours = await quickly('the secret');
    const stored = await ours.hash(memberId, 'secret1');
    expect(await ours.verify({ memberId, hash: stored }, 'secret1')).toBe(true);
    expect(await ours.verify({ memberId: otherId, hash: stored }, 'secret1')).toBe(false);
  });

  test('to a key: made with another one it verifies nothing, also under the id of the right key', async () => {
    const [ours, theirs] = [await quickly('the secret'), await quickly('their secret')];
    const stored = await theirs.hash(memberId, 'secret1');
    expect(await ours.verify({ memberId, hash: stored }, 'secret1')).toBe(false);
    const [id] = (await ours.hash(memberId, 'secret1')).split('$');
    const renamed = stored.replace(/^bound:[0-9a-f]+/, id ?? '');
    expect(await ours.verify({ memberId, hash: renamed }, 'secret1')).toBe(false);
  });

  test('to the current key; one of the previous key or of an earlier version is right and has to be replaced', async () => {
    const [before, now] = [await quickly('the secret'), await quickly('a new one', 'the secret')];
    for (const stored of [await before.hash(memberId, 'secret1'), await hash('secret1', quick)]) {
      expect(now.isCurrent(stored)).toBe(false);
      expect(await now.verify({ memberId, hash: stored }, 'secret1')).toBe(true);
      expect(await now.verify({ memberId, hash: stored }, 'secret2')).toBe(false);
    }
    expect(now.isCurrent(await now.hash(memberId, 'secret1'))).toBe(true);
  });
});

test('a check for an unknown account fails after the same amount of work', async () => {
  const stored = await passwords.hash(memberId, 'secret1');
  /** CPU time of this process in microseconds, without waiting. */
  const workOf = async (stored: StoredPassword | undefined): Promise<number> => {
    const before = process.cpuUsage();
    expect(await passwords.verify(stored, 'secret2')).toBe(false);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 7; round++) {
    known.push(await workOf({ memberId, hash: stored }));
    unknown.push(await workOf(undefined));
  }
  // The least, because other work of this process only adds. Without the work the ratio would be below 0.01.
  const ratio = Math.min(...unknown) / Math.min(...known);
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.7);
});

/** A tenth of the cost: the queues are the same. */
const hasty = await createPasswords({
  keys: keysOf('the secret'),
  cost: { memoryCost: 4_096, timeCost: 1, parallelism: 1 },
});
const stranger = (network: string) => ({ network, lane: 'stranger' }) as const;
const challenged = (network: string) => ({ network, lane: 'challenged' }) as const;

test('networks known to the account have priority, and are accepted when the queue of unknown ones is full', async () => {
  const done: string[] = [];
  const crowd = Array.from({ length: 180 }, (_, index) =>
    hasty.verify(undefined, 'secret1', stranger(`network ${index}`)).then(() => done.push('stranger')),
  );
  const outcomes = Promise.allSettled(crowd);
  await hasty.verify(undefined, 'secret1', { network: 'home', lane: 'known' });
  // Two were running before it, and the other slot may finish some strangers meanwhile; 64 were waiting.
  expect(done.length).toBeLessThan(20);
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(180 - 2 - 64);
});

test('one network with many requests does not delay others, and is refused beyond its limit', async () => {
  const done: string[] = [];
  const crowd = Array.from({ length: 40 }, () =>
    hasty.verify(undefined, 'secret1', stranger('crowded')).then(() => done.push('crowded')),
  );
  const other = hasty.verify(undefined, 'secret1', stranger('quiet')).then(() => done.push('quiet'));
  await Promise.all([...crowd, other]);
  // Two were running before it; the queues take turns, while the other slot may finish some more.
  expect(done.indexOf('quiet')).toBeLessThan(20);

  const many = Array.from({ length: 70 }, () => hasty.verify(undefined, 'secret1', stranger('crowded')));
  const outcomes = Promise.allSettled(many);
  expect(await hasty.verify(undefined, 'secret1', stranger('quiet'))).toBe(false);
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(refused.map((one) => (one as PromiseRejectedResult).reason.code)).toEqual(
    Array(4).fill('UNAVAILABLE'),
  );
});

test('solved challenges are accepted when the queue of unknown networks is full, but one network cannot fill their lane', async () => {
  const done: string[] = [];
  const crowd = Array.from({ length: 180 }, (_, index) =>
    hasty.verify(undefined, 'secret1', stranger(`network ${index}`)).then(() => done.push('stranger')),
  );
  const strangers = Promise.allSettled(crowd);
  const refusals = async (tries: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected').length;
  const solved = (network: string) => hasty.verify(undefined, 'secret1', challenged(network));
  const ofOne = refusals(Array.from({ length: 30 }, () => solved('busy')));
  expect(await solved('quiet')).toBe(false);
  expect(done.length).toBeLessThan(20);
  // Two running and two waiting are accepted.
  expect(await ofOne).toBe(26);
  await strangers;
  const ofMany = refusals(Array.from({ length: 40 }, (_, index) => solved(`solver ${index}`)));
  expect(await ofMany).toBe(40 - 2 - 16);
});
