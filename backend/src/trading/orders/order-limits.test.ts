import type { OrderReceipt } from '@matgyo/contracts/endpoints/order-views';
import type { MemberId, OrderId } from '@matgyo/contracts/ids';
import type { Krw } from '@matgyo/contracts/money';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { afterAll, expect, test } from 'vitest';
import { applicationWithMembers, type Person, startTestServer } from '../../../../test/server.ts';
import { figures, openMarket } from './market.fixture.ts';
import { withinOrderLimits } from './order-limits.ts';
import { PlacementLimiter } from './placement-limiter.ts';

const LIMITS = '{"ordersPerDay":5,"pendingOrdersMax":3,"orderKrwMin":"10000"}';
const server = await startTestServer({ LIMITS }, applicationWithMembers);
const market = await openMarket(server);
afterAll(() => server.close());

const place = (member: Person, krw = '14000', more: object = {}) =>
  server.request('POST', '/sell', {
    token: member.token,
    language: 'en',
    body: figures(krw, '1400'),
    ...more,
  });
const ordersOf = async ({ memberId }: Person): Promise<number> =>
  Number(
    (
      await server.pool.query(
        `select count(*) from event_log.events where type = 'OrderPlaced' and data ->> 'memberId' = $1`,
        [memberId],
      )
    ).rows[0].count,
  );

test('refuses an order below the minimum with the minimum, and accepts one of exactly that', async () => {
  const member = await server.member({ active: true });
  expect(await place(member, '9999')).toMatchObject({
    status: 422,
    body: { code: 'ORDER_TOO_SMALL', details: { leastOrderKrw: '10000' } },
  });
  expect((await place(member, '10000')).status).toBe(201);
  expect(await ordersOf(member)).toBe(1);
});

test('limits a member’s pending orders, and accepts another once one is decided', async () => {
  const member = await server.member({ active: true });
  const ids = [];
  for (let index = 0; index < 3; index += 1) ids.push((await place(member)).body.order._id);
  const headers = { 'idempotency-key': 'the fourth' };
  expect(await place(member, '14000', { headers })).toMatchObject({
    status: 409,
    body: { code: 'TOO_MANY_PENDING' },
  });
  expect((await place(await server.member({ active: true }))).status).toBe(201);
  await market.approve('sell', ids[0]);
  // The refusal is not stored for the key: a repeat places the order.
  expect((await place(member, '14000', { headers })).status).toBe(201);
  expect((await place(member, '14000', { headers })).status).toBe(201);
  expect(await ordersOf(member)).toBe(4);
});

test('limits a member’s orders per minute, also concurrent ones, with Retry-After', async () => {
  const ofMinute = await startTestServer({ LIMITS: '{"ordersPerMinute":4}' }, applicationWithMembers);
  try {
    await openMarket(ofMinute);
    const [member, other] = [
      await ofMinute.member({ active: true }),
      await ofMinute.member({ active: true }),
    ];
    const place = ({ token }: Person) =>
      ofMinute.request('POST', '/sell', { token, body: figures('14000', '1400') });
    const answers = await Promise.all(Array.from({ length: 12 }, () => place(member)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ body }) => body.code)).toEqual(Array(8).fill('TOO_MANY_REQUESTS'));
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await place(other)).status).toBe(201);
  } finally {
    await ofMinute.close();
  }
});

test('counts placed and cancelled orders for 24 hours and refuses more than the limit', async () => {
  const member = await server.member({ active: true });
  for (let index = 0; index < 5; index += 1) {
    const { body } = await place(member);
    const withdrawn = await server.request('DELETE', `/sell/sell-orders/${body.order._id}/cancel`, {
      token: member.token,
      body: {},
    });
    expect(withdrawn.status).toBe(200);
  }
  expect(await place(member)).toMatchObject({ status: 409, body: { code: 'TOO_MANY_OF_DAY' } });
  expect(await ordersOf(member)).toBe(5);
  expect((await place(await server.member({ active: true }))).status).toBe(201);
});

test('a log that does not answer is called once, not again to look for the order', async () => {
  let reads = 0;
  const log = {
    readStream: async () => {
      reads += 1;
      throw new EventLogUnavailable('none');
    },
  };
  const limiter = new PlacementLimiter(server.pool, log, { pending: 1, ofDay: 5, levels: [] });
  const limits = { ordersOf: { take: async () => 0 } };
  const memberId = 'a'.repeat(24) as MemberId;
  const place = (newId: OrderId) =>
    withinOrderLimits({ limits, limiter }, { memberId, krw: '14000' as Krw }, async (count) => {
      await count({ newId, earlier: 'none', ledger: { log } });
      throw new EventLogUnavailable('unknown');
    });
  await expect(place('b'.repeat(24) as OrderId)).rejects.toThrow(EventLogUnavailable);
  expect(reads).toBe(0);
  // Whether the first was placed is known to the log only.
  await expect(place('c'.repeat(24) as OrderId)).rejects.toThrow(EventLogUnavailable);
  expect(reads).toBe(1);
});

test('an order in doubt counts under the id of the run that placed it, not the one of an earlier attempt', async () => {
  const [first, claimed, next] = ['b', 'c', 'd'].map((letter) => letter.repeat(24) as OrderId);
  const log = { readStream: async (stream: string) => (stream === `order-${claimed}` ? [{}] : []) as never };
  const limiter = new PlacementLimiter(server.pool, log, { pending: 1, ofDay: 5, levels: [] });
  const place = (...ids: (OrderId | undefined)[]) =>
    withinOrderLimits(
      { limits: { ordersOf: { take: async () => 0 } }, limiter },
      { memberId: 'e'.repeat(24) as MemberId, krw: '14000' as Krw },
      async (count) => {
        for (const newId of ids) await count({ newId: String(newId), earlier: 'none', ledger: { log } });
        throw new EventLogUnavailable('unknown');
      },
    );
  await expect(place(first, claimed)).rejects.toThrow(EventLogUnavailable);
  await expect(place(next)).rejects.toMatchObject({ code: 'TOO_MANY_PENDING' });
});

test('a repeat while the first run is at work is not counted', async () => {
  const newId = 'b'.repeat(24);
  const log = { readStream: async () => [] };
  const limiter = new PlacementLimiter(server.pool, log, { pending: 1, ofDay: 5, levels: [] });
  const place = (earlier: 'none' | 'at work') =>
    withinOrderLimits(
      { limits: { ordersOf: { take: async () => 0 } }, limiter },
      { memberId: 'f'.repeat(24) as MemberId, krw: '14000' as Krw },
      async (count) => {
        await count({ newId, earlier, ledger: { log } });
        return { message: '', order: { _id: newId } as OrderReceipt };
      },
    );
  await place('none');
  await expect(place('none')).rejects.toMatchObject({ code: 'TOO_MANY_PENDING' });
  await expect(place('at work')).resolves.toMatchObject({ order: { _id: newId } });
});
