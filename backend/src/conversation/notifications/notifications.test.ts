import type { NotificationView, PushedNotification } from '@matgyo/contracts/endpoints/notifications';
import { notifications } from '@matgyo/projections/read-models/notifications/notifications';
import { rebuild } from '@matgyo/projections/replay/rebuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
import { connected, socketTo, type TestSocket } from '../../../../test/sockets.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { type Market, openMarket, succeed } from '../../trading/orders/market.fixture.ts';
import { sweepNotifications } from './mark-read.ts';

let server: TestServer;
let market: Market;
let seller: Person;
let buyer: Person;
let sell: string;
let buy: string;
/** Became an admin after the registrations above. */
let secondAdmin: Person;
/** What each socket of somebody was pushed; undefined: a visitor. */
const heard = new Map<Person | undefined, PushedNotification[][]>();
const sockets: TestSocket[] = [];
/** An inquiry that is no longer there. */
let takenBack: string;

const get = async (who: Person, path: string, language: 'ko' | 'en' = 'en') =>
  (await succeed(server, 'GET', `/notification${path}`, { token: who.token, language })).body;
const codes = (views: readonly NotificationView[]) => views.map(({ code }) => code);
async function listen(who: Person | undefined): Promise<void> {
  const socket = await connected(socketTo(server.url, who === undefined ? {} : { token: who.token }));
  const pushed: PushedNotification[] = [];
  socket.on('notification', (notification) => pushed.push(notification));
  sockets.push(socket);
  heard.set(who, [...(heard.get(who) ?? []), pushed]);
}

const put = (who: Person, path: string, body: object = {}) =>
  server.request('PUT', `/notification/mark-read${path}`, { token: who.token, body });

/** Notifications follow the ledger by a moment, so lists are asked for until they say it, or for 15 s. */
const told = (who: Person, path: string, expected: readonly string[]) =>
  expect.poll(async () => codes(await get(who, path)), { timeout: 15_000, interval: 50 }).toEqual(expected);

beforeAll(async () => {
  server = await startTestServer();
  market = await openMarket(server);
  seller = await server.member({ active: true });
  buyer = await server.member({ active: true });
  secondAdmin = await server.member({ active: true, admin: true });
  for (const who of [seller, seller, buyer, market.admin, secondAdmin, undefined]) await listen(who);
  sell = await market.open(seller, 'sell', '140000');
  buy = await market.open(buyer, 'buy', '70000');
  await market.match(sell, buy);
  await market.complete(sell, buy);
}, 60_000);
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await server.close();
});

