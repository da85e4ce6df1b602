import { once } from 'node:events';
import { connect } from 'node:net';
import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { ChangedEvent } from '@matgyo/contracts/realtime';
import { revokeRole } from '@matgyo/ledger/account/account';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Person, sharedTestServer, type TestServer } from '../../../../test/server.ts';
import {
  ackedMessage,
  connected,
  disconnectReason,
  join,
  nextEvent,
  type SocketOptions,
  send,
  socketTo,
  type TestSocket,
} from '../../../../test/sockets.ts';
import { changeAccount } from '../../identity/members/change-account.fixture.ts';
import { type Market, openMarket } from '../../trading/orders/market.fixture.ts';

let server: TestServer;
let market: Market;
let seller: Person;
let buyer: Person;
let outsider: Person;
let sell: string;
let buy: string;
let trade: string;
const open: TestSocket[] = [];

beforeAll(async () => {
  server = await sharedTestServer();
  market = await openMarket(server);
  seller = await server.member({ active: true });
  buyer = await server.member({ active: true });
  outsider = await server.member({ active: true });
  sell = await market.open(seller, 'sell', '1000000');
  buy = await market.open(buyer, 'buy', '300000');
  trade = (await market.match(sell, buy))._id;
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});

const socketOf = async (person?: Person, options: SocketOptions = {}): Promise<TestSocket> => {
  const socket = socketTo(server.url, { ...options, ...(person && { token: person.token }) });
  open.push(socket);
  return connected(socket);
};
const edit = (person: Person, body: object) =>
  server.request('PUT', `/user/users/${person.nickname}`, { token: market.admin.token, body });
const isAbout =
  (key: string) =>
  ({ keys }: { keys: string[] }) =>
    keys.includes(key);

test('refuses a socket with an invalid token', async () => {
  for (const token of ['nonsense', `${seller.token}x`, 'x'.repeat(3_000)])
    await expect(connected(socketTo(server.url, { token }))).rejects.toMatchObject({
      code: expect.stringMatching(/INVALID_TOKEN|BAD_REQUEST/),
    });
  const gone = await server.signIn(outsider.nickname, outsider.password);
  await server.request('POST', '/user/logout', { token: gone.token });
  await expect(connected(socketTo(server.url, { token: gone.token }))).rejects.toEqual({
    code: 'INVALID_TOKEN',
    error: 'Invalid or expired token',
  });
});

test('a used connection whose next request asks for another protocol is answered and closed as any other', async () => {
  const { port } = new URL(server.url);
  const paths = ['/x', '/socket.io', '/api/v1/health/live'];
  for (const path of paths) {
    const connection = connect({ port: Number(port), host: '127.0.0.1' });
    connection.write('GET /api/v1/health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(connection, 'data');
    connection.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    const [answer] = await once(connection, 'data');
    expect([path, String(answer)]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 [24]0/)]);
    connection.end();
    await once(connection, 'close');
  }
});

