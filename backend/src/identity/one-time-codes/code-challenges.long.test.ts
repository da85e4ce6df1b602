import { type WorkChallenge, workSolution } from '@matgyo/contracts/work-challenge';
import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { testAll } from '../../../../test/test-all.ts';
import { untouchedApplication } from '../../../../test/untouched-application.ts';
import { solutionOf } from '../../platform/http/challenge-solution.fixture.ts';

/** Two backends on one database. Visitors get 80 sign-up codes a day without a challenge, an address four an hour. */
const started = (async () => {
  const database = await createTestDatabase(untouchedApplication);
  const settings = { TRUST_PROXY: '1', CODES_PER_IP_PER_HOUR: '4', CODES_PER_DAY: '100' };
  const first = await startTestServer(settings, database);
  const second = await startTestServer(settings, { ...database, drop: async () => undefined });
  return [first, second] as const;
})();
let server: TestServer;
let other: TestServer;
beforeEach(async () => {
  [server, other] = await started;
  await server.pool.query('truncate app.one_time_codes, app.rate_limits');
});
afterAll(async () => {
  for (const one of (await started).toReversed()) await one.close();
});

let phones = 0;
interface CodeRequest {
  readonly ip?: string;
  readonly solution?: string | undefined;
  readonly at?: TestServer;
}
const requestCode = ({ ip = '203.0.113.1', solution, at = server }: CodeRequest = {}) => {
  phones += 1;
  return at.request('POST', '/user/users/sendCode', {
    body: { phone: `010${40_000_000 + phones}` },
    headers: { 'x-forwarded-for': ip, ...(solution !== undefined && { 'challenge-solution': solution }) },
  });
};
const encoded = (given: unknown) => Buffer.from(JSON.stringify(given)).toString('base64url');
const challengeFrom = async (requested: CodeRequest = {}): Promise<WorkChallenge> => {
  const { status, body } = await requestCode(requested);
  expect({ status, code: body.code }).toEqual({ status: 429, code: 'CHALLENGE_REQUIRED' });
  return body.details.challenge;
};
/** Sets the number of messages sent today. */
const sent = async (count: number) => {
  await requestCode({ ip: '192.0.2.250' });
  await server.pool.query(`update app.rate_limits set points = $1 where key like 'codes-in-all:%'`, [count]);
};

test('no challenge is required within the limits, and a solution sent unnecessarily is not used up', async () => {
  await sent(79);
  expect((await requestCode()).status).toBe(200);
  const solution = await solutionOf(await challengeFrom());
  await sent(0);
  expect((await requestCode({ solution })).status).toBe(200);
  await sent(80);
  expect((await requestCode({ solution })).status).toBe(200);
});

test('a solved challenge admits one request, over all backends', async () => {
  await sent(80);
  const solution = await solutionOf(await challengeFrom());
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      requestCode({ ip: `203.0.${index}.9`, solution, at: index % 2 ? other : server }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['CHALLENGE_REQUIRED']));
});

test('a challenge has limited cost, and its solution is accepted only unchanged, for its use and until it expires', async () => {
  await sent(80);
  const challenge = await challengeFrom();
  const { parameters } = challenge;
  expect(parameters).toMatchObject({ cost: 2_000, data: { most: 4_000, use: 'code' } });
  expect(parameters.expiresAt - Date.now() / 1_000).toBeLessThanOrEqual(180);
  const solved = workSolution.parse(
    JSON.parse(Buffer.from(await solutionOf(challenge), 'base64url').toString()),
  );
  expect(solved.solution.counter).toBeLessThan(4_000);

  const changed = (part: object) => ({
    ...solved,
    challenge: { ...challenge, parameters: { ...parameters, ...part } },
  });
  const easy = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 1,
    deriveKey,
    data: parameters.data,
    expiresAt: parameters.expiresAt,
    hmacSignatureSecret: 'a',
    hmacKeySignatureSecret: 'b',
  });
  const forged = { challenge: easy, solution: await solveChallenge({ challenge: easy, deriveKey }) };
  const bad = [
    forged,
    changed({ expiresAt: parameters.expiresAt + 1 }),
    changed({ data: { ...parameters.data, use: 'sign-in' } }),
    { ...solved, solution: { ...solved.solution, derivedKey: parameters.keyPrefix + parameters.keyPrefix } },
    { challenge },
    'x',
  ];
  for (const given of bad)
    expect((await requestCode({ solution: encoded(given) })).body.code).toBe('CHALLENGE_REQUIRED');

  const forRecovery = await server.request('POST', '/user/login', {
    body: { nickname: 'nobody1', password: 'secret1' },
    headers: { 'challenge-solution': encoded(solved) },
  });
  expect(forRecovery.body.code).toBe('CREDENTIALS_WRONG');
  expect((await requestCode({ solution: encoded(solved) })).status).toBe(200);
});

test('solved challenges allow an address and its /24 only a few more codes; after that no challenge is offered', async () => {
  const around = (index: number) => `198.51.100.${index}`;
  for (let index = 0; index < 40; index++)
    expect((await requestCode({ ip: around(index) })).status).toBe(200);
  const challenged = async (ip: string) =>
    requestCode({ ip, solution: await solutionOf(await challengeFrom({ ip })) });
  for (let index = 0; index < 2; index++) expect((await challenged(around(100))).status).toBe(200);
  expect((await requestCode({ ip: around(100) })).body.code).toBe('TOO_MANY_REQUESTS');
  await server.pool.query(
    `update app.rate_limits set points = 20 where key like 'challenged-codes-around:%'`,
  );
  expect((await requestCode({ ip: around(101) })).body.code).toBe('TOO_MANY_REQUESTS');
  // Other networks are not affected.
  expect((await requestCode({ ip: '198.51.101.1' })).status).toBe(200);
});

test('solved challenges never exceed the day’s budget of messages', async () => {
  await sent(99);
  const ips = testAll ? ['203.0.1.1', '203.0.2.1', '203.0.3.1', '203.0.4.1'] : ['203.0.1.1', '203.0.2.1'];
  const solved = await Promise.all(
    ips.map(async (ip) => ({ ip, solution: await solutionOf(await challengeFrom({ ip })) })),
  );
  const answers = await Promise.all(solved.map(requestCode));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...ips.slice(1).map(() => 429)]);
  const refused = await requestCode();
  expect(refused.body.code).toBe('TOO_MANY_REQUESTS');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
});