describe('what is told', () => {
  test('admins read of placed orders by side and of registrations, whoever was an admin by then', async () => {
    await told(market.admin, '/unread/sellOrders', ['ORDER_PLACED']);
    await told(market.admin, '/unread/buyOrders', ['ORDER_PLACED']);
    await told(market.admin, '/unread/registration', Array(3).fill('MEMBER_REGISTERED'));
    await told(secondAdmin, '/unread/sellOrders', ['ORDER_PLACED']);
    await told(secondAdmin, '/unread/registration', []);
    expect(await get(market.admin, '/unread/chatSession')).toEqual([]);
  });

  test('an owner reads of their own orders and account, newest first, in their language, with what to open', async () => {
    const path = '/unread/user/sellOrders';
    await told(seller, path, ['MATCH_COMPLETED', 'ORDER_MATCHED', 'ORDER_APPROVED']);
    await told(seller, '/unread/user/registration', ['ACCOUNT_ACTIVATED']);
    await told(seller, '/unread/user/buyOrders', []);
    const [newest] = await get(seller, path);
    const orderCode = `Sell100-${sell.slice(16)}`;
    expect(newest).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      code: 'MATCH_COMPLETED',
      topic: 'sellOrders',
      isForAdmin: false,
      message: `Your sale is complete (${orderCode}, 50.0000 USDT)`,
      at: expect.any(String),
      read: false,
      orderId: sell,
      orderType: 'sell',
      orderCode,
      currentOrderInProgress: buy,
      tradeId: expect.stringMatching(/^[0-9a-f]{24}$/),
      roomId: null,
      inquiryId: null,
      memberId: null,
      nickname: null,
    });
    expect((await get(seller, path, 'ko'))[0].message).toBe(`판매가 완료됐어요 (${orderCode}, 50.0000 USDT)`);
  });

  test('an admin sees who placed it', async () => {
    const [placed] = await get(market.admin, '/unread/buyOrders', 'ko');
    expect(placed).toMatchObject({
      isForAdmin: true,
      memberId: buyer.memberId,
      nickname: buyer.nickname,
      orderId: buy,
      orderType: 'buy',
      message: `${buyer.nickname} 님이 구매 주문을 접수했어요 (Buy50-${buy.slice(16)}, 50.0000 USDT)`,
    });
  });

  test('an inquiry is told to admins, its answer to whoever asked; taken back, there is nothing to tell', async () => {
    const body = { title: 'Sell Inquiry', description: 'when?' };
    const ask = async () =>
      (await succeed(server, 'POST', '/inquiry', { token: buyer.token, body })).body.inquiry._id;
    const inquiryId = await ask();
    takenBack = await ask();
    await succeed(server, 'DELETE', `/inquiry/${takenBack}`, { token: buyer.token });
    await succeed(server, 'POST', `/inquiry/${inquiryId}/comment`, {
      token: market.admin.token,
      body: { comment: 'soon' },
    });
    expect(await get(market.admin, '/unread/inquiry')).toMatchObject([
      { inquiryId, message: `${buyer.nickname} sent an inquiry (Sell Inquiry)`, memberId: buyer.memberId },
    ]);
    expect(await get(buyer, '/unread/user/inquiry', 'ko')).toMatchObject([
      { inquiryId, message: '문의에 답변이 달렸어요 (판매 문의)', memberId: null },
    ]);
    expect(await get(seller, '/unread/user/inquiry')).toEqual([]);
  });

  test('the first message of a room is told to those who did not write it, each with their own order', async () => {
    const write = (who: Person, room: object) =>
      succeed(server, 'POST', '/chat', { token: who.token, body: { content: 'hello', ...room } });
    const tradeRoom = { orderId: sell, currentOrderInProgress: buy };
    await write(seller, tradeRoom);
    await write(seller, tradeRoom);
    await write(buyer, tradeRoom);
    await write(market.admin, { orderId: sell });
    await write(buyer, { orderId: `support-${buyer.memberId}` });

    const [matched] = await get(seller, '/unread/user/sellOrders');
    const trade = matched.tradeId;
    const chat = { code: 'CHAT_STARTED', topic: 'chatSession', roomId: trade, tradeId: trade };
    expect(await get(buyer, '/unread/user/chatSession')).toMatchObject([
      { ...chat, orderId: buy, orderType: 'buy', currentOrderInProgress: sell, nickname: null },
    ]);
    expect(await get(seller, '/unread/user/chatSession')).toMatchObject([
      { roomId: sell, tradeId: null, orderId: sell, orderType: 'sell' },
    ]);
    expect(await get(market.admin, '/unread/chatSession')).toMatchObject([
      { roomId: `support-${buyer.memberId}`, orderId: null, message: `${buyer.nickname} started a chat` },
      { ...chat, orderId: sell, orderType: 'sell', currentOrderInProgress: buy, nickname: seller.nickname },
    ]);
  });

  test('all of it is pushed to every device of its reader, once, and to nobody else', async () => {
    const listed = async (who: Person) => {
      const views: NotificationView[] = (await get(who, '?limit=100')).items;
      // The registrations were before the sockets, or at the same time.
      return views.filter(({ topic }) => topic !== 'registration').map(({ _id }) => _id);
    };
    const idsOf = (pushed: readonly PushedNotification[]) =>
      pushed
        .filter(
          ({ inquiryId, topic }) =>
            topic !== 'registration' && (inquiryId === null || inquiryId !== takenBack),
        )
        .map(({ _id }) => _id)
        .toSorted();
    for (const [who, sockets] of heard)
      for (const pushed of sockets)
        await expect
          .poll(() => idsOf(pushed), { timeout: 15_000, interval: 50 })
          .toEqual(who === undefined ? [] : (await listed(who)).toSorted());
    const approved = heard.get(seller)?.[0]?.find(({ code }) => code === 'ORDER_APPROVED');
    const { message, read, ...view } = (await get(seller, '/unread/user/sellOrders')).at(-1);
    expect(approved).toEqual({
      ...view,
      message: expect.stringMatching(/^판매 주문이 승인됐어요/),
      messages: { en: message, ko: approved?.message },
    });
    expect(read).toBe(false);
  });
});