test('refuses a socket of a page of another host, by any transport', async () => {
  const headers = { origin: 'https://elsewhere.example' };
  for (const transports of [['websocket'], ['polling']] as const)
    await expect(
      connected(socketTo(server.url, { token: seller.token, transports: [...transports], headers })),
    ).rejects.toBeDefined();
  await socketOf(seller, { headers: { origin: server.url } });
  const polled = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`);
  expect([polled.status, polled.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  expect(polled.headers.get('x-content-type-options')).toBe('nosniff');
});

test.each(['websocket', 'polling'] as const)(
  'delivers a message with its number to its room by %s',
  async (transport) => {
    const [mine, theirs] = await Promise.all([
      socketOf(seller, { transports: [transport] }),
      socketOf(buyer, { transports: [transport] }),
    ]);
    for (const socket of [mine, theirs])
      expect(await join(socket, { orderId: sell, currentOrderInProgress: buy })).toMatchObject({
        ok: true,
        room: { _id: trade, kind: 'trade', closed: false },
      });
    const arrived = Promise.all([nextEvent(mine, 'message'), nextEvent(theirs, 'message')]);
    const message = ackedMessage(await send(mine, trade, `by ${transport}`, { clientId: transport }));
    expect(message).toMatchObject({
      room: trade,
      sender: seller.nickname,
      role: 'seller',
      clientId: transport,
    });
    expect(await arrived).toEqual([message, message]);
    const { body } = await server.request('GET', `/chat/messages/${trade}?limit=1`, { token: buyer.token });
    expect(body.items).toEqual([message]);
  },
);

test('sends typing, read and closed to the others in the room, and nothing after leaving', async () => {
  const placed = await market.place(seller, 'sell', '70000');
  const [mine, admins] = await Promise.all([socketOf(seller), socketOf(market.admin)]);
  await Promise.all([join(mine, placed), join(admins, placed)]);
  ackedMessage(await send(mine, placed, 'hello'));

  const typing = nextEvent(admins, 'typing');
  mine.emit('typing', placed);
  expect(await typing).toEqual({ room: placed, sender: seller.nickname, role: 'seller' });
  const read = nextEvent(mine, 'read');
  expect(await admins.emitWithAck('read', { orderId: placed, seq: 1 })).toEqual({ ok: true });
  expect(await read).toEqual({ room: placed, reader: market.admin.nickname, role: 'admin', seq: 1 });

  expect(await mine.emitWithAck('closeChat', placed)).toMatchObject({ ok: false, code: 'FORBIDDEN' });
  await admins.emitWithAck('leaveRoom', placed);
  let left = 0;
  admins.on('closed', () => {
    left += 1;
  });
  const closed = nextEvent(mine, 'closed');
  expect(await admins.emitWithAck('closeChat', placed)).toMatchObject({ ok: true, room: { closed: true } });
  expect(await closed).toMatchObject({ room: placed });
  expect(await send(mine, placed, 'late')).toMatchObject({
    ok: false,
    code: 'CHAT_CLOSED',
    error: 'This chat has ended.',
  });
  expect(left).toBe(0);
});

test('a trade’s messages also reach sockets that joined one of its two orders, each once', async () => {
  const third = await server.member({ active: true });
  const [offer, bid, other] = [
    await market.open(seller, 'sell', '140000'),
    await market.open(third, 'buy', '70000'),
    await market.open(seller, 'sell', '70000'),
  ];
  const [mine, theirs] = [await socketOf(seller), await socketOf(third)];
  const [elsewhere, admin] = [await socketOf(seller), await socketOf(market.admin)];
  // Joined before the match, as by a client that knows only its own order.
  await Promise.all([join(mine, offer), join(theirs, bid), join(elsewhere, other), join(admin, offer)]);
  const matched = (await market.match(offer, bid))._id;
  await Promise.all([join(mine, matched), join(admin, bid)]);
  const sockets = [mine, theirs, elsewhere, admin];
  const received = sockets.map((socket) => {
    const contents: string[] = [];
    socket.on('message', ({ content }) => contents.push(content));
    return contents;
  });
  const talk = async (socket: TestSocket, own: string, counter: string, content: string) => {
    const message = ackedMessage(await send(socket, own, content, { currentOrderInProgress: counter }));
    expect(message.room).toBe(matched);
    // Answered after all earlier events.
    await Promise.all(sockets.map((each) => each.emitWithAck('leaveRoom', 'x')));
  };
  await talk(theirs, bid, offer, 'paid');
  await talk(mine, offer, bid, 'received');
  expect(received).toEqual([['paid', 'received'], ['paid', 'received'], [], ['paid', 'received']]);
  await theirs.emitWithAck('leaveRoom', bid);
  await talk(mine, offer, bid, 'still there?');
  expect(received.map(({ length }) => length)).toEqual([3, 2, 0, 3]);
});

test('no event gives access to another member’s room', async () => {
  const strangers = [
    await socketOf(outsider),
    await socketOf(await server.member({ active: true, manager: true })),
    await socketOf(),
  ];
  const inside = await socketOf(seller);
  await join(inside, trade);
  const rooms = [trade, sell, { orderId: sell, currentOrderInProgress: buy }, `support-${seller.memberId}`];
  for (const [index, socket] of strangers.entries()) {
    let leaked = 0;
    for (const event of ['message', 'typing', 'read', 'closed'] as const)
      socket.on(event, () => (leaked += 1));
    const refusal = { ok: false, code: index === 2 ? 'INVALID_TOKEN' : 'CHAT_NOT_FOUND' };
    for (const room of rooms) {
      const orderId = typeof room === 'string' ? room : room.orderId;
      expect(await join(socket, room)).toMatchObject(refusal);
      expect(await send(socket, orderId, 'let me in')).toMatchObject(refusal);
      expect(await socket.emitWithAck('read', { orderId, seq: 1 })).toMatchObject(refusal);
      expect(await socket.emitWithAck('closeChat', room)).toMatchObject({
        ok: false,
        code: expect.stringMatching(/FORBIDDEN|INVALID/),
      });
      socket.emit('typing', room);
    }
    // The server's own room names are not accepted.
    for (const name of ['admins', 'public', `member:${seller.memberId}`, `chat:${trade}`, inside.id ?? ''])
      expect(await join(socket, name)).toMatchObject({ ok: false });
    ackedMessage(await send(inside, trade, 'among us'));
    // It is answered after all earlier events.
    await join(socket, 'x');
    expect(leaked).toBe(0);
  }
});

test.each([
  ['not an object', 'x'],
  ['no room', { content: 'x' }],
  ['nested beyond measure', JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`)],
  ['a NUL character', { orderId: 'x', content: 'a\u0000b' }],
  ['nothing', undefined],
])('refuses malformed input over a socket as over HTTP: %s', async (_, payload) => {
  const socket = await socketOf(seller);
  const answer = await socket.emitWithAck('sendMessage', payload as never);
  expect(answer).toMatchObject({ ok: false, code: expect.stringMatching(/BAD_REQUEST|CHAT_|EMPTY/) });
  // A missing or wrong acknowledgement breaks nothing.
  (socket as unknown as { emit(...sent: unknown[]): void }).emit('sendMessage', payload, 'no function');
  expect(await join(socket, trade)).toMatchObject({ ok: true });
});

