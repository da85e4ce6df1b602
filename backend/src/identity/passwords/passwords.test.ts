import { beforeAll, expect, test } from 'vitest';
import { createPasswords, type Passwords } from './passwords.ts';

let passwords: Passwords;
beforeAll(async () => {
  passwords = await createPasswords();
});

test('a password is stored as argon2id with 19 MiB, two passes and one lane, with a new salt each time', async () => {
  const [first, second] = [await passwords.hash('secret1'), await passwords.hash('secret1')];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await passwords.verify(first, 'secret1')).toBe(true);
  expect(await passwords.verify(first, 'secret2')).toBe(false);
});

test('a check for an unknown account fails after the same amount of work', async () => {
  const stored = await passwords.hash('secret1');
  /** Microseconds of this process's cores, however long it had to wait for them. */
  const workOf = async (hash: string | undefined): Promise<number> => {
    const before = process.cpuUsage();
    expect(await passwords.verify(hash, 'secret2')).toBe(false);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 7; round++) {
    known.push(await workOf(stored));
    unknown.push(await workOf(undefined));
  }
  const median = (works: number[]): number => works.toSorted((a, b) => a - b)[3] ?? 0;
  const ratio = median(unknown) / median(known);
  // Without the work it would be below 0.01.
  expect(ratio).toBeGreaterThan(0.4);
  expect(ratio).toBeLessThan(2.5);
});

const stranger = (network: string) => ({ network, lane: 'stranger' }) as const;
const challenged = (network: string) => ({ network, lane: 'challenged' }) as const;

test('networks known to the account go before unknown ones, and are accepted when the queue of unknown ones is full', async () => {
  const done: string[] = [];
  const crowd = Array.from({ length: 180 }, (_, index) =>
    passwords.verify(undefined, 'secret1', stranger(`network ${index}`)).then(() => done.push('stranger')),
  );
  const settled = Promise.allSettled(crowd);
  await passwords.verify(undefined, 'secret1', { network: 'home', lane: 'known' });
  // Two were at work before it came, and the other place may finish some strangers meanwhile; 64 were waiting.
  expect(done.length).toBeLessThan(20);
  const refused = (await settled).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(180 - 2 - 64);
}, 30_000);

test('one network with many requests does not delay others, and is refused beyond its limit', async () => {
  const done: string[] = [];
  const crowd = Array.from({ length: 40 }, () =>
    passwords.verify(undefined, 'secret1', stranger('crowded')).then(() => done.push('crowded')),
  );
  const other = passwords.verify(undefined, 'secret1', stranger('quiet')).then(() => done.push('quiet'));
  await Promise.all([...crowd, other]);
  // Two were at work before it came; the queues take turns, while the other place may finish some more.
  expect(done.indexOf('quiet')).toBeLessThan(20);

  const many = Array.from({ length: 70 }, () => passwords.verify(undefined, 'secret1', stranger('crowded')));
  const settled = Promise.allSettled(many);
  expect(await passwords.verify(undefined, 'secret1', stranger('quiet'))).toBe(false);
  const refused = (await settled).filter(({ status }) => status === 'rejected');
  expect(refused.map((one) => (one as PromiseRejectedResult).reason.code)).toEqual(
    Array(4).fill('UNAVAILABLE'),
  );
}, 30_000);

test('solved challenges are accepted when the queue of unknown networks is full, but one network cannot fill their lane', async () => {
  const done: string[] = [];
  const crowd = Array.from({ length: 180 }, (_, index) =>
    passwords.verify(undefined, 'secret1', stranger(`network ${index}`)).then(() => done.push('stranger')),
  );
  const strangers = Promise.allSettled(crowd);
  const refusals = async (tries: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected').length;
  const solved = (network: string) => passwords.verify(undefined, 'secret1', challenged(network));
  const ofOne = refusals(Array.from({ length: 30 }, () => solved('busy')));
  expect(await solved('quiet')).toBe(false);
  expect(done.length).toBeLessThan(20);
  // Two at a time and two that wait for them.
  expect(await ofOne).toBe(26);
  await strangers;
  const ofMany = refusals(Array.from({ length: 40 }, (_, index) => solved(`solver ${index}`)));
  expect(await ofMany).toBe(40 - 2 - 16);
}, 30_000);
