import { randomUUID } from 'node:crypto';
import { priceStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { expect, test } from 'vitest';
import type { ApiAnswer } from '../../../../test/api-call.ts';
import { type Person, sharedTestServer } from '../../../../test/server.ts';
import { testAll } from '../../../../test/test-all.ts';
import { loadPriceStream, newestPrices } from './current-price.ts';

const server = await sharedTestServer();
const admins = [await server.admin(), await server.member({ active: true, admin: true })];

const set = (
  by: Person | undefined,
  body: object,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> =>
  server.request('POST', '/tetherprice/update-tether-price', {
    ...(by && { token: by.token }),
    body,
    headers,
    language: 'en',
  });
const current = async () => (await server.request('GET', '/tetherprice/get-tether-price')).body;

test('sets the price without a stated revision, as in the specification', async () => {
  expect(await set(admins[0], { tetherPrice: '1400' })).toMatchObject({ status: 200 });
  expect(await set(admins[1], { tetherPrice: '1401', storedLanguage: 'en' })).toMatchObject({ status: 200 });
});

test('refuses a price based on an outdated one, with the current price', async () => {
  const { revision } = await current();
  expect(await set(admins[0], { tetherPrice: '1410', expectedRevision: revision })).toMatchObject({
    status: 200,
    body: { data: { revision: revision + 1 } },
  });
  const stale = { tetherPrice: '1390', expectedRevision: revision };
  const refused = {
    status: 409,
    body: { code: 'PRICE_CHANGED', details: { price: '1410', revision: revision + 1 } },
  };
  expect(await set(admins[1], stale)).toMatchObject(refused);
  // Every repeat gets this refusal.
  const headers = { 'idempotency-key': 'stale' };
  expect(await set(admins[1], stale, headers)).toMatchObject(refused);
  expect(await set(admins[1], stale, headers)).toMatchObject(refused);
  expect(await set(admins[1], { tetherPrice: '1390', expectedRevision: null })).toMatchObject(refused);
  expect(await current()).toMatchObject({ data: '1410', revision: revision + 1 });
});

test('a repeat gets the first reply, although its own change has moved the price', async () => {
  const { revision } = await current();
  const headers = { 'idempotency-key': 'once' };
  const body = { tetherPrice: '1420', expectedRevision: revision };
  const first = await set(admins[0], body, headers);
  // As after a crash that lost the reply.
  await server.pool.query('delete from app.commands');
  const again = await set(admins[0], body, headers);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body.data).toEqual(first.body.data);
});

test('a repeat after replies were deleted and more prices set than a decision reads sets no second price', async () => {
  const headers = { 'idempotency-key': 'long-ago' };
  const first = await set(admins[0], { tetherPrice: '1421' }, headers);
  const { head, events } = await loadPriceStream(server.log);
  const { type, data, metadata } = events.at(-1) as RecordedEvent;
  const another = () => ({
    id: randomUUID(),
    type,
    data,
    metadata: { ...metadata, commandId: randomUUID() },
  });
  await server.log.append(priceStream, head, Array.from({ length: newestPrices.newest }, another));
  await set(admins[1], { tetherPrice: '1422' });
  const repeat = async (tetherPrice: string) => {
    await server.pool.query('delete from app.commands');
    const again = await set(admins[0], { tetherPrice }, headers);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.data).toEqual(first.body.data);
  };
  await repeat('1421');
  await repeat('1423');
  await server.pool.query('create table kept_prices as select * from read_prices.prices');
  // As after a change of TOKEN_SECRET, from which the ids of events are derived.
  await server.pool.query('update read_prices.prices set event_id = gen_random_uuid()');
  await repeat('1424');
  expect(await current()).toMatchObject({ data: '1422' });
  // A read model that is being derived does not know of the first one yet.
  await server.pool.query('delete from app.commands');
  await server.pool.query('delete from read_prices.prices');
  expect(await set(admins[0], { tetherPrice: '1421' }, headers)).toMatchObject({ status: 503 });
  await server.pool.query('insert into read_prices.prices select * from kept_prices');
  const { rows } = await server.pool.query('select id from event_log.events group by id having count(*) > 1');
  expect(rows).toEqual([]);
});

test('one of several admins who replace the same price at once succeeds', async () => {
  for (let round = 0; round < (testAll ? 5 : 2); round++) {
    const { revision } = await current();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        set(admins[index % 2], {
          tetherPrice: String(1500 + round * 10 + index),
          expectedRevision: revision,
        }),
      ),
    );
    const [won, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    const now = { price: won?.body.data.tetherPrice, revision: revision + 1 };
    for (const { status, body } of answers)
      if (status !== 200) expect({ status, details: body.details }).toEqual({ status: 409, details: now });
  }
});

test('an admin sets a limited number of prices in a day; another admin can still set one', async () => {
  expect((await set(admins[0], { tetherPrice: '1400' })).status).toBe(200);
  const by = `select key from app.rate_limits where key like 'prices:%'`;
  const { rows } = await server.pool.query(by);
  await server.pool.query(`update app.rate_limits set points = 1000000 where key like 'prices:%'`);
  try {
    expect(await set(admins[0], { tetherPrice: '1401' })).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_REQUESTS' },
    });
    const another = await server.member({ active: true, admin: true });
    expect((await set(another, { tetherPrice: '1401' })).status).toBe(200);
  } finally {
    await server.pool.query('delete from app.rate_limits where key = any($1)', [rows.map(({ key }) => key)]);
  }
});