test('disconnects a member whose frame holds tens of thousands of values', async () => {
  const socket = await socketOf(seller);
  const cut = disconnectReason(socket);
  socket.emit('read', Array.from({ length: 30_000 }, () => 0) as never);
  expect(await cut).toMatch(/transport/);
});

test('one member’s joins sent all at once leave the database to others', async () => {
  const sockets = await Promise.all(Array.from({ length: 5 }, () => socketOf(outsider)));
  const joins = Promise.all(
    sockets.flatMap((socket) => Array.from({ length: 300 }, () => join(socket, sell))),
  );
  let waitingMost = 0;
  const watch = setInterval(() => {
    waitingMost = Math.max(waitingMost, server.pool.waitingCount);
  }, 1);
  const answers = await joins;
  clearInterval(watch);
  expect(new Set(answers.map((answer) => !answer.ok && answer.code))).toEqual(new Set(['CHAT_NOT_FOUND']));
  expect(waitingMost).toBeLessThan(50);
});

test('refuses a message in the language it names, whatever the connection’s language', async () => {
  const socket = await socketOf(seller);
  const error = async (storedLanguage?: 'ko' | 'en') => {
    const answer = await socket.emitWithAck('sendMessage', {
      orderId: trade,
      content: ' ',
      ...(storedLanguage && { storedLanguage }),
    });
    return answer.ok ? undefined : answer.error;
  };
  expect(await error('ko')).toMatch(/[가-힣]/);
  expect(await error('en')).toMatch(/^[A-Z][^가-힣]+$/);
  expect(await error()).toBe(await error('en'));
});

test('an inactive member may join a room and mark it as read, but not write or type', async () => {
  const member = await server.member({ active: true });
  const placed = await market.place(member, 'sell', '70000');
  await edit(member, { status: 'inactive' });
  const [mine, admin] = [
    await socketOf(await server.signIn(member.nickname, member.password)),
    await socketOf(market.admin),
  ];
  const refusal = 'Your account is not active. Please contact the admin.';
  expect(await join(mine, placed)).toMatchObject({ ok: true, room: { _id: placed }, refusal });
  expect(await join(mine, `support-${member.memberId}`)).not.toHaveProperty('refusal');
  await join(admin, placed);
  const arrived = nextEvent(mine, 'message');
  const { seq } = ackedMessage(await send(admin, placed, 'are you there?'));
  expect(await arrived).toMatchObject({ seq });
  const read = nextEvent(admin, 'read');
  expect(await mine.emitWithAck('read', { orderId: placed, seq })).toEqual({ ok: true });
  expect(await read).toMatchObject({ reader: member.nickname, seq });
  const refused = { ok: false, code: 'ACCOUNT_INACTIVE', error: refusal };
  expect(await send(mine, placed, 'yes')).toMatchObject(refused);
  const untyped = mine as unknown as { emitWithAck(event: string, room: string): Promise<unknown> };
  expect(await untyped.emitWithAck('typing', placed)).toMatchObject(refused);
});

test('the end of a session closes its sockets', async () => {
  const member = await server.member({ active: true });
  const again = await server.signIn(member.nickname, member.password);
  const [first, second, other] = [await socketOf(member), await socketOf(again), await socketOf(seller)];
  const cut = [disconnectReason(first), nextEvent(first, 'ended')] as const;
  await server.request('POST', '/user/logout', { token: member.token });
  expect(await cut[1]).toEqual({ code: 'INVALID_TOKEN', error: 'Invalid or expired token' });
  expect(await cut[0]).toBe('io server disconnect');
  expect([second.connected, other.connected]).toEqual([true, true]);

  const deactivated = disconnectReason(second);
  expect((await edit(member, { status: 'inactive' })).status).toBe(200);
  await deactivated;
  expect(other.connected).toBe(true);
});

