import type { Side } from '@matgyo/contracts/ids';
import { addUsdt, type Usdt, zeroUsdt } from '@matgyo/contracts/money';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedTestServer } from '../../../../test/server.ts';
import { approvalPath, openMarket, succeed } from './market.fixture.ts';

const server = await sharedTestServer();
const market = await openMarket(server);
/** The owner of the listed orders; the matches' other parties follow. */
const member = await server.member({ active: true });
const other = await server.member({ active: true });

const counter = (side: Side): Side => (side === 'sell' ? 'buy' : 'sell');
const won = '140000';

/** Matches `amount` of an order of 100 USDT with another member's order, and completes it if `complete`. */
async function fill(side: Side, id: string, amount: string, complete = false): Promise<void> {
  const against = await market.open(other, counter(side), won);
  const [sell, buy] = side === 'sell' ? [id, against] : [against, id];
  await market.match(sell, buy, { amount });
  if (complete) await market.complete(sell, buy);
}

const decide = (side: Side, id: string, decision: string) =>
  succeed(server, 'POST', approvalPath(side, id, decision), { token: market.admin.token, body: {} });
const withdraw = (side: Side, id: string) =>
  succeed(server, 'DELETE', `/${side}/admin/${side}-orders/${id}/cancel`, { token: market.admin.token });

type List = 'own' | 'own in progress' | 'pending' | 'open' | 'in progress' | 'public';

/** All states of an order, how to reach each, and the lists that then contain it (docs/http.md). */
const states: readonly {
  readonly state: string;
  readonly status: (side: Side) => string;
  readonly bring?: (side: Side, id: string) => Promise<unknown>;
  readonly pending?: true;
  readonly lists: readonly List[];
}[] = [
  { state: 'pending', status: () => 'Pending Approval', pending: true, lists: ['own', 'pending'] },
  {
    state: 'rejected',
    status: () => 'Rejected',
    pending: true,
    bring: (side, id) => decide(side, id, 'reject'),
    lists: ['own'],
  },
  {
    state: 'open, untouched',
    status: (side) => (side === 'sell' ? 'On Sale' : 'Waiting for Buy'),
    lists: ['own', 'open', 'public'],
  },
  {
    state: 'part reserved',
    status: () => 'Partially Matched',
    bring: (side, id) => fill(side, id, '40'),
    lists: ['own in progress', 'open', 'in progress', 'public'],
  },
  {
    state: 'all reserved',
    status: () => 'In Progress',
    bring: (side, id) => fill(side, id, '100'),
    lists: ['own in progress', 'in progress'],
  },
  {
    state: 'part settled, the rest open',
    status: () => 'Partially Matched',
    bring: (side, id) => fill(side, id, '40', true),
    lists: ['own', 'open', 'public'],
  },
  {
    state: 'part settled, the rest reserved',
    status: () => 'In Progress',
    bring: async (side, id) => {
      await fill(side, id, '40', true);
      await fill(side, id, '60');
    },
    lists: ['own in progress', 'in progress'],
  },
  {
    state: 'all settled',
    status: (side) => (side === 'sell' ? 'Sale Completed' : 'Buy Completed'),
    bring: (side, id) => fill(side, id, '100', true),
    lists: ['own'],
  },
  { state: 'cancelled', status: () => 'Cancelled', bring: withdraw, lists: ['own'] },
  {
    state: 'cancelled after a part was settled',
    status: () => 'Cancelled',
    bring: async (side, id) => {
      await fill(side, id, '40', true);
      await withdraw(side, id);
    },
    lists: ['own'],
  },
];

interface Row {
  readonly _id: string;
  readonly amount: string;
  readonly amountRemaining: string;
  readonly reserved: string;
  readonly settled: string;
  readonly status: string;
  readonly createdAt: string;
}

/** Reads a list in pages of three. */
async function wholeList(
  path: string,
  token?: string,
  rowsOf = (body: { items: Row[] }) => body.items,
): Promise<Row[]> {
  const rows: Row[] = [];
  const separator = path.includes('?') ? '&' : '?';
  let cursor: string | null = '';
  for (let page = 0; page < 100 && cursor !== null; page += 1) {
    const where: string = `${path}${separator}limit=3${cursor && `&cursor=${cursor}`}`;
    const { body } = await succeed(server, 'GET', where, { ...(token && { token }) });
    expect(rowsOf(body).length).toBeLessThanOrEqual(3);
    rows.push(...rowsOf(body));
    cursor = body.nextCursor;
  }
  expect(cursor).toBe(null);
  expect(new Set(rows.map(({ _id }) => _id)).size).toBe(rows.length);
  return rows;
}