describe('what is read', () => {
  test('an unchanged list is not sent again', async () => {
    const path = '/notification/unread/user/sellOrders';
    const first = await server.request('GET', path, { token: seller.token });
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await server.request('GET', path, { token: seller.token, headers })).status).toBe(304);
    await put(seller, `/${first.body.at(-1)._id}`);
    const changed = await server.request('GET', path, { token: seller.token, headers });
    expect([changed.status, codes(changed.body)]).toEqual([200, ['MATCH_COMPLETED', 'ORDER_MATCHED']]);
  });

  test("marks are the reader's own: of two admins each has theirs, and nobody marks what is not theirs", async () => {
    const [placed] = await get(market.admin, '/unread/sellOrders');
    expect((await put(secondAdmin, `/${placed._id}`)).status).toBe(200);
    expect((await put(secondAdmin, `/${placed._id}`)).status).toBe(200);
    expect(await get(secondAdmin, '/unread/sellOrders')).toEqual([]);
    await told(market.admin, '/unread/sellOrders', ['ORDER_PLACED']);

    const [approved] = await get(seller, '/unread/user/sellOrders');
    for (const [who, id] of [
      [buyer, approved._id],
      [market.admin, approved._id],
      [buyer, placed._id],
      [seller, 'f'.repeat(24)],
      [seller, 'no-id'],
    ] as const) {
      const answer = await put(who, `/${id}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'NOTIFICATION_NOT_FOUND']);
    }
    const [still] = await get(seller, '/unread/user/sellOrders');
    expect(still._id).toBe(approved._id);
  });

  test('all at once: only in the box that is meant, whatever userId says, and later ones are unread again', async () => {
    const count = async (who: Person, query: string) => (await get(who, `/unread/count${query}`)).count;
    const before = await count(seller, '');
    expect(before).toBeGreaterThan(2);
    await put(market.admin, '', { userId: seller.memberId, isForAdmin: true });
    expect(await count(market.admin, '?isForAdmin=true')).toBe(0);
    expect(await count(secondAdmin, '?isForAdmin=true')).toBeGreaterThan(0);
    expect(await count(seller, '')).toBe(before);

    // For a member there is one box, so it is the one that is meant.
    await put(seller, '', { isForAdmin: true });
    expect(await count(seller, '?isForAdmin=true')).toBe(0);
    expect(await get(seller, '/unread/user/sellOrders')).toEqual([]);
    await market.open(seller, 'sell', '14000');
    await told(seller, '/unread/user/sellOrders', ['ORDER_APPROVED']);
    await told(market.admin, '/unread/sellOrders', ['ORDER_PLACED']);
    expect(await count(market.admin, '')).toBe(1);
  });

  test('what comes a little late with an earlier date is unread all the same', async () => {
    await put(seller, '');
    const late = 'a'.repeat(24);
    await server.pool.query(
      `insert into app.notices (notification_id, member_id, topic, code, at)
       values ($1, $2, 'registration', 'ACCOUNT_ACTIVATED', now() - interval '5 seconds')`,
      [late, seller.memberId],
    );
    expect((await get(seller, '/unread/user/registration')).map(({ _id }: NotificationView) => _id)).toEqual([
      late,
    ]);
  });

  test('a page at a time, newest first, each with whether it was read', async () => {
    const all: NotificationView[] = (await get(seller, '?limit=100')).items;
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(all.map(({ read }) => read))).toEqual(new Set([true, false]));
    const paged: NotificationView[] = [];
    for (let cursor = ''; ; ) {
      const page = await get(seller, `?limit=2${cursor}`);
      paged.push(...page.items);
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(paged).toEqual(all);
    const wrong = await server.request('GET', '/notification?cursor=bm8', { token: seller.token });
    expect(wrong.status).toBe(400);
    const own: NotificationView[] = (await get(market.admin, '?isForAdmin=false')).items;
    expect(own.filter(({ isForAdmin }) => isForAdmin)).toEqual([]);
  });

  test('marks survive a rebuild of the read model', async () => {
    const everything = async () =>
      Promise.all([market.admin, secondAdmin, seller, buyer].map((who) => get(who, '?limit=100')));
    const before = await everything();
    const { pool, log } = server;
    expect(await rebuild({ log, pool, model: notifications })).toEqual({
      kind: 'swapped',
      compared: 'equal',
    });
    expect(await everything()).toEqual(before);
  });

  test('unread lists and the count end at 100, and marks that change nothing are swept', async () => {
    await server.pool.query(
      `insert into app.notices (notification_id, member_id, topic, code, at)
       select lpad(n::text, 24, 'b'), $1, 'sellOrders', 'ORDER_APPROVED', now() - make_interval(secs => n)
       from generate_series(1, 150) n`,
      [buyer.memberId],
    );
    expect(await get(buyer, '/unread/user/sellOrders')).toHaveLength(100);
    expect((await get(buyer, '/unread/count')).count).toBe(100);
    await put(buyer, '');
    expect((await get(buyer, '/unread/count')).count).toBe(0);

    await server.pool.query(
      `update app.notices set at = now() - interval '91 days' where notification_id = lpad('150', 24, 'b');`,
    );
    await server.pool.query(
      `insert into app.notification_marks values ($1, lpad('150', 24, 'b'), now() - interval '91 days')`,
      [buyer.memberId],
    );
    await sweepNotifications(createDatabase(server.pool));
    const { rows } = await server.pool.query(
      `select count(*)::int from app.notification_marks where at < now() - interval '90 days'`,
    );
    expect(rows).toEqual([{ count: 0 }]);
    expect((await get(buyer, '/unread/count')).count).toBe(0);
  });
});

test('a rejection names its reason in the reader’s language', async () => {
  const member = await server.member({ active: true });
  const order = await market.place(member, 'buy', '70000');
  await succeed(server, 'POST', `/buy/admin/buy-orders/${order}/reject`, {
    token: market.admin.token,
    body: { reason: 'REJECTED_FOR_WALLET' },
  });
  const path = '/unread/user/buyOrders';
  await told(member, path, ['ORDER_REJECTED']);
  const message = async (language: 'ko' | 'en') => (await get(member, path, language))[0].message;
  expect(await message('ko')).toContain('사유: 지갑 주소를 확인할 수 없어요');
  expect(await message('en')).toContain('Reason: The wallet address could not be verified');
});
