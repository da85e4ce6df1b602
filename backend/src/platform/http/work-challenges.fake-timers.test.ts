import { createSecretKey } from 'node:crypto';
import type { WorkChallenge } from '@matgyo/contracts/work-challenge';
import pg from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { untouchedApplication } from '../../../../test/untouched-application.ts';
import { solutionOf } from './challenge-solution.fixture.ts';
import { createRateLimits } from './rate-limits.ts';
import { failure, type RequestFailure } from './request-failure.ts';
import { createWorkChallenges } from './work-challenges.ts';

const database = await createTestDatabase(untouchedApplication);
const pool = new pg.Pool(database.connection);
const limits = createRateLimits({
  pool,
  hashed: (...parts) => JSON.stringify(parts),
  codesPerIpPerHour: 1,
  codesPerDay: 1,
  chatMessagesPerMinute: 1,
  chatMessagesPerDay: 1,
  ordersPerMinute: 1,
});
const challengesOf = (work?: { readonly cost: number; readonly most: number }) =>
  createWorkChallenges(limits, createSecretKey(Buffer.alloc(32)), work);
const challenges = challengesOf({ cost: 1, most: 4 });
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const request = (solution?: string) => ({ header: () => solution });
const required = async (refused: Promise<unknown>): Promise<WorkChallenge> => {
  const refusal = (await refused.catch((error: unknown) => error)) as RequestFailure;
  expect(refusal.code).toBe('CHALLENGE_REQUIRED');
  return refusal.details?.['challenge'] as WorkChallenge;
};

test('a solved challenge bypasses a full queue, once and only for its use', async () => {
  const { whenFull } = challengesOf();
  const lanes: boolean[] = [];
  const attempt = async (isChallenged: boolean) => {
    lanes.push(isChallenged);
    if (!isChallenged) throw failure('UNAVAILABLE');
    return 'done';
  };
  const trySolved = (use: 'sign-in' | 'recovery', solution?: string) =>
    whenFull(use, request(solution), attempt);
  const solution = await solutionOf(await required(trySolved('sign-in')));
  await required(trySolved('recovery', solution));
  expect(lanes).toEqual([false, false]);
  expect(await trySolved('sign-in', solution)).toBe('done');
  await required(trySolved('sign-in', solution));
  expect(lanes).toEqual([false, false, false, true, false]);
});

test('a challenge is required only if the queue is full', async () => {
  expect(await challenges.whenFull('sign-in', request(), async (isChallenged) => isChallenged)).toBe(false);
  const refused = challenges.whenFull('sign-in', request(), () =>
    Promise.reject(failure('CREDENTIALS_WRONG')),
  );
  await expect(refused).rejects.toMatchObject({ code: 'CREDENTIALS_WRONG' });
});

test('a challenge expires', async () => {
  const solution = await solutionOf(await required(challenges.require('code', request())));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 181_000 });
  await required(challenges.require('code', request(solution)));
  vi.useRealTimers();
  await challenges.require('code', request(solution));
});

test('a challenge of a clock that ran ahead does not outlive its correction', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 172_800_000 });
  const solution = await solutionOf(await required(challenges.require('code', request())));
  vi.useRealTimers();
  await required(challenges.require('code', request(solution)));
});
