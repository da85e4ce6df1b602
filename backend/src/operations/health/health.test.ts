import { afterAll, expect, test } from 'vitest';
import { createTestCluster } from '../../../../test/database.ts';
import { startTestServer } from '../../../../test/server.ts';

const cluster = await createTestCluster();
const server = await startTestServer({}, cluster);
const admin = await server.admin();
afterAll(() => server.close());

const ready = () => server.request('GET', '/health/ready');

test('reports the lag of each read model', async () => {
  const { status, body } = await ready();
  expect([status, body.status]).toEqual([200, 'ready']);
  expect(Object.keys(body.projections)).toEqual(
    expect.arrayContaining(['accounts', 'orders', 'trades', 'fees']),
  );
  expect(body.projections.accounts).toEqual({ lagSeconds: expect.any(Number), halted: false });
});

test('is not ready when a projection that members need halts, but stays ready when one for reports does', async () => {
  const halt = (name: string, at: string) =>
    server.pool.query(`update read_${name}.checkpoint set halted_at = ${at}, halted_reason = 'test'`);
  await halt('fees', 'now()');
  expect(await ready()).toMatchObject({ status: 200, body: { projections: { fees: { halted: true } } } });
  await halt('orders', 'now()');
  expect(await ready()).toMatchObject({
    status: 503,
    body: { details: { projections: { orders: { halted: true } } } },
  });
  await halt('orders', 'null');
  await halt('fees', 'null');
  expect(await ready()).toMatchObject({ status: 200 });
});

test('is not ready without any of the read models, or without what says how far they are', async () => {
  const checkpoint = 'read_fees.checkpoint';
  await server.pool.query(`alter table ${checkpoint} rename to other`);
  expect(await ready()).toMatchObject({
    status: 503,
    body: { details: { projections: { fees: { lagSeconds: null, halted: false } } } },
  });
  await server.pool.query('alter table read_fees.other rename to checkpoint');
  expect(await ready()).toMatchObject({ status: 200 });
  await server.pool.query('alter table projections.shared_checkpoint rename to other');
  expect(await ready()).toMatchObject({ status: 503 });
  await server.pool.query('alter table projections.other rename to shared_checkpoint');
  await expect.poll(ready).toMatchObject({ status: 200 });
});

test('answers 503 with Retry-After to calls that need Postgres while it is down, and keeps running', async () => {
  await cluster.drop();
  for (const [method, path, language, error] of [
    ['GET', '/user/users', 'ko', '지금은 서비스를 이용할 수 없어요. 잠시 후 다시 시도해 주세요.'],
    ['GET', '/health/ready', 'en', 'The service is not available right now. Please try again.'],
    ['GET', '/user/check-nickname/x', 'en', 'The service is not available right now. Please try again.'],
  ] as const) {
    const { status, headers, body } = await server.request(method, path, { token: admin.token, language });
    expect([path, status, body.error, body.code]).toEqual([path, 503, error, 'UNAVAILABLE']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const body = { nickname: admin.nickname, password: admin.password };
  expect(await server.request('POST', '/user/login', { body })).toMatchObject({ status: 503 });
  expect(await server.request('GET', '/health/live')).toMatchObject({
    status: 200,
    body: { status: 'live' },
  });
});
