import { errorBodySchema } from '@matgyo/contracts/schemas/error-body';
import { afterAll, describe, expect, test } from 'vitest';
import type { ApiAnswer, ApiCall } from '../../../../test/api-call.ts';
import { type Person, startTestServer } from '../../../../test/server.ts';
import { signUpForm, smallJpeg } from '../../../../test/sign-up-form.ts';
import { enterAsFound } from '../../proof/sealed-rows/row-check.fixture.ts';
import { figures, openMarket } from '../../trading/orders/market.fixture.ts';
import { specifiedCalls } from './specification-calls.fixture.ts';

const server = await startTestServer();
const market = await openMarket(server);
const [seller, buyer, manager] = [
  await server.member({ active: true }),
  await server.member({ active: true }),
  await server.member({ active: true, manager: true }),
];
afterAll(() => server.close());

/** Without parameter names: `GET /inquiry/{id}` equals `GET /inquiry/:inquiry`. */
const place = (call: string): string => call.replace(/\{\w+\}|:\w+/g, '*');

describe(`the ${specifiedCalls.length} calls of section 7`, () => {
  test('are all mounted with the specified method and path', () => {
    const mounted = new Set(
      server.endpoints.flatMap(({ method, path, aliases = [] }) =>
        [path, ...aliases].map((spelling) => place(`${method} ${spelling}`)),
      ),
    );
    expect(specifiedCalls.filter((call) => !mounted.has(place(call)))).toEqual([]);
    expect(new Set(specifiedCalls).size).toBe(specifiedCalls.length);
  });

  test.each(['visitor', 'member', 'manager', 'admin'] as const)(
    'are answered without a fault for each role: %s',
    async (role) => {
      const order = await market.place(seller, 'sell', '14000');
      const parameters = { nickname: seller.nickname, id: order, orderId: order, language: 'en' } as const;
      const person = { visitor: undefined, member: buyer, manager, admin: market.admin }[role];
      const signIn = async () => person && (await server.signIn(person.nickname, person.password)).token;
      let token = await signIn();
      const faults: string[] = [];
      for (const call of specifiedCalls) {
        const [method = '', path = ''] = call.split(' ');
        const filled = path.replace(/\{(\w+)\}/g, (_, name: keyof typeof parameters) => parameters[name]);
        const { status, body } = await server.request(method, filled, {
          ...(token !== undefined && { token }),
          ...(method !== 'GET' && { body: {} }),
        });
        // Unknown paths are answered with NOT_FOUND, missing objects with a code of their own.
        const served = status !== 405 && status < 500 && body?.code !== 'NOT_FOUND';
        const hasErrorBody = status < 400 || errorBodySchema.safeParse(body).success;
        if (!served || !hasErrorBody) faults.push(`${call}: ${status} ${body?.code}`);
        // Signing out is one of them.
        if (path === '/user/logout') token = await signIn();
      }
      expect(faults).toEqual([]);
    },
  );
});