test('notices a session that ended elsewhere, and a role whose removal crashed half-way', async () => {
  const [member, manager] = [
    await server.member({ active: true }),
    await server.member({ active: true, manager: true }),
  ];
  const sockets = [await socketOf(member), await socketOf(manager)];
  const cut = Promise.all(sockets.map(disconnectReason));
  // Simulates another backend, and one that crashed between the event and ending the sessions.
  await server.pool.query('update app.sessions set revoked_at = now() where member_id = $1', [
    member.memberId,
  ]);
  await changeAccount(server, manager, (account) => revokeRole(account, 'manager', { isLastAdmin: false }));
  expect(await cut).toEqual(Array(2).fill('io server disconnect'));
});

test('closes a member’s oldest socket when too many are open', async () => {
  const member = await server.member({ active: true });
  const sockets: TestSocket[] = [];
  for (let index = 0; index < 20; index += 1) sockets.push(await socketOf(member));
  const cut = disconnectReason(sockets[0] as TestSocket);
  await socketOf(member);
  await cut;
  expect(sockets.slice(1).every((socket) => socket.connected)).toBe(true);
});

test('neither counts nor remembers a socket that a connection with too many others opened', async () => {
  const member = await server.member({ active: true });
  const leaks: string[] = [];
  const collect = ({ name, message }: Error) => {
    if (name === 'MaxListenersExceededWarning') leaks.push(message);
  };
  process.on('warning', collect);
  const ofMembers = async (): Promise<number> =>
    Number(
      /sockets_open\{of="members"\} (\d+)/.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1],
    );
  const before = await ofMembers();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const greedy = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    const closed = new Promise((resolve) => greedy.addEventListener('close', resolve));
    await new Promise((resolve) => greedy.addEventListener('message', resolve, { once: true }));
    let answered = 0;
    greedy.addEventListener('message', ({ data }) => {
      answered += 1;
      if (String(data).startsWith('41') || answered >= 60) greedy.close();
    });
    for (let index = 0; index < 60; index += 1) greedy.send(`40${JSON.stringify({ token: member.token })}`);
    await closed;
  }
  await expect.poll(ofMembers).toBe(before);
  process.off('warning', collect);
  expect(leaks).toEqual([]);
  const sockets: TestSocket[] = [];
  for (let index = 0; index < 22; index += 1) sockets.push(await socketOf(member));
  await expect.poll(() => sockets.filter((socket) => socket.connected).length).toBe(20);
});

test('sends the price to all, and private changes to their owner and admins only', async () => {
  const [visitor, mine, strange, admin] = [
    await socketOf(),
    await socketOf(seller),
    await socketOf(outsider),
    await socketOf(market.admin),
  ];
  const keys = new Map<TestSocket, string[]>();
  for (const socket of [visitor, mine, strange, admin]) {
    keys.set(socket, []);
    socket.on('changed', (changed) => keys.get(socket)?.push(...changed.keys));
  }
  const priced = Promise.all(
    [visitor, mine, strange, admin].map((socket) => nextEvent(socket, 'changed', isAbout('price'))),
  );
  await market.approve('sell', await market.place(seller, 'sell', '70000'));
  await server.request('POST', '/tetherprice/update-tether-price', {
    token: market.admin.token,
    body: { tetherPrice: '1401' },
  });
  await priced;
  await expect
    .poll(() => keys.get(admin)?.some((key) => key.startsWith('trail:')), { timeout: 30_000 })
    .toBe(true);
  expect(keys.get(visitor)?.filter((key) => !['orders', 'price', 'everything'].includes(key))).toEqual([]);
  expect(keys.get(strange)?.filter((key) => !['orders', 'price', 'everything'].includes(key))).toEqual([]);
  expect(keys.get(mine)?.some((key) => key.startsWith('order:'))).toBe(true);
  expect(
    keys
      .get(mine)
      ?.some((key) => /^(stats|fees|journal|member:)/.test(key) && key !== `member:${seller.memberId}`),
  ).toBe(false);
});

