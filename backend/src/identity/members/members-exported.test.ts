import { afterAll, expect, test } from 'vitest';
import { type Person, startTestServer } from '../../../../test/server.ts';
import { openMarket } from '../../trading/orders/market.fixture.ts';

const server = await startTestServer();
const admin = await server.admin();
const other = await server.member({ active: true, admin: true });
await server.pool.query(
  `insert into app.members (id, nickname, nickname_key, username, full_name, phone, phone_verified, bank_name, bank_account, telegram, tether_address)
   select lpad(to_hex(n), 24, '0'), 'many' || n, 'many' || n, 'Many', 'Many', '+8210' || 90000000 + n, true, 'Bank', '1', 'many', ''
   from generate_series(1, 1100) n`,
);
await server.pool.query(
  `insert into read_accounts.accounts (member_id, status, admin, manager, invite_code, revision, registered_at, updated_at)
   select lpad(to_hex(n), 24, '0'), 'active', false, false, 'many' || n, 0, now(), now() from generate_series(1, 1100) n`,
);
afterAll(() => server.close());

test('members are shown after an upgrade, while the read model still has the columns of version 1', async () => {
  const client = await server.pool.connect();
  try {
    await client.query('alter table read_accounts.accounts rename column activated_at to another');
    const answer = await server.request('GET', `/user/users/${other.nickname}`, { token: other.token });
    expect(answer).toMatchObject({ status: 200, body: { status: 'active', activatedAt: null } });
  } finally {
    await client.query('alter table read_accounts.accounts rename column another to activated_at');
    client.release();
  }
});

test('an admin who pages through all members is stopped after a thousand, and the other admins are notified', async () => {
  const page = (cursor: string | null) =>
    server.request('GET', `/user/users?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`, {
      token: admin.token,
    });
  let answer = await page(null);
  let shown = 0;
  while (answer.status === 200 && answer.body.nextCursor !== null) {
    shown += answer.body.items.length;
    answer = await page(answer.body.nextCursor);
  }
  expect([answer.status, answer.body.code, shown]).toEqual([429, 'TOO_MANY_REQUESTS', 1000]);
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
  // Members already shown can be loaded again; another member by name or id cannot.
  expect((await page(null)).status).toBe(200);
  for (const path of ['/user/users/many1', `/admin/members/${'1'.padStart(24, '0')}`])
    expect(await server.request('GET', path, { token: admin.token })).toMatchObject({ status: 429 });
  expect((await server.request('GET', '/user/users/many1', { token: other.token })).status).toBe(200);
  const { body } = await server.request('GET', '/notification', { token: other.token });
  expect(JSON.stringify(body)).toContain('READ_LIMIT_REACHED');
});

test('beyond that, staff are shown no other member by an edit that changes nothing, in a chat or in the list of matches', async () => {
  const manager = await server.member({ active: true, manager: true });
  const third = await server.member({ active: true, admin: true });
  const readTenPages = async (list: string, { token }: Person) => {
    let cursor: string | null = '';
    for (let pages = 0; pages < 10; pages++) {
      const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
      cursor = (await server.request('GET', `${list}?limit=100${next}`, { token })).body.nextCursor;
    }
  };
  for (const person of [manager, third]) await readTenPages('/user/users', person);
  const market = await openMarket(server);
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const match = await market.match(
    await market.open(seller, 'sell', '140000'),
    await market.open(buyer, 'buy', '140000'),
  );
  const path = `/user/users/${seller.nickname}`;
  for (const { token } of [manager, third])
    for (const body of [{}, { expectedRevision: '0'.repeat(24), telegram: 'other' }])
      expect(await server.request('PUT', path, { token, body })).toMatchObject({ status: 429 });
  for (const shown of [
    `/chat/admin/userInfo/support-${seller.memberId}`,
    `/chat/admin/userInfo/${match._id}`,
    '/sell/allmatched-orders',
  ])
    expect([shown, (await server.request('GET', shown, { token: third.token })).status]).toEqual([
      shown,
      429,
    ]);
  // The trade can still be settled: its parties have a limit of their own.
  const payment = (tradeId: string, { token }: Person) =>
    server.request('GET', `/trades/${tradeId}/payment`, { token });
  for (const person of [seller, third]) expect((await payment(match._id, person)).status).toBe(200);
  // With the authors of inquiries and these two, 982 of the thousand.
  await server.pool.query(
    `insert into app.inquiries (id, member_id, title, description)
     select id, id, 'Edit Account Info', '' from app.members where id <= lpad(to_hex(980), 24, '0')`,
  );
  await readTenPages('/inquiry/all/active', third);
  await server.pool.query('truncate app.inquiries cascade');
  await server.pool.query(
    `insert into read_trades.trades select (jsonb_populate_record(trade, jsonb_build_object(
       'trade_id', lpad(to_hex(n), 24, '0'), 'seller_id', lpad(to_hex(980 + n), 24, '0'),
       'buyer_id', lpad(to_hex(1000 + n), 24, '0')))).*
     from read_trades.trades trade, generate_series(1, 10) n where trade_id = $1`,
    [match._id],
  );
  const tradeId = (n: number) => n.toString(16).padStart(24, '0');
  // Counted, although the payout data of these has no entry in the audit log.
  for (let n = 1; n < 10; n += 1)
    expect((await payment(tradeId(n), third)).body.code).toBe('RECORD_MISMATCH');
  expect(await payment(tradeId(10), third)).toMatchObject({ status: 429 });
  expect((await payment(match._id, third)).status).toBe(200);
  // Nor is the chat of another member shown then; each reads their own.
  const chat = (roomId: string, { token }: Person) =>
    server.request('GET', `/chat/messages/${roomId}`, { token });
  const support = `support-${manager.memberId}`;
  expect(await chat(support, third)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  expect((await chat(support, manager)).status).toBe(200);
  for (const roomId of [match._id, `support-${third.memberId}`])
    expect((await chat(roomId, third)).status).toBe(200);
  // Nor what another member has asked, open or closed.
  const body = { title: 'Edit Account Info', description: 'My new number is 010-1234-5678.' };
  const submit = async () =>
    (await server.request('POST', '/inquiry', { token: manager.token, body })).body.inquiry._id;
  await server.request('PATCH', `/inquiry/${await submit()}/close`, { token: other.token, body: {} });
  await submit();
  const inbox = (list: string, { token }: Person) => server.request('GET', `/inquiry/all/${list}`, { token });
  for (const list of ['active', 'closed']) {
    expect(await inbox(list, third)).toMatchObject({ status: 429 });
    expect((await inbox(list, other)).status).toBe(200);
  }
});
