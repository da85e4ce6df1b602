import { expect, test } from 'vitest';
import { type Person, sharedTestServer } from '../../../../test/server.ts';
import { openMarket } from '../../trading/orders/market.fixture.ts';

const server = await sharedTestServer();
const market = await openMarket(server);
const admin = market.admin;
const seller = await server.member({ active: true });
const buyer = await server.member({ active: true });
const outsider = await server.member({ active: true });
const manager = await server.member({ active: true, manager: true });
const inactive = await server.member();
const sell = await market.open(seller, 'sell', '1000000');
const buy = await market.open(buyer, 'buy', '300000');
const trade = (await market.match(sell, buy))._id;

const call = (by: Person | undefined, method: string, path: string, body?: unknown) =>
  server.request(method, path, {
    language: 'en',
    ...(by && { token: by.token }),
    ...(body !== undefined && { body }),
  });
const post = (by: Person, orderId: string, content: string, more: object = {}) =>
  call(by, 'POST', '/chat', { orderId, content, ...more });
const posted = async (...sent: Parameters<typeof post>) => {
  const { status, body } = await post(...sent);
  expect([status, body.ok], JSON.stringify(body)).toEqual([201, true]);
  return body.message;
};
const history = (by: Person, room: string, query = '') => call(by, 'GET', `/chat/messages/${room}${query}`);
const contents = ({ body }: Awaited<ReturnType<typeof history>>) =>
  body.items.map(({ content }: { content: string }) => content);
const refusal = ({ status, body }: Awaited<ReturnType<typeof post>>) => [status, body.code, body.error];
const support = (of: Person) => `support-${of.memberId}`;
const order = (by = seller) => market.place(by, 'sell', '70000');

test('only a room’s parties and admins may read or write it; a support room has one member', async () => {
  const placed = await order();
  const may = {
    [placed]: [seller, admin],
    [trade]: [seller, buyer, admin],
    [support(buyer)]: [buyer, admin],
  };
  const people = [seller, buyer, outsider, manager, admin, inactive];
  for (const [room, allowed] of Object.entries(may))
    for (const person of people) {
      const isIn = allowed.includes(person);
      const answers = await Promise.all([
        history(person, room),
        post(person, room, 'hello'),
        call(person, 'PUT', `/chat/read/${room}`, {}),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(isIn ? [200, 201, 200] : [404, 404, 404]);
      if (!isIn) expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['CHAT_NOT_FOUND']));
    }
});

test('answers 404 for malformed and unknown room ids', async () => {
  for (const room of ['f'.repeat(24), `support-${'f'.repeat(24)}`, 'support-', '%25', 'public'])
    expect(await history(admin, room)).toMatchObject({ status: 404, body: { code: 'CHAT_NOT_FOUND' } });
});

test('two orders name the room of their trade, in either order', async () => {
  const message = await posted(seller, sell, 'both', { currentOrderInProgress: buy });
  expect(message).toMatchObject({
    room: trade,
    orderId: sell,
    orderType: 'sell',
    currentOrderInProgress: buy,
    sender: seller.nickname,
    role: 'seller',
    image: null,
  });
  const other = await posted(buyer, buy, 'ways', { currentOrderInProgress: sell });
  expect(other).toMatchObject({ room: trade, role: 'buyer', seq: message.seq + 1 });
  expect(contents(await history(buyer, buy, `?currentOrderInProgress=${sell}`)).slice(-2)).toEqual([
    'both',
    'ways',
  ]);
});

test('an inactive member may read all their rooms and write only to support', async () => {
  expect(await posted(inactive, support(inactive), 'when?')).toMatchObject({ seq: 1, role: 'member' });
  const member = await server.member({ active: true });
  const placed = await order(member);
  await posted(member, placed, 'while active');
  await call(admin, 'PUT', `/user/users/${member.nickname}`, { status: 'inactive' });
  const again = await server.signIn(member.nickname, member.password);
  expect(contents(await history(again, placed))).toEqual(['while active']);
  await posted(admin, placed, 'are you there?');
  expect(await call(again, 'PUT', `/chat/read/${placed}`, {})).toMatchObject({
    status: 200,
    body: { room: { readSeq: 2 } },
  });
  expect(refusal(await post(again, placed, 'no'))).toEqual([403, 'ACCOUNT_INACTIVE', expect.any(String)]);
  await posted(again, support(again), 'why?');
});

