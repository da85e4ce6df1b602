import type { ChatSessionView } from '@matgyo/contracts/endpoints/chat';
import { afterAll, expect, test, vi } from 'vitest';
import { applicationWithMembers, type Person, startTestServer } from '../../../../test/server.ts';
import { openMarket, succeed } from '../../trading/orders/market.fixture.ts';

const server = await startTestServer({}, applicationWithMembers);
const market = await openMarket(server);
const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
afterAll(() => server.close());

const mine = async (person: Person, query = '') =>
  (await succeed(server, 'GET', `/chat/mine${query}`, { token: person.token })).body;
const write = (person: Person, orderId: string, content: string) =>
  succeed(server, 'POST', '/chat', { token: person.token, body: { content, orderId } });
const listed = (person: Person, count: number) =>
  vi.waitFor(async () => {
    const { items } = await mine(person);
    expect(items).toHaveLength(count);
    return items;
  }, 60_000);

test('a member sees only their own chats, from their own side, newest message first', async () => {
  expect((await mine(seller)).items).toEqual([]);
  const sell = await market.open(seller, 'sell', '140000');
  const buy = await market.open(buyer, 'buy', '140000');
  const trade = await market.match(sell, buy);
  const [ofSeller] = await listed(seller, 1);
  expect(ofSeller).toMatchObject({
    _id: trade._id,
    kind: 'trade',
    orderId: sell,
    orderType: 'sell',
    currentOrderInProgress: buy,
    counterpartNickname: buyer.nickname,
    lastMessage: null,
    unread: 0,
    trade: { amount: '100.0000', status: 'matched' },
  });
  const [ofBuyer] = await listed(buyer, 1);
  expect(ofBuyer).toMatchObject({ orderId: buy, orderType: 'buy', counterpartNickname: seller.nickname });
  expect(ofBuyer.orderCode).toMatch(/^Buy100-/);

  await write(buyer, trade._id, '방금 보냈어요');
  await write(seller, sell, '질문이 있어요');
  const items = await listed(seller, 2);
  expect(items.map(({ _id, unread }: { _id: string; unread: number }) => [_id, unread])).toEqual([
    [sell, 0],
    [trade._id, 1],
  ]);
  expect((await mine(await server.member({ active: true }))).items).toEqual([]);
  expect((await server.request('GET', '/chat/mine')).status).toBe(401);
});

test('lists a chat without messages only while its match is in progress', async () => {
  const [one, other] = [await server.member({ active: true }), await server.member({ active: true })];
  const sell = await market.open(one, 'sell', '140000');
  const buy = await market.open(other, 'buy', '140000');
  const trade = await market.match(sell, buy);
  expect((await listed(one, 1)).map(({ _id }: { _id: string }) => _id)).toEqual([trade._id]);
  await market.cancelMatch(sell, buy);
  expect(await listed(one, 0)).toEqual([]);
});

test('the room of an earlier match of the same two orders is reached by the trade’s id, and listed with its amount and status', async () => {
  const [one, other] = [await server.member({ active: true }), await server.member({ active: true })];
  const sell = await market.open(one, 'sell', '140000');
  const buy = await market.open(other, 'buy', '140000');
  const earlier = await market.match(sell, buy, { amount: '60' });
  await write(other, earlier._id, '먼저 보낸 메시지');
  await market.cancelMatch(sell, buy);
  const later = await market.match(sell, buy);
  await write(other, later._id, '나중 메시지');
  const items = await listed(one, 2);
  expect(items.map(({ _id, trade, unread }: ChatSessionView) => [_id, trade, unread])).toEqual([
    [later._id, { amount: '100.0000', status: 'matched', inCase: false, readyToComplete: false }, 1],
    [earlier._id, { amount: '60.0000', status: 'cancelled', inCase: false, readyToComplete: false }, 1],
  ]);
  const room = `/chat/messages/${earlier._id}`;
  const { body } = await succeed(server, 'GET', room, { token: one.token });
  expect(body.items.map(({ content }: { content: string }) => content)).toEqual(['먼저 보낸 메시지']);
  await succeed(server, 'PUT', `/chat/read/${earlier._id}`, { token: one.token, body: {} });
  expect((await mine(one)).items.map(({ unread }: ChatSessionView) => unread)).toEqual([1, 0]);
});

test('an order’s room names the match in progress, although a newer one of the order was cancelled', async () => {
  const [one, other, third] = [
    await server.member({ active: true }),
    await server.member({ active: true }),
    await server.member({ active: true }),
  ];
  const sell = await market.open(one, 'sell', '140000');
  const buy = await market.open(other, 'buy', '70000');
  const cancelled = await market.open(third, 'buy', '70000');
  const live = await market.match(sell, buy);
  await market.match(sell, cancelled);
  await market.cancelMatch(sell, cancelled);
  await write(one, sell, '질문이 있어요');
  const named = { currentOrderInProgress: buy, tradeId: live._id };
  const { body } = await succeed(server, 'GET', `/chat/messages/${sell}`, { token: one.token });
  expect(body.room).toMatchObject(named);
  expect((await listed(one, 2))[0]).toMatchObject({ _id: sell, ...named });
  const people = await succeed(server, 'GET', `/chat/admin/userInfo/${sell}`, { token: market.admin.token });
  expect(people.body.counterpart.nickname).toBe(other.nickname);
});

test('lists open chats before ended ones, across pages', async () => {
  const [first] = await listed(seller, 2);
  await succeed(server, 'PATCH', `/chat/close/${first._id}`, { token: market.admin.token, body: {} });
  const all = (await mine(seller)).items;
  expect(all.map(({ closed }: { closed: boolean }) => closed)).toEqual([false, true]);
  const page = await mine(seller, '?limit=1');
  const next = await mine(seller, `?limit=1&cursor=${page.nextCursor}`);
  expect([...page.items, ...next.items]).toEqual(all);
  expect(next.nextCursor).toBeNull();
});

test('an admin’s own list has only chats the admin is a party of', async () => {
  expect((await mine(market.admin)).items).toEqual([]);
});
