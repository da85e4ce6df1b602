import type { NotificationView, PushedNotification } from '@matgyo/contracts/endpoints/notifications';
import { notifications } from '@matgyo/projections/read-models/notifications/notifications';
import { rebuild } from '@matgyo/projections/replay/rebuild';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, startTestServer } from '../../../../test/server.ts';
import { connected, nextEvent, socketTo, type TestSocket } from '../../../../test/sockets.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { sweepRows } from '../../platform/database/sweep-rows.ts';
import { openMarket, succeed } from '../../trading/orders/market.fixture.ts';
import { newSignature } from '../../trading/trades/payment-steps.fixture.ts';
import { expiredRows } from './mark-read.ts';

/** Notifications pushed to each person's sockets; undefined: a visitor. */
const received = new Map<Person | undefined, PushedNotification[][]>();
const sockets: TestSocket[] = [];
/** The ID of a deleted inquiry. */
let deletedInquiry: string;

const get = async (person: Person, path: string, language: 'ko' | 'en' = 'en') =>
  (await succeed(server, 'GET', `/notification${path}`, { token: person.token, language })).body;
const codes = (views: readonly NotificationView[]) => views.map(({ code }) => code);
async function listen(person: Person | undefined): Promise<void> {
  const socket = await connected(socketTo(server.url, person === undefined ? {} : { token: person.token }));
  const pushed: PushedNotification[] = [];
  socket.on('notification', (notification) => pushed.push(notification));
  sockets.push(socket);
  received.set(person, [...(received.get(person) ?? []), pushed]);
}

const put = (person: Person, path: string, body: object = {}) =>
  server.request('PUT', `/notification/mark-read${path}`, { token: person.token, body });

/** Polls a list, because the projection follows the log with a delay. */
const expectList = (person: Person, path: string, expected: readonly string[]) =>
  expect.poll(async () => codes(await get(person, path))).toEqual(expected);

const server = await startTestServer();
const market = await openMarket(server);
const seller = await server.member({ active: true });
const buyer = await server.member({ active: true });
/** Became an admin after the registrations above. */
const secondAdmin = await server.member({ active: true, admin: true });
for (const person of [seller, seller, buyer, market.admin, secondAdmin, undefined]) await listen(person);
const sell = await market.open(seller, 'sell', '140000');
const buy = await market.open(buyer, 'buy', '70000');
await market.match(sell, buy);
await market.complete(sell, buy);
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await server.close();
});

