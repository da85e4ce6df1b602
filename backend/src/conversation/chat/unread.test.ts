import { expect, test } from 'vitest';
import { type Person, sharedTestServer } from '../../../../test/server.ts';
import { openMarket, succeed } from '../../trading/orders/market.fixture.ts';

const server = await sharedTestServer();
const market = await openMarket(server);
const admin = market.admin;
const buyer = await server.member({ active: true });

const call = (by: Person, method: string, path: string, body?: object) =>
  succeed(server, method, path, { token: by.token, ...(body !== undefined && { body }) });
const post = (by: Person, orderId: string, content: string) =>
  call(by, 'POST', '/chat', { orderId, content });
const all = async (by: Person) => (await call(by, 'GET', '/chat/unread')).body;
const unread = async (by: Person, room: string): Promise<number | undefined> =>
  (await all(by)).rooms.find(({ _id }: { _id: string }) => _id === room)?.unread;
const support = (of: Person) => `support-${of.memberId}`;
const order = (by = buyer) => market.place(by, 'sell', '70000');

test('counts unread messages per reader; sending marks as read', async () => {
  const placed = await order();
  await post(buyer, placed, 'one');
  await post(buyer, placed, 'two');
  expect([await unread(buyer, placed), await unread(admin, placed)]).toEqual([undefined, 2]);
  expect(await unread(await server.member(), placed)).toBeUndefined();
  await call(admin, 'PUT', `/chat/read/${placed}`, { seq: 1 });
  expect(await unread(admin, placed)).toBe(1);
  const { body } = await call(buyer, 'PUT', `/chat/read/${placed}`, {});
  expect(body.room).toMatchObject({
    lastSeq: 2,
    readSeq: 2,
    reads: [{ reader: admin.nickname, role: 'admin', seq: 1 }],
  });
  // A read mark moves neither back nor beyond the newest message.
  await call(admin, 'PUT', `/chat/read/${placed}`, { seq: 0 });
  expect(await unread(admin, placed)).toBe(1);
  const beyond = await call(admin, 'PUT', `/chat/read/${placed}`, { seq: Number.MAX_SAFE_INTEGER });
  expect([beyond.body.room.readSeq, await unread(admin, placed)]).toEqual([2, undefined]);
  await post(admin, placed, 'three');
  expect(await unread(buyer, placed)).toBe(1);
});

test('what was written before a chat ended stays unread for its member until they read it', async () => {
  const placed = await order();
  await post(admin, placed, 'All is settled, so this chat ends.');
  await call(admin, 'PATCH', `/chat/close/${placed}`, {});
  expect(await unread(buyer, placed)).toBe(1);
  const endedBefore = (days: number) =>
    server.pool.query(
      `update app.chat_rooms set closed_at = now() - make_interval(days => $2) where id = $1`,
      [placed, days],
    );
  await endedBefore(91);
  expect(await unread(buyer, placed)).toBeUndefined();
  await endedBefore(89);
  expect(await unread(buyer, placed)).toBe(1);
  await call(buyer, 'PUT', `/chat/read/${placed}`, {});
  expect(await unread(buyer, placed)).toBeUndefined();

  const other = await order();
  await post(buyer, other, 'hello?');
  await call(admin, 'PATCH', `/chat/close/${other}`, {});
  expect(await unread(admin, other)).toBeUndefined();
});

test('searches an admin’s unread rooms among the newest, a member’s among all of theirs', async () => {
  const [unanswered, answered] = [await order(), await order()];
  await post(buyer, unanswered, 'one');
  await post(admin, answered, 'two');
  const seen = async () => [await unread(admin, unanswered), await unread(buyer, answered)];
  expect(await seen()).toEqual([1, 1]);
  try {
    await server.pool.query(
      `insert into app.chat_rooms (id, kind, member_id, last_hash, listed, last_at, last_seq)
        select 'support-' || lpad(g::text, 24, '0'), 'support', 'unknown', '', true, now() + interval '1 hour', 1
        from generate_series(1, 1000) g`,
    );
    expect(await seen()).toEqual([undefined, 1]);
  } finally {
    await server.pool.query(`delete from app.chat_rooms where member_id = 'unknown'`);
  }
});

test('counts the unread messages of each list, however many rooms are newer', async () => {
  const sell = await market.open(await server.member({ active: true }), 'sell', '300000');
  const trade = (await market.match(sell, await market.open(buyer, 'buy', '300000')))._id;
  const before = await all(admin);
  await post(buyer, trade, 'one');
  await post(buyer, support(buyer), 'two');
  try {
    await server.pool.query(
      `insert into app.chat_rooms (id, kind, buy_order_id, buyer_id, last_hash, listed, last_at, last_seq)
        select lpad(g::text, 24, '0'), 'order', lpad(g::text, 24, '0'), 'unknown', '', true, now() + interval '1 hour', 2
        from generate_series(1, 100) g`,
    );
    const { total, lists, rooms } = await all(admin);
    expect([total, rooms.length]).toEqual([before.total + 202, 100]);
    expect(lists).toEqual({
      sell: before.lists.sell + 1,
      buy: before.lists.buy + 201,
      support: before.lists.support + 1,
    });
  } finally {
    await server.pool.query(`delete from app.chat_rooms where buyer_id = 'unknown'`);
  }
});

test('counts apart what an admin has not read in their own chats', async () => {
  const trader = await server.member({ active: true, admin: true });
  const placed = await order(trader);
  const { total, own } = await all(trader);
  expect(own).toBe(0);
  await post(buyer, support(buyer), 'to any admin');
  await post(admin, placed, 'about your order');
  expect(await all(trader)).toMatchObject({ total: total + 2, own: 1 });
  const ofMember = await all(buyer);
  expect(ofMember.own).toBe(ofMember.total);
});