test('sends an order to its owner only, as the endpoint returns it, and the price to all', async () => {
  const [visitor, mine, theirs, strange, manager, admin] = [
    await socketOf(),
    await socketOf(seller),
    await socketOf(buyer),
    await socketOf(outsider),
    await socketOf(await server.member({ active: true, manager: true })),
    await socketOf(market.admin),
  ];
  const all = [visitor, mine, theirs, strange, manager, admin];
  const events = new Map(all.map((socket) => [socket, [] as ChangedEvent[]]));
  for (const socket of all) socket.on('changed', (event) => events.get(socket)?.push(event));
  const ordersOf = (socket: TestSocket) => events.get(socket)?.flatMap(({ orders = [] }) => orders) ?? [];

  const setPrice = (tetherPrice: string) =>
    server.request('POST', '/tetherprice/update-tether-price', {
      token: market.admin.token,
      body: { tetherPrice },
    });
  await setPrice('1400');
  const sold = await market.open(seller, 'sell', '70000');
  const bought = await market.open(buyer, 'buy', '70000');
  await market.match(sold, bought);
  const listed = async ({ token }: Person, side: string, id: string) =>
    (await server.request('GET', `/${side}/user/inProgress-orders`, { token })).body.items.find(
      ({ _id }: OrderView) => _id === id,
    );
  for (const [socket, person, side, id] of [
    [mine, seller, 'sell', sold],
    [theirs, buyer, 'buy', bought],
  ] as const) {
    const pushed = () => ordersOf(socket).findLast(({ _id }) => _id === id);
    await vi.waitFor(
      async () => {
        expect(pushed()?._id).toBe(id);
        expect(pushed()).toEqual(await listed(person, side, id));
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(new Set(ordersOf(socket).map(({ userId }) => userId._id))).toEqual(new Set([person.memberId]));
  }
  const received = Promise.all(
    all.map((socket) => nextEvent(socket, 'changed', ({ price }) => price?.data === '1402')),
  );
  await setPrice('1402');
  const { body } = await server.request('GET', '/tetherprice/get-tether-price');
  expect((await received).map(({ price }) => price)).toEqual(Array(all.length).fill(body));
  for (const socket of [visitor, strange, manager, admin]) expect(ordersOf(socket)).toEqual([]);
});

test('notifies the other admins of an admin’s action, and not that admin', async () => {
  const other = await server.member({ active: true, admin: true });
  const [acting, watching] = [await socketOf(market.admin), await socketOf(other)];
  const submit = async ({ token }: Person) => {
    const body = { title: 'Other Inquiry', description: 'Does it work?' };
    expect((await server.request('POST', '/inquiry', { token, body })).status).toBe(201);
  };
  const by = (person: Person) => (pushed: { memberId: string | null; isForAdmin: boolean }) =>
    pushed.isForAdmin && pushed.memberId === person.memberId;
  const own: unknown[] = [];
  acting.on('notification', (pushed) => {
    if (by(market.admin)(pushed)) own.push(pushed);
  });
  const seen = nextEvent(watching, 'notification', by(market.admin));
  await submit(market.admin);
  await seen;
  // A later push to the same socket.
  const ofMember = nextEvent(acting, 'notification', by(seller));
  await submit(seller);
  await ofMember;
  expect(own).toEqual([]);
});

test('reports a new message to the members of its room and to admins only', async () => {
  const [visitor, mine, strange, admin] = [
    await socketOf(),
    await socketOf(buyer),
    await socketOf(outsider),
    await socketOf(market.admin),
  ];
  let leaked = 0;
  for (const socket of [visitor, strange])
    socket.on('changed', ({ keys }) => {
      if (keys.some((key) => key.startsWith('chat:'))) leaked += 1;
    });
  const received = Promise.all(
    [mine, admin].map((socket) => nextEvent(socket, 'changed', isAbout(`chat:${trade}`))),
  );
  await server.request('POST', '/chat', {
    token: seller.token,
    body: { orderId: trade, content: 'over HTTP' },
  });
  await received;
  await Promise.all([visitor, strange].map((socket) => join(socket, 'x')));
  expect(leaked).toBe(0);
});

test('pushes a repeated message again, as its first push may have been lost', async () => {
  const [mine, theirs] = [await socketOf(seller), await socketOf(buyer)];
  for (const socket of [mine, theirs]) await join(socket, trade);
  const sent = { orderId: trade, content: 'again', clientId: 'repeated' };
  const first = ackedMessage(await mine.emitWithAck('sendMessage', sent));
  const received = [
    nextEvent(theirs, 'message', ({ seq }) => seq === first.seq),
    nextEvent(theirs, 'changed', isAbout(`chat:${trade}`)),
  ];
  expect(ackedMessage(await mine.emitWithAck('sendMessage', sent))).toEqual(first);
  expect((await Promise.all(received))[0]).toEqual(first);
});
