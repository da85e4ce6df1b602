import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { WorkChallenge } from '@matgyo/contracts/work-challenge';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestServer, testSecret } from '../../../../test/server.ts';
import { signUpForm, smallJpeg } from '../../../../test/sign-up-form.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { solutionOf } from '../../platform/http/challenge-solution.fixture.ts';
import { createRateLimits } from '../../platform/http/rate-limits.ts';
import type { RequestFailure } from '../../platform/http/request-failure.ts';
import { createWorkChallenges } from '../../platform/http/work-challenges.ts';
import { openImageFiles } from '../../platform/images/image-files.ts';
import { createImageStore } from '../../platform/images/image-store.ts';
import { keysFrom, passwordKeys } from '../../platform/keys.ts';
import { createSealedRows } from '../../proof/sealed-rows/sealed-rows.ts';
import { createVerifiedPhones } from '../one-time-codes/verified-phones.ts';
import { createPasswords } from '../passwords/passwords.ts';
import { createRegistration } from './registration.ts';
import { signUp } from './sign-up.ts';

const server = await startTestServer();
// Slow hashes, so that the queue stays full.
const passwords = await createPasswords({ keys: passwordKeys(testSecret, undefined) });
afterAll(() => server.close());

/** More requests than the 2 running and the 64 waiting, each followed by another. */
function keepQueueFull(): () => Promise<unknown> {
  let isFull = true;
  const crowd = Array.from({ length: 80 }, async (_, index) => {
    const client = { network: `network ${index}`, lane: 'stranger' } as const;
    while (isFull) await passwords.verify(undefined, 'secret1', client).catch(() => nextTick());
  });
  return () => {
    isFull = false;
    return Promise.all(crowd);
  };
}

test('a sign-up with a solved challenge succeeds while the password queue of unknown networks is full', async () => {
  const db = createDatabase(server.pool);
  const keys = keysFrom(testSecret);
  const limits = createRateLimits({
    pool: server.pool,
    hashed: (...parts) => JSON.stringify(parts),
    codesPerIpPerHour: 1,
    codesPerDay: 1,
    chatMessagesPerMinute: 1,
    chatMessagesPerDay: 1,
    ordersPerMinute: 1,
  });
  const deps = {
    db,
    passwords,
    config: { phoneCountries: ['KR'] },
    sealedRows: createSealedRows(testSecret),
    images: createImageStore(db, await openImageFiles(server.dataDir)),
    verifiedPhones: createVerifiedPhones(db, keys.lookup),
    challenges: createWorkChallenges(limits, keys.challenges),
    registration: createRegistration(db, { log: server.log, timing: systemTiming }, { warn: vi.fn() }),
  };
  const form = signUpForm({ phone: '01098761234' });
  const ticket = await deps.verifiedPhones.add('+821098761234', 'here');
  const trySigningUp = (solution?: string) =>
    signUp(
      deps as never,
      { ...form, username: '', tetherIdImage: undefined } as Parameters<typeof signUp>[1],
      { bytes: Buffer.from(smallJpeg()) },
      { network: 'here', ticket, header: () => solution },
    );
  let empty = keepQueueFull();
  const refusal = (await trySigningUp().catch((error: unknown) => error)) as RequestFailure;
  expect(refusal.code).toBe('CHALLENGE_REQUIRED');
  // Nothing of it is stored.
  const images = await readdir(path.join(server.dataDir, 'images'), { recursive: true });
  expect(images.filter((name) => name.endsWith('.jpg'))).toEqual([]);
  await empty();
  const challenge = refusal.details?.['challenge'] as WorkChallenge;
  const solution = await solutionOf(challenge);

  empty = keepQueueFull();
  const { user } = await trySigningUp(solution);
  expect(user).toMatchObject({ nickname: form.nickname, status: 'inactive' });
  await empty();
});