/** Requests and responses as section 7 describes them. Steps use results of earlier ones. */
describe('as the specification’s clients use them', () => {
  const works = async (method: string, path: string, call: ApiCall): Promise<ApiAnswer['body']> => {
    const answer = await server.request(method, path, call);
    expect([`${method} ${path}`, answer.status, answer.body?.code]).toEqual([
      `${method} ${path}`,
      answer.status < 300 ? answer.status : 'a success',
      undefined,
    ]);
    return answer.body;
  };
  const by = ({ token }: Person, body?: object): ApiCall => ({ token, ...(body && { body }) });
  const storedLanguage = 'en';
  const image = { field: 'file', bytes: smallJpeg() };
  const name = { nickname: expect.any(String) };

  test('sign-up under both paths, with both forms of verify and resend', async () => {
    const { exists } = await works('GET', '/user/check-nickname/Walker1', {});
    expect(exists).toBe(false);
    const phone = '01077778888';
    await works('POST', '/user/users/sendCode', { body: { phone } });
    await server.pool.query(`update app.one_time_codes set created_at = created_at - interval '61 seconds'`);
    await works('POST', '/user/users/resendverify', { body: { phone } });
    const verificationCode = await server.codeSentTo('+821077778888');
    const verified = await works('POST', '/user/users/verify', { body: { phone, verificationCode } });
    expect(verified.data.isVerified).toBe(true);

    const { url } = await works('POST', '/upload', { form: { fields: {}, file: image } });
    const form = { ...signUpForm({ nickname: 'Walker1', phone }), tetherIdImage: url };
    const body = { ...form, username: 'Walker', bankAccount: 123_456 };
    const { user } = await works('POST', '/user/users0s', { body });
    expect(user).toMatchObject({ nickname: 'Walker1', status: 'inactive', bankAccount: '123456' });

    // The one-time code screen, by nickname.
    await server.pool.query('update app.members set phone_verified = false where id = $1', [user._id]);
    await enterAsFound(server.pool, 'app.members', user._id);
    await works('POST', '/user/users/resendverify', { body: { phone, nickname: 'Walker1' } });
    await expect.poll(() => server.codeSentTo('+821077778888')).not.toBe(verificationCode);
    const code = await server.codeSentTo('+821077778888');
    const again = await works('POST', '/user/users/verify', { body: { nickname: 'Walker1', code } });
    expect(again.data.isVerified).toBe(true);
    expect((await works('GET', '/user/check-nickname/walker1', {})).exists).toBe(true);
  });

  test('sign-in, whose cookie works as specified, and sign-out', async () => {
    const body = { nickname: market.admin.nickname, password: market.admin.password };
    for (const path of ['/user/login', '/user/loginos']) {
      const signedIn = await works('POST', path, { body });
      expect(signedIn).toMatchObject({ token: expect.any(String), user: { ...name, isVerified: true } });
      const claims = JSON.parse(Buffer.from(signedIn.token.split('.')[1], 'base64url').toString());
      expect(claims).toMatchObject({ admin: true, exp: expect.any(Number) });
    }
    const answer = await server.request('POST', '/user/loginos', { body });
    const headers = { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
    expect((await works('GET', '/sell/all-orders', { headers })).view).toBe('admin');
    expect(await works('GET', '/sell/allmatched-orders', { headers })).toMatchObject({ sell: [], buy: [] });
    expect(await works('POST', '/user/logout', { headers })).toMatchObject({ message: expect.any(String) });
    expect((await server.request('GET', '/sell/allmatched-orders', { headers })).status).toBe(401);
  });

  test('users, and editing with the whole user object', async () => {
    const { items } = await works('GET', '/user/users', by(market.admin));
    expect(items.length).toBeGreaterThan(2);
    expect((await works('GET', '/user/manager/users?all=true', by(manager))).items).not.toEqual([]);
    const path = `/user/users/${buyer.nickname}`;
    const user = await works('GET', path, by(market.admin));
    const edited = { ...user, telegram: 'walked', bankAccount: Number(user.bankAccount), admin: false };
    expect((await works('PUT', path, by(market.admin, edited))).user.telegram).toBe('walked');
    const toggle = { nickname: buyer.nickname, status: 'active' };
    expect((await works('PUT', path, by(manager, toggle))).user.status).toBe('active');
    const form = { fields: {}, file: image };
    const { imageUrl } = await works('PUT', `/user/${buyer.memberId}/image`, { ...by(market.admin), form });
    expect(imageUrl).toContain(buyer.memberId);
  });

  test('the price', async () => {
    const set = await works(
      'POST',
      '/tetherprice/update-tether-price',
      by(market.admin, { tetherPrice: 1400 }),
    );
    expect(set.data.tetherPrice).toBe('1400');
    expect((await works('GET', '/tetherprice/get-tether-price', {})).data).toBe('1400');
  });

  test('orders from placing to every possible end', async () => {
    const order = () => ({ ...figures('14000', '1400'), storedLanguage });
    const place = async (side: 'sell' | 'buy', who: Person): Promise<string> =>
      (await works('POST', `/${side}`, by(who, order()))).order._id;
    const approve = async (side: 'sell' | 'buy', id: string, decision = 'approve') =>
      side === 'sell'
        ? works('POST', `/sell/admin/sell-orders/${id}/${decision}/en`, by(market.admin))
        : works('POST', `/buy/admin/buy-orders/${id}/${decision}`, by(market.admin, { storedLanguage }));
    const cancel = (who: Person) => by(who, { nickname: who.nickname, storedLanguage });

    for (const [side, who] of [
      ['sell', seller],
      ['buy', buyer],
    ] as const) {
      const own = await place(side, who);
      const { message } = await works('DELETE', `/${side}/${side}-orders/${own}/cancel`, cancel(who));
      expect(message).toEqual(expect.any(String));
      await approve(side, await place(side, who), 'reject');
      const open = await place(side, who);
      await approve(side, open);
      await works('DELETE', `/${side}/admin/${side}-orders/${open}/cancel`, cancel(market.admin));
    }

    const [sell, buy] = [await place('sell', seller), await place('buy', buyer)];
    const listed = async (path: string, who: Person) =>
      (await works('GET', path, by(who))).items.map(({ _id }: { _id: string }) => _id);
    expect(await listed('/sell/admin/all/pending-orders', market.admin)).toContain(sell);
    expect(await listed('/buy/admin/all/pending-orders', market.admin)).toContain(buy);
    await approve('sell', sell);
    await approve('buy', buy);
    expect(await listed('/sell/admin/all/onsale-orders', market.admin)).toContain(sell);
    expect(await listed('/buy/admin/all/onbuy-orders', market.admin)).toContain(buy);
    expect(await listed('/sell/sell-orders', seller)).toContain(sell);
    expect(await listed('/buy/buy-orders', buyer)).toContain(buy);

    const pair = by(market.admin, { buyerOrderId: buy, sellerOrderId: sell, storedLanguage });
    await works('POST', '/sell/admin/match-orders', pair);
    await works('POST', '/sell/admin/cancel-orders', pair);
    await works('POST', '/sell/admin/match-orders', pair);
    expect(await listed('/sell/admin/all/inProgress-orders', market.admin)).toContain(sell);
    expect(await listed('/buy/admin/all/inProgress-orders', market.admin)).toContain(buy);
    expect(await listed('/sell/user/inProgress-orders', seller)).toContain(sell);
    expect(await listed('/buy/user/inProgress-orders', buyer)).toContain(buy);
    await works('POST', '/sell/admin/complete-orders', pair);

    const matched = await works('GET', '/sell/allmatched-orders', by(market.admin));
    expect([matched.sell.length, matched.buy.length]).toEqual([1, 1]);
    for (const path of ['/sell/admin/getallstats', '/sell/manager/getallstats'])
      expect(await works('GET', path, by(market.admin))).toMatchObject({
        users: expect.any(Number),
        totalSales: '10.0000',
        totalBuys: '10.0000',
        totalFees: '0.1000',
      });
  });

  test('every spelling of a status filters the list', async () => {
    const statusesOf = async (status: string): Promise<string[]> => {
      const path = `/sell/all-orders?limit=100&status=${encodeURIComponent(status)}`;
      const { combinedOrders } = await works('GET', path, by(market.admin));
      return [...new Set<string>(combinedOrders.map((order: { status: string }) => order.status))].sort();
    };
    await market.open(seller, 'sell', '14000');
    await market.open(buyer, 'buy', '14000');
    await market.place(seller, 'sell', '14000');
    const [sell, buy] = [
      await market.open(seller, 'sell', '14000'),
      await market.open(buyer, 'buy', '28000'),
    ];
    await market.match(sell, buy);
    for (const [spelling, statuses] of [
      ['Pending Approval', ['Pending Approval']],
      ['On Sale', ['On Sale']],
      ['On sell', ['On Sale']],
      ['Waiting for Buy', ['Waiting for Buy']],
      ['Waiting for uy', ['Waiting for Buy']],
      ['In Progress', ['In Progress']],
      ['Partially Matched', ['Partially Matched']],
      ['Sell completed', ['Sale Completed']],
      ['Sale Completed', ['Sale Completed']],
      ['Buy Completed', ['Buy Completed']],
      ['completed', ['Buy Completed', 'Sale Completed']],
      ['Rejected', ['Rejected']],
      ['Cancelled', ['Cancelled']],
      ['no status', []],
    ] as const)
      expect([spelling, await statusesOf(spelling)]).toEqual([spelling, statuses]);
    expect((await works('GET', '/sell/all-orders', {})).combinedOrders.length).toBeGreaterThan(2);
  });

  test('inquiries', async () => {
    const requested = await works(
      'POST',
      '/inquiry',
      by(seller, { title: 'Sell Inquiry', description: 'How long does it take?' }),
    );
    const { _id: id } = requested.inquiry;
    expect((await works('GET', '/inquiry/user', by(seller))).items[0]._id).toBe(id);
    expect((await works('GET', '/inquiry/all/active', by(market.admin))).items[0]).toMatchObject({
      _id: id,
      status: 'pending',
      userId: { username: expect.any(String) },
    });
    const comment = by(market.admin, { comment: 'A day.' });
    expect((await works('POST', `/inquiry/${id}/comment`, comment)).inquiry.comment).toBe('A day.');
  });

  test('notifications: arrays whose items have an id and a message', async () => {
    const lists = specifiedCalls.filter((call) => call.startsWith('GET /notification/'));
    expect(lists).toHaveLength(8);
    for (const path of lists.map((call) => call.slice(4))) {
      const who = path.includes('/user/') ? seller : market.admin;
      const items = await works('GET', path, by(who));
      expect(items, path).toBeInstanceOf(Array);
      for (const item of items)
        expect(item).toMatchObject({ _id: expect.any(String), message: expect.any(String) });
    }
    const [first] = await works('GET', '/notification/unread/sellOrders', by(market.admin));
    expect(first).toBeDefined();
    await works('PUT', `/notification/mark-read/${first._id}`, by(market.admin));
    const all = { userId: market.admin.memberId, isForAdmin: true };
    await works('PUT', '/notification/mark-read', by(market.admin, all));
    expect(await works('GET', '/notification/unread/sellOrders', by(market.admin))).toEqual([]);
  });

  test('chat: an order’s room from its first message to its end', async () => {
    const orderId = await market.open(seller, 'sell', '14000');
    const message = {
      content: 'Hello',
      sender: seller.nickname,
      orderId,
      orderType: 'sell',
      timestamp: new Date().toISOString(),
      image: null,
      storedLanguage,
    };
    await works('POST', '/chat', by(seller, message));
    const read = await works('GET', `/chat/messages/${orderId}`, by(seller));
    expect(read.items).toEqual([
      expect.objectContaining({ content: 'Hello', sender: seller.nickname, orderId, orderType: 'sell' }),
    ]);
    expect((await works('GET', `/chat/admin/messages/${orderId}`, by(market.admin))).items).toHaveLength(1);
    expect(await works('GET', `/chat/admin/userInfo/${orderId}`, by(market.admin))).toMatchObject({
      nickname: seller.nickname,
    });
    const session = { orderId, orderType: 'sell', ...name };
    const live = await works('GET', '/chat/allchat', by(market.admin));
    expect(live.items).toContainEqual(expect.objectContaining(session));
    await works('PATCH', `/chat/close/${orderId}`, by(market.admin));
    const [ended] = (await works('GET', '/chat/end/allchat', by(market.admin))).items;
    expect(ended).toMatchObject(session);
    const last = await works('GET', `/chat/admin/messages/end/${ended._id}`, by(market.admin));
    expect(last.items).toHaveLength(1);
  });
});