describe('notifications', () => {
  test('are listed after an upgrade, while the read model still has the columns of version 8', async () => {
    const rename = async (renames: readonly (readonly [string, string])[]) => {
      for (const [from, to] of renames)
        await server.pool.query(
          `alter table read_notifications.notifications rename column ${from} to ${to}`,
        );
    };
    const added = ['case_id', 'reason'];
    await expectList(market.admin, '/unread/sellOrders', ['ORDER_PLACED']);
    await rename(added.map((name) => [name, `no_${name}`]));
    try {
      expect(codes(await get(market.admin, '/unread/sellOrders'))).toEqual(['ORDER_PLACED']);
    } finally {
      await rename(added.map((name) => [`no_${name}`, name]));
    }
  });

  test('lists placed orders by side and registrations for those who were admins then', async () => {
    await expectList(market.admin, '/unread/sellOrders', ['ORDER_PLACED']);
    await expectList(market.admin, '/unread/buyOrders', ['ORDER_PLACED']);
    await expectList(market.admin, '/unread/registration', Array(3).fill('MEMBER_REGISTERED'));
    await expectList(secondAdmin, '/unread/sellOrders', ['ORDER_PLACED']);
    await expectList(secondAdmin, '/unread/registration', []);
    expect(await get(market.admin, '/unread/chatSession')).toEqual([]);
  });

  test('lists an owner’s orders and account, newest first, in their language, with what to open', async () => {
    const path = '/unread/user/sellOrders';
    await expectList(seller, path, ['MATCH_COMPLETED', 'ORDER_MATCHED', 'ORDER_APPROVED']);
    await expectList(seller, '/unread/user/registration', ['ACCOUNT_ACTIVATED']);
    await expectList(seller, '/unread/user/buyOrders', []);
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
      caseId: null,
      approvalId: null,
      memberId: null,
      nickname: null,
    });
    expect((await get(seller, path, 'ko'))[0].message).toBe(`판매가 완료됐어요 (${orderCode}, 50.0000 USDT)`);
  });

  test('an admin sees who placed an order', async () => {
    const [placed] = await get(market.admin, '/unread/buyOrders', 'ko');
    expect(placed).toMatchObject({
      isForAdmin: true,
      memberId: buyer.memberId,
      nickname: buyer.nickname,
      orderId: buy,
      orderType: 'buy',
      message: `${buyer.nickname} 님이 구매 주문을 넣었어요 (Buy50-${buy.slice(16)}, 50.0000 USDT)`,
    });
  });

  test('notifies admins of an inquiry and its author of the answer, and drops notifications of a deleted one', async () => {
    const body = { title: 'Sell Inquiry', description: 'when?' };
    const submitInquiry = async () =>
      (await succeed(server, 'POST', '/inquiry', { token: buyer.token, body })).body.inquiry._id;
    const inquiryId = await submitInquiry();
    deletedInquiry = await submitInquiry();
    await succeed(server, 'DELETE', `/inquiry/${deletedInquiry}`, { token: buyer.token });
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

  test('notifies the other members of a room’s first message, each with their own order', async () => {
    const write = (person: Person, room: object) =>
      succeed(server, 'POST', '/chat', { token: person.token, body: { content: 'hello', ...room } });
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

  test('pushes each notification once to every socket of its reader and to no other', async () => {
    /** All but texts and read marks. Registrations may have happened before the sockets were open. */
    const compared = (all: readonly (NotificationView | PushedNotification)[]) =>
      all
        .filter(
          ({ inquiryId, topic }) =>
            topic !== 'registration' && (inquiryId === null || inquiryId !== deletedInquiry),
        )
        .map((one) => ({ ...one, message: '', messages: undefined, read: undefined }))
        .toSorted((one, other) => one._id.localeCompare(other._id));
    for (const [person, sockets] of received)
      for (const pushed of sockets)
        await expect
          .poll(() => compared(pushed))
          .toEqual(person === undefined ? [] : compared((await get(person, '?limit=100')).items));
    const approved = received.get(seller)?.[0]?.find(({ code }) => code === 'ORDER_APPROVED');
    const unread = await get(seller, '/unread/user/sellOrders');
    expect(await get(seller, '/unread/user/sellOrders?limit=2')).toEqual(unread.slice(0, 2));
    const { message, read, ...view } = unread.at(-1);
    expect(approved).toEqual({
      ...view,
      message: expect.stringMatching(/^판매 주문이 승인됐어요/),
      messages: { en: message, ko: approved?.message },
    });
    expect(read).toBe(false);
  });
});

describe('read marks', () => {
  test('answers 304 for an unchanged list', async () => {
    const path = '/notification/unread/user/sellOrders';
    const first = await server.request('GET', path, { token: seller.token });
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await server.request('GET', path, { token: seller.token, headers })).status).toBe(304);
    await put(seller, `/${first.body.at(-1)._id}`);
    const changed = await server.request('GET', path, { token: seller.token, headers });
    expect([changed.status, codes(changed.body)]).toEqual([200, ['MATCH_COMPLETED', 'ORDER_MATCHED']]);
  });

  test('read marks belong to one reader, and only own notifications can be marked', async () => {
    const [placed] = await get(market.admin, '/unread/sellOrders');
    expect((await put(secondAdmin, `/${placed._id}`)).status).toBe(200);
    expect((await put(secondAdmin, `/${placed._id}`)).status).toBe(200);
    expect(await get(secondAdmin, '/unread/sellOrders')).toEqual([]);
    await expectList(market.admin, '/unread/sellOrders', ['ORDER_PLACED']);

    const [approved] = await get(seller, '/unread/user/sellOrders');
    for (const [person, id] of [
      [buyer, approved._id],
      [market.admin, approved._id],
      [buyer, placed._id],
      [seller, 'f'.repeat(24)],
      [seller, 'no-id'],
    ] as const) {
      const answer = await put(person, `/${id}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'NOTIFICATION_NOT_FOUND']);
    }
    const [unchanged] = await get(seller, '/unread/user/sellOrders');
    expect(unchanged._id).toBe(approved._id);
  });

  test('marks all of one box as read, ignores userId, and leaves later notifications unread', async () => {
    const count = async (person: Person, query = '') =>
      (await get(person, `?limit=100${query}`)).items.filter(({ read }: NotificationView) => !read).length;
    const before = await count(seller);
    expect(before).toBeGreaterThan(2);
    await put(market.admin, '', { userId: seller.memberId, isForAdmin: true });
    expect(await count(market.admin, '&isForAdmin=true')).toBe(0);
    expect(await count(secondAdmin, '&isForAdmin=true')).toBeGreaterThan(0);
    expect(await count(seller)).toBe(before);

    // A member has only one box, so `isForAdmin` is ignored.
    await put(seller, '', { isForAdmin: true });
    expect(await count(seller, '&isForAdmin=true')).toBe(0);
    expect(await get(seller, '/unread/user/sellOrders')).toEqual([]);
    await market.open(seller, 'sell', '14000');
    await expectList(seller, '/unread/user/sellOrders', ['ORDER_APPROVED']);
    await expectList(market.admin, '/unread/sellOrders', ['ORDER_PLACED']);
    expect(await count(market.admin)).toBe(1);
  });

  test('leaves what came after the newest one that the reader saw unread', async () => {
    const path = '/unread/user/sellOrders';
    await market.open(seller, 'sell', '14000');
    await market.open(seller, 'sell', '14000');
    await expect.poll(async () => (await get(seller, path)).length).toBeGreaterThan(1);
    const [newest, seen] = await get(seller, path);
    await put(seller, '', { until: seen.at });
    expect((await get(seller, path)).map(({ _id }: NotificationView) => _id)).toEqual([newest._id]);
  });

  test('the reader’s other devices learn that something was read, and no one else does', async () => {
    const [one, other, ofBuyer] = sockets as [TestSocket, TestSocket, TestSocket];
    const notified = (socket: TestSocket) =>
      nextEvent(socket, 'changed', ({ keys }) => keys.includes('notifications'));
    let notifiedBuyer = 0;
    ofBuyer.on('changed', ({ keys }) => {
      if (keys.includes('notifications')) notifiedBuyer += 1;
    });
    const newestOf = async (person: Person) => (await get(person, '?limit=1')).items[0]._id;
    for (const path of [`/${await newestOf(seller)}`, '']) {
      const both = Promise.all([notified(one), notified(other)]);
      await put(seller, path);
      await both;
    }
    // Events of one backend arrive in order.
    const own = notified(ofBuyer);
    await put(buyer, `/${await newestOf(buyer)}`);
    await own;
    expect(notifiedBuyer).toBe(1);
  });

  test('a notification that arrives late with an earlier time is unread', async () => {
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

  test('pages all notifications newest first, each with its read state', async () => {
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
      Promise.all([market.admin, secondAdmin, seller, buyer].map((person) => get(person, '?limit=100')));
    const before = await everything();
    const { pool, log } = server;
    expect(await rebuild({ log, pool, model: notifications })).toEqual({
      kind: 'swapped',
      compared: 'equal',
    });
    expect(await everything()).toEqual(before);
  });

  test('unread lists end at 100, and marks without effect are swept', async () => {
    await server.pool.query(
      `insert into app.notices (notification_id, member_id, topic, code, at)
       select lpad(n::text, 24, 'b'), $1, 'sellOrders', 'ORDER_APPROVED', now() - make_interval(secs => n)
       from generate_series(1, 150) n`,
      [buyer.memberId],
    );
    expect(await get(buyer, '/unread/user/sellOrders')).toHaveLength(100);
    await put(buyer, '');
    expect(await get(buyer, '/unread/user/sellOrders')).toEqual([]);

    await server.pool.query(
      `update app.notices set at = now() - interval '91 days' where notification_id = lpad('150', 24, 'b');`,
    );
    await server.pool.query(
      `insert into app.notification_marks values ($1, lpad('150', 24, 'b'), now() - interval '91 days')`,
      [buyer.memberId],
    );
    const db = createDatabase(server.pool);
    expect([await sweepRows(db, expiredRows, 1), await sweepRows(db, expiredRows, 1)]).toEqual([true, false]);
    const { rows } = await server.pool.query(
      `select count(*)::int from app.notification_marks where at < now() - interval '90 days'`,
    );
    expect(rows).toEqual([{ count: 0 }]);
    expect(await get(buyer, '/unread/user/sellOrders')).toEqual([]);
  });
});

describe('requests to admins', () => {
  let sold: string;
  let bought: string;
  const ofTrade = async (person: Person, code: string): Promise<NotificationView[]> =>
    (await get(person, '?limit=100&isForAdmin=true')).items.filter(
      (each: NotificationView) => each.code === code && each.orderId === sold,
    );
  beforeAll(async () => {
    sold = await market.open(secondAdmin, 'sell', '70000');
    bought = await market.open(buyer, 'buy', '70000');
    const tradeId = (await market.match(sold, bought))._id;
    for (const [person, step] of [
      [buyer, 'payment-sent'],
      [secondAdmin, 'payment-received'],
      [secondAdmin, 'tether-sent'],
      [buyer, 'tether-received'],
    ] as const) {
      const body = { step, ...(step === 'tether-sent' && { signature: newSignature() }) };
      await succeed(server, 'POST', `/trades/${tradeId}/steps`, { token: person.token, body });
    }
    await vi.waitFor(
      async () => expect(await ofTrade(market.admin, 'READY_TO_COMPLETE')).toHaveLength(1),
      60_000,
    );
  });

  test('about a match do not go to its parties, who may not decide', async () => {
    expect(await ofTrade(secondAdmin, 'READY_TO_COMPLETE')).toEqual([]);
    const pushed = (person: Person) =>
      received.get(person)?.[0]?.filter((each) => each.code === 'READY_TO_COMPLETE').length;
    await expect.poll(() => pushed(market.admin)).toBe(1);
    expect(pushed(secondAdmin)).toBe(0);
  });

  test('are read once it is done', async () => {
    const unread = async () => codes(await get(market.admin, '/unread/sellOrders'));
    expect(await unread()).toContain('READY_TO_COMPLETE');
    expect((await ofTrade(market.admin, 'READY_TO_COMPLETE'))[0]?.read).toBe(false);
    await market.complete(sold, bought);
    expect(await unread()).not.toContain('READY_TO_COMPLETE');
    expect((await ofTrade(market.admin, 'READY_TO_COMPLETE'))[0]?.read).toBe(true);
  });
});