test('numbers concurrent messages from 1 without gaps', async () => {
  const placed = await order();
  const sent = await Promise.all(
    Array.from({ length: 40 }, (_, index) => posted(index % 2 === 0 ? seller : admin, placed, `n${index}`)),
  );
  expect(sent.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(sent.map((_, index) => index + 1));
  const { body } = await history(seller, placed, '?limit=100');
  expect(body.items.map(({ seq }: { seq: number }) => seq)).toEqual(sent.map((_, index) => index + 1));
  const times = body.items.map(({ timestamp }: { timestamp: string }) => timestamp);
  expect(times.toSorted()).toEqual(times);
});

test('pages a history back from the newest message and forward from a number', async () => {
  const placed = await order();
  for (let index = 1; index <= 7; index += 1) await posted(seller, placed, `m${index}`);
  const newest = await history(seller, placed, '?limit=3');
  expect(contents(newest)).toEqual(['m5', 'm6', 'm7']);
  const before = await history(seller, placed, `?limit=3&cursor=${newest.body.nextCursor}`);
  expect(contents(before)).toEqual(['m2', 'm3', 'm4']);
  const first = await history(seller, placed, `?limit=3&cursor=${before.body.nextCursor}`);
  expect([contents(first), first.body.nextCursor]).toEqual([['m1'], null]);
  const since = await history(seller, placed, '?after=2&limit=3');
  expect([contents(since), since.body.room.lastSeq]).toEqual([['m3', 'm4', 'm5'], 7]);
  expect(contents(await history(seller, placed, '?after=7'))).toEqual([]);
});

test('a repeated client id returns the stored message, and is refused with other content', async () => {
  const placed = await order();
  const clientId = 'attempt-1';
  const all = await Promise.all(
    Array.from({ length: 8 }, () => posted(seller, placed, 'once', { clientId })),
  );
  expect(new Set(all.map(({ _id }) => _id)).size).toBe(1);
  expect(all[0]).toMatchObject({ seq: 1, clientId });
  expect((await history(seller, placed)).body.items).toHaveLength(1);
  expect(refusal(await post(seller, placed, 'twice', { clientId }))[1]).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(refusal(await post(seller, support(seller), 'once', { clientId }))[1]).toBe(
    'IDEMPOTENCY_KEY_REUSED',
  );
  expect(await posted(admin, placed, 'once', { clientId })).toMatchObject({ seq: 2 });
});

test.each([
  ['nothing', { content: undefined }],
  ['only spaces', { content: ' \n\t ' }],
  ['only what cannot be seen', { content: '\u200b\u2060' }],
  ['null and no image', { content: null, image: null }],
])('an empty message is not sent: %s', async (_, body) => {
  const answer = await call(seller, 'POST', '/chat', { orderId: sell, ...body });
  expect(refusal(answer)).toEqual([422, 'CHAT_MESSAGE_EMPTY', 'Please enter a message or attach an image.']);
});

test('a message holds at most 2,000 characters', async () => {
  const placed = await order();
  for (const text of ['가'.repeat(2000), '👋'.repeat(1000), '"\\\n'.repeat(666), `a\ud800b`])
    expect((await posted(seller, placed, text)).content).toBe(text.toWellFormed().trim());
  expect(refusal(await post(seller, placed, 'x'.repeat(2001)))[1]).toBe('CHAT_MESSAGE_TOO_LONG');
});

test('a room closed by an admin can be read but takes no more messages', async () => {
  const placed = await order();
  const stored = await posted(seller, placed, 'before', { clientId: 'kept' });
  for (const by of [seller, manager])
    expect((await call(by, 'PATCH', `/chat/close/${placed}`, {})).status).toBe(403);
  const closed = await call(admin, 'PATCH', `/chat/close/${placed}`, {});
  expect(closed).toMatchObject({
    status: 200,
    body: { message: 'chat closed', room: { closed: true, lastSeq: 1 } },
  });
  const again = await call(admin, 'PATCH', `/chat/close/${placed}`, {});
  expect(again.body.room.closedAt).toBe(closed.body.room.closedAt);
  for (const by of [seller, admin])
    expect(refusal(await post(by, placed, 'after'))).toEqual([409, 'CHAT_CLOSED', 'This chat has ended.']);
  expect(contents(await history(seller, placed))).toEqual(['before']);
  // A message stored before the end is still acknowledged.
  expect(await posted(seller, placed, 'before', { clientId: 'kept' })).toEqual(stored);
  const { rows } = await server.pool.query(
    `select count(*)::int from app.audit_log where action = 'chat-closed' and subject_id = $1`,
    [placed],
  );
  expect(rows).toEqual([{ count: 1 }]);

  const ended = await call(admin, 'GET', `/chat/admin/messages/end/${placed}`);
  expect(contents(ended)).toEqual(['before']);
  expect((await call(admin, 'GET', `/chat/admin/messages/end/${sell}`)).status).toBe(404);
  const ids = async (list: string) =>
    (await call(admin, 'GET', `${list}?search=${placed}`)).body.items.map(({ _id }: { _id: string }) => _id);
  expect(await ids('/chat/end/allchat')).toEqual([placed]);
  expect(await ids('/chat/allchat')).toEqual([]);
});

test('the admins’ list shows chats from their first message or match on, by side, newest first, searchable by id', async () => {
  const lonely = await order();
  const listed = async (query: string) => (await call(admin, 'GET', `/chat/allchat?${query}`)).body.items;
  expect(await listed(`search=${lonely}`)).toEqual([]);
  await posted(seller, lonely, 'anybody?');
  expect(await listed(`search=${lonely.slice(10)}`)).toMatchObject([
    {
      _id: lonely,
      kind: 'order',
      orderId: lonely,
      orderType: 'sell',
      currentOrderInProgress: null,
      nickname: seller.nickname,
      orderCode: `Sell50-${lonely.slice(16)}`,
      lastMessage: { content: 'anybody?', sender: seller.nickname },
      unread: 1,
      closed: false,
    },
  ]);
  expect(await listed(`search=Sell50-${lonely.slice(16)}`)).toHaveLength(1);
  expect(await listed(`orderType=buy&search=${lonely}`)).toEqual([]);

  const other = await market.open(seller, 'sell', '140000');
  const counter = await market.open(buyer, 'buy', '140000');
  const matched = (await market.match(other, counter))._id;
  const rooms = async () =>
    (await listed(`search=${other}`)).map(({ _id }: { _id: string }) => _id).toSorted();
  await expect.poll(rooms).toEqual([other, matched].toSorted());
  const [ofTrade] = await listed(`search=${matched}&orderType=buy`);
  expect(ofTrade).toMatchObject({
    kind: 'trade',
    orderId: counter,
    orderType: 'buy',
    currentOrderInProgress: other,
    nickname: buyer.nickname,
    counterpartNickname: seller.nickname,
    orderCode: `Buy100-${counter.slice(16)}`,
    lastMessage: null,
  });
  expect((await listed(`search=${counter}&orderType=buy&kind=order`))[0]).toMatchObject({
    currentOrderInProgress: other,
    tradeId: matched,
  });
  await posted(seller, lonely, 'still here');
  expect((await listed('limit=1'))[0]._id).toBe(lonely);

  // Any part of an order code finds the room; empty rooms can be omitted.
  for (const part of [`50-${lonely.slice(16, 20)}`, `sell50-${lonely.slice(16, 19)}`])
    expect((await listed(`search=${part}`)).map(({ _id }: { _id: string }) => _id)).toContain(lonely);
  const withMessages = (await listed('empty=false&limit=100')).map(({ _id }: { _id: string }) => _id);
  expect(withMessages).toContain(lonely);
  expect(withMessages).not.toContain(matched);

  // Rooms that were read come after unread ones, however new.
  await posted(buyer, counter, 'unread');
  await posted(seller, lonely, 'newest');
  const seq = (await listed(`search=${lonely}`))[0].lastSeq;
  await call(admin, 'PUT', `/chat/read/${lonely}`, { seq });
  const sorted = (await listed('empty=false&limit=100')).map(({ _id }: { _id: string }) => _id);
  expect(sorted.indexOf(counter)).toBeLessThan(sorted.indexOf(lonely));
  const pages: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await call(admin, 'GET', `/chat/allchat?limit=2${cursor && `&cursor=${cursor}`}`);
    pages.push(...body.items.map(({ _id }: { _id: string }) => _id));
    if (body.nextCursor === null) break;
    cursor = body.nextCursor;
  }
  expect(new Set(pages).size).toBe(pages.length);
  // Earlier test files of this worker may have left more rooms than the longest page holds.
  expect(pages.slice(0, 100)).toEqual((await listed('limit=100')).map(({ _id }: { _id: string }) => _id));

  // However many rooms of newer matches have no message.
  await server.pool.query(
    `insert into app.chat_rooms (id, kind, sell_order_id, buy_order_id, seller_id, buyer_id, listed, last_hash)
     select 'empty-' || n, 'trade', 's' || n, 'b' || n, 's', 'b', true, '' from generate_series(1, 1100) n`,
  );
  expect((await listed('limit=100')).map(({ _id }: { _id: string }) => _id)).toContain(counter);
  await server.pool.query(`delete from app.chat_rooms where id like 'empty-%'`);
});

test('a support chat, which has no order, is found by part of its member’s nickname', async () => {
  const member = await server.member({ active: true, nickname: 'Findable77' });
  await posted(member, support(member), 'hello');
  const found = async (search: string) =>
    (await call(admin, 'GET', `/chat/allchat?kind=support&search=${search}`)).body.items.map(
      ({ _id }: { _id: string }) => _id,
    );
  expect(await found('ndable7')).toEqual([support(member)]);
  expect(await found('ndable8')).toEqual([]);
});

test('an admin sees the member of a room and the other party', async () => {
  const info = (room: string) => call(admin, 'GET', `/chat/admin/userInfo/${room}`);
  const nicknames = async (room: string) => {
    const { body } = await info(room);
    return [body.nickname, body.counterpart?.nickname ?? null];
  };
  expect(await nicknames(sell)).toEqual([seller.nickname, buyer.nickname]);
  expect(await nicknames(buy)).toEqual([buyer.nickname, seller.nickname]);
  expect(await nicknames(trade)).toEqual([seller.nickname, buyer.nickname]);
  expect(await nicknames(support(inactive))).toEqual([inactive.nickname, null]);
});