describe.each(['sell', 'buy'] as const)('%s orders are in the lists of their state', (side) => {
  const ids = new Map<string, string>();
  const lists: Record<List, () => Promise<Row[]>> = {
    own: () => wholeList(`/${side}/${side}-orders`, member.token),
    'own in progress': () => wholeList(`/${side}/user/inProgress-orders`, member.token),
    pending: () => wholeList(`/${side}/admin/all/pending-orders`, market.admin.token),
    open: () =>
      wholeList(`/${side}/admin/all/${side === 'sell' ? 'onsale' : 'onbuy'}-orders`, market.admin.token),
    'in progress': () => wholeList(`/${side}/admin/all/inProgress-orders`, market.admin.token),
    public: () => wholeList(`/${side}/${side}-orders`),
  };
  const seen = new Map<List, Row[]>();

  beforeAll(async () => {
    for (const { state, pending, bring } of states) {
      const id = pending ? await market.place(member, side, won) : await market.open(member, side, won);
      ids.set(state, id);
      await bring?.(side, id);
    }
    for (const [list, read] of Object.entries(lists)) seen.set(list as List, await read());
  });

  test.each(states)('$state', ({ state, status, lists: expected }) => {
    const id = ids.get(state);
    const found = [...seen].filter(([, rows]) => rows.some(({ _id }) => _id === id));
    expect(found.map(([list]) => list).sort()).toEqual([...expected].sort());
    for (const [, rows] of found) expect(rows.find(({ _id }) => _id === id)?.status).toBe(status(side));
  });

  test('a member’s own orders are sorted by status, then newest first', () => {
    const own = seen.get('own') ?? [];
    const order = [
      'Pending Approval',
      side === 'sell' ? 'On Sale' : 'Waiting for Buy',
      'Partially Matched',
      side === 'sell' ? 'Sale Completed' : 'Buy Completed',
      'Rejected',
      'Cancelled',
    ];
    expect([...new Set(own.map(({ status }) => status))]).toEqual(order);
    for (const [, same] of Map.groupBy(own, ({ status }) => status))
      expect(same.map(({ createdAt }) => createdAt)).toEqual(
        same
          .map(({ createdAt }) => createdAt)
          .sort()
          .reverse(),
      );
  });

  test('a member’s own orders can be filtered by group and sorted by time or amount', async () => {
    const holder = await server.member({ active: true });
    const placed: string[] = [];
    for (const krw of [won, '14000', '1400000']) placed.push(await market.place(holder, side, krw));
    for (const id of placed) await decide(side, id, 'reject');
    const amountsOf = async (query: string) =>
      (await wholeList(`/${side}/${side}-orders?${query}`, holder.token)).map(({ amount }) => amount);
    expect(await amountsOf('sort=newest')).toEqual(['1000.0000', '10.0000', '100.0000']);
    expect(await amountsOf('sort=oldest')).toEqual(['100.0000', '10.0000', '1000.0000']);
    expect(await amountsOf('sort=amount&group=ended')).toEqual(['1000.0000', '100.0000', '10.0000']);
    expect(await amountsOf('group=pending')).toEqual([]);
  });

  test('the first page has the totals of all of a member’s orders', async () => {
    const path = `/${side}/${side}-orders?limit=2`;
    const first = await succeed(server, 'GET', path, { token: member.token });
    const own = await lists.own();
    const all = [...own, ...(await lists['own in progress']())];
    const sumOf = (rows: readonly Row[], quantity: 'amountRemaining' | 'reserved' | 'settled') =>
      addUsdt(zeroUsdt, ...rows.map((row) => row[quantity] as Usdt));
    const isEnded = ({ status }: Row) => status === 'Rejected' || status === 'Cancelled';
    expect(first.body.totals).toEqual({
      offered: sumOf(
        all.filter((row) => !isEnded(row)),
        'amountRemaining',
      ),
      reserved: sumOf(all, 'reserved'),
      settled: sumOf(all, 'settled'),
      reversed: '0.0000',
      completed: sumOf(all, 'settled'),
      orders: own.length,
      groups: {
        pending: own.filter(({ status }) => status === 'Pending Approval').length,
        open: own.filter(({ status }) => /^(On Sale|Waiting for Buy)$/.test(status)).length,
        partial: own.filter(({ status }) => status === 'Partially Matched').length,
        completed: own.filter(({ status }) => /Completed$/.test(status)).length,
        ended: own.filter(isEnded).length,
      },
    });
    const second = await succeed(server, 'GET', `${path}&cursor=${first.body.nextCursor}`, {
      token: member.token,
    });
    expect(second.body.totals).toBe(null);
    const newcomer = await server.member({ active: true });
    const none = await succeed(server, 'GET', path, { token: newcomer.token });
    expect(none.body).toMatchObject({
      items: [],
      totals: { offered: '0.0000', reserved: '0.0000', settled: '0.0000', orders: 0 },
    });
  });

  test('a single order is visible to its owner only, as in the lists', async () => {
    for (const list of ['own', 'own in progress'] as const) {
      const row = seen.get(list)?.[0];
      const path = `/user/orders/${row?._id}`;
      const { tetherAddress, ...order } = (await succeed(server, 'GET', path, { token: member.token })).body;
      const more = list === 'own' ? {} : { waitsForOwner: side === 'buy' };
      expect({ ...order, ...more }).toEqual(row);
      expect(tetherAddress).toBeNull();
      for (const { token } of [other, market.admin]) {
        const { status, body } = await server.request('GET', path, { token });
        expect([status, body.code]).toEqual([404, 'ORDER_NOT_FOUND']);
      }
    }
  });

  test('an admin’s queue is sorted oldest first, or newest first on request', async () => {
    const oldest = (seen.get('open') ?? []).map(({ createdAt }) => createdAt);
    expect(oldest).toEqual([...oldest].sort());
    const path = `/${side}/admin/all/${side === 'sell' ? 'onsale' : 'onbuy'}-orders`;
    const newest = await wholeList(`${path}?sort=newest`, market.admin.token);
    expect(newest.map(({ createdAt }) => createdAt)).toEqual(oldest.toReversed());
  });

  test('in the queue of orders in progress, those with nothing left to match come first', () => {
    const statuses = (seen.get('in progress') ?? []).map(({ status }) => status);
    expect(new Set(statuses).size).toBe(2);
    expect(statuses).toEqual([...statuses].sort());
  });

  test('sorted by waiting time, the queue begins with the oldest match, whenever the order was placed', async () => {
    const placedFirst = await market.open(member, side, won);
    const matchedFirst = await market.open(member, side, won);
    // Partly matched, so sorting by status would put it last.
    await fill(side, matchedFirst, '40');
    await fill(side, placedFirst, '100');
    const path = `/${side}/admin/all/inProgress-orders?sort=waiting`;
    const both = (rows: readonly Row[]) =>
      rows.map(({ _id }) => _id).filter((id) => id === placedFirst || id === matchedFirst);
    expect(both(await wholeList(path, market.admin.token))).toEqual([matchedFirst, placedFirst]);
    const searched = `${path}&search=${member.nickname}`;
    expect(both(await wholeList(searched, market.admin.token))).toEqual([matchedFirst, placedFirst]);
    const open = `/${side}/admin/all/${side === 'sell' ? 'onsale' : 'onbuy'}-orders?sort=waiting`;
    const times = (await wholeList(open, market.admin.token)).map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort());
  });
});

