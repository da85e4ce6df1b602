import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { ChangedEvent } from '@matgyo/contracts/realtime';
import { expect, test, vi } from 'vitest';
import type { Person } from '../../../../test/server.ts';
import { ackedMessage, join, nextEvent, type TestSocket } from '../../../../test/sockets.ts';
import {
  buyer,
  isAbout,
  market,
  outsider,
  seller,
  server,
  setUpMatchWithSockets,
  socketOf,
  trade,
} from './sockets.fixture.ts';

setUpMatchWithSockets();

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
  await expect.poll(() => keys.get(admin)?.some((key) => key.startsWith('trail:'))).toBe(true);
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
  const listed = async ({ token }: Person, side: string, id: string) => {
    const { body } = await server.request('GET', `/${side}/user/inProgress-orders`, { token });
    const { waitsForOwner: _, ...order } = body.items.find(({ _id }: OrderView) => _id === id);
    return order;
  };
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
      { timeout: 60_000, interval: 100 },
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
  const sentToManager = events.get(manager)?.flatMap(({ keys }) => keys);
  for (const { memberId } of [seller, buyer]) expect(sentToManager).not.toContain(`member:${memberId}`);
});

test('sends a changed account to staff, whose lists of members show it', async () => {
  const manager = await server.member({ active: true, manager: true });
  const staff = [await socketOf(manager), await socketOf(market.admin)];
  const outside = await socketOf(outsider);
  const others: string[] = [];
  outside.on('changed', ({ keys }) => others.push(...keys.filter((key) => key.startsWith('account:'))));
  const isAccount = ({ keys }: ChangedEvent) => keys.some((key) => key.startsWith('account:'));
  const received = Promise.all(staff.map((socket) => nextEvent(socket, 'changed', isAccount)));
  await server.member();
  await received;
  expect(others).toEqual([]);
});

test('sends an edit that is a row only to staff and to its member', async () => {
  const manager = await server.member({ active: true, manager: true });
  const staff = [await socketOf(manager), await socketOf(market.admin)];
  const [mine, strange] = [await socketOf(buyer), await socketOf(outsider)];
  const others: string[] = [];
  strange.on('changed', ({ keys }) => others.push(...keys));
  const [account, member] = [`account:${buyer.memberId}`, `member:${buyer.memberId}`];
  const received = Promise.all([
    ...staff.map((socket) => nextEvent(socket, 'changed', isAbout(account))),
    nextEvent(mine, 'changed', isAbout(member)),
  ]);
  const edit = { token: market.admin.token, body: { telegram: 'changed' } };
  expect((await server.request('PUT', `/user/users/${buyer.nickname}`, edit)).status).toBe(200);
  await received;
  for (const key of [account, member]) expect(others).not.toContain(key);
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