describe('all orders, both sides', () => {
  const combined = (path: string, token?: string) =>
    wholeList(path, token, (body) => (body as unknown as { combinedOrders: Row[] }).combinedOrders);

  test('contain every order for an admin, newest first', async () => {
    const { rows } = await server.pool.query('select count(*)::int as all from read_orders.orders');
    const all = await combined('/sell/all-orders', market.admin.token);
    expect(all).toHaveLength(rows[0].all);
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('contain only open orders with masked names for others', async () => {
    for (const token of [undefined, member.token]) {
      const all = await combined('/sell/all-orders', token);
      expect(all.length).toBeGreaterThan(0);
      for (const row of all) {
        expect(['On Sale', 'Waiting for Buy', 'Partially Matched']).toContain(row.status);
        expect(row).toMatchObject({ nickname: expect.stringMatching(/^\w\w\*{3}$/) });
        expect(row).not.toHaveProperty('userId');
      }
    }
  });

  test.each([
    ['On sell', ['On Sale']],
    ['completed', ['Buy Completed', 'Sale Completed']],
    ['Sell completed', ['Sale Completed']],
    ['Waiting for uy', ['Waiting for Buy']],
    ['in progress', ['In Progress']],
    ['no such status', []],
  ])('filtered by %s are %j', async (status, expected) => {
    const found = await combined(`/sell/all-orders?status=${encodeURIComponent(status)}`, market.admin.token);
    expect([...new Set(found.map((row) => row.status))].sort()).toEqual(expected);
  });
});

test('a match is listed once it has come about', async () => {
  const owner = await server.member({ active: true });
  const id = await market.open(owner, 'sell', won);
  await fill('sell', id, '40');
  const { token } = owner;
  const matchesOf = async () => {
    const list = await succeed(server, 'GET', '/sell/user/inProgress-orders', { token });
    const { body: one } = await succeed(server, 'GET', `/user/orders/${id}`, { token });
    const listed = list.body.items.find(({ _id }: { _id: string }) => _id === id);
    return [listed, one].map((order) => order.matchedBuyOrders.length);
  };
  const setStatus = (status: string) =>
    server.pool.query('update read_trades.trades set status = $2 where sell_order_id = $1', [id, status]);
  expect(await matchesOf()).toEqual([1, 1]);
  await setStatus('proposed');
  expect(await matchesOf()).toEqual([0, 0]);
  await setStatus('matched');
});

test('a live match is listed although fifty newer ones have ended', async () => {
  const owner = await server.member({ active: true });
  const id = await market.open(owner, 'sell', won);
  await fill('sell', id, '40');
  const { rows } = await server.pool.query<{ trade_id: string }>(
    `with ended as (
       insert into read_trades.trades select (jsonb_populate_record(t, jsonb_build_object('status', 'cancelled',
         'finished', true, 'trade_id', lpad(to_hex(n), 24, 'e'), 'proposed_at', proposed_at + n * interval '1 s'))).*
       from read_trades.trades t, generate_series(1, 50) n where sell_order_id = $1)
     select trade_id from read_trades.trades where sell_order_id = $1`,
    [id],
  );
  const own = (await succeed(server, 'GET', `/user/orders/${id}`, { token: owner.token })).body;
  expect(own.currentBuyOrderInProgress.tradeId).toBe(rows[0]?.trade_id);
  expect(own.matchedBuyOrders).toHaveLength(50);
  expect((await market.see(`/admin/orders/${id}`)).action).toEqual(
    expect.arrayContaining(['complete', 'cancel-match', 'chat']),
  );
  await server.pool.query(
    `delete from read_trades.trades where sell_order_id = $1 and status = 'cancelled'`,
    [id],
  );
});

test('more than fifty live matches are all listed', async () => {
  const owner = await server.member({ active: true });
  const id = await market.open(owner, 'sell', won);
  await fill('sell', id, '40');
  await server.pool.query(
    `insert into read_trades.trades
       select (jsonb_populate_record(t, jsonb_build_object('trade_id', lpad(to_hex(n), 24, 'd')))).*
       from read_trades.trades t, generate_series(1, 59) n where sell_order_id = $1`,
    [id],
  );
  const own = (await succeed(server, 'GET', `/user/orders/${id}`, { token: owner.token })).body;
  expect(own.matchedBuyOrders).toHaveLength(60);
  await server.pool.query(
    `delete from read_trades.trades where sell_order_id = $1 and trade_id like 'ddddd%'`,
    [id],
  );
});

test('a wallet stated with a sell order is shown to its owner, and to admins with a warning', async () => {
  const wallet = `${'1'.repeat(31)}2`;
  const place = (tetherAddress?: string) =>
    succeed(server, 'POST', '/sell', {
      token: other.token,
      body: { krwAmount: 14000, price: 1400, amount: 10, ...(tetherAddress && { tetherAddress }) },
    });
  const stated = (await place(wallet)).body;
  const usual = (await place()).body;
  expect([stated.wallet.differsFromSignUp, usual.wallet.differsFromSignUp]).toEqual([true, false]);
  const queue = await wholeList('/sell/admin/all/pending-orders', market.admin.token);
  const walletOf = (id: string) => queue.find(({ _id }) => _id === id);
  expect(walletOf(stated.order._id)).toMatchObject({
    wallet: { tetherAddress: wallet, differsFromSignUp: true },
  });
  expect(walletOf(usual.order._id)).toMatchObject({ wallet: { differsFromSignUp: false } });
  const ownOrder = async (id: string) =>
    (await succeed(server, 'GET', `/user/orders/${id}`, { token: other.token })).body.tetherAddress;
  expect(await ownOrder(stated.order._id)).toBe(wallet);
  expect(await ownOrder(usual.order._id)).toBeNull();
  await market.approve('sell', stated.order._id);
  for (const token of [undefined, member.token]) {
    const all = await server.request('GET', '/sell/all-orders?limit=100', { ...(token && { token }) });
    expect(JSON.stringify(all.body)).not.toContain(wallet);
  }
});
