import type { MatchProposal } from '@matgyo/contracts/endpoints/staff';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { openMarket, pair, succeed } from '../orders/market.fixture.ts';

const server = await startTestServer();
const market = await openMarket(server);
const seller = await server.member({ active: true, nickname: 'deskseller' });
const buyer = await server.member({ active: true, nickname: 'deskbuyer' });
const other = await server.member({ active: true, nickname: 'Other100' });
afterAll(() => server.close());

const ids = (items: readonly { _id: string }[]) => items.map(({ _id }) => _id);

const counterparts = (items: readonly { counterpart: { _id: string } }[]) =>
  items.map(({ counterpart }) => counterpart._id);

test('filters a queue by range, code and nickname, and counts it by range', async () => {
  const small = await market.place(seller, 'sell', '10000');
  const edge = await market.place(seller, 'sell', '30000');
  const million = await market.place(other, 'sell', '1000000');
  const above = await market.place(other, 'sell', '1000001');
  const tiny = await market.place(other, 'sell', '9999');
  const queue = '/sell/admin/all/pending-orders';
  const found = async (query: string) => ids((await market.see(`${queue}?${query}`)).items);
  expect(await found('')).toEqual([small, edge, million, above, tiny]);
  expect(await found('range=10000-30000')).toEqual([small]);
  expect(await found('range=30000-50000')).toEqual([edge]);
  expect(await found('range=500000-1000000')).toEqual([million]);
  expect(await found('range=above-1000000')).toEqual([above]);
  expect(await found(`search=${edge.slice(16).toUpperCase()}`)).toEqual([edge]);
  // What the copy button of an order copies.
  expect(await found(`search=${edge}`)).toEqual([edge]);
  expect(await found('search=sELL714-')).toEqual([million, above]);
  expect(await found('search=OTHER')).toEqual([million, above, tiny]);
  expect(await found('search=%25')).toEqual([]);
  expect(await found('limit=2')).toEqual([small, edge]);
  expect(await found('sort=newest&limit=1')).toEqual([tiny]);

  const { sell, buy } = await market.see('/admin/queue-counts');
  expect(sell.pending.total).toBe(5);
  expect(sell.pending.ranges).toEqual({
    '10000-30000': 1,
    '30000-50000': 1,
    '50000-100000': 0,
    '100000-200000': 0,
    '200000-300000': 0,
    '300000-500000': 0,
    '500000-1000000': 1,
    'above-1000000': 1,
  });
  const [first] = (await market.see(queue)).items;
  expect(sell.pending.oldest).toBe(first.createdAt);
  expect(buy.pending).toMatchObject({ total: 0, oldest: null });
  for (const id of [small, edge, million, above, tiny])
    await succeed(server, 'DELETE', `/sell/admin/sell-orders/${id}/cancel`, { token: market.admin.token });
});

test('counts an open order with a match in both of its queues, and how many those are', async () => {
  const counts = async (side = 'sell') => (await market.see('/admin/queue-counts'))[side];
  const [before, ofBuyers] = [await counts(), await counts('buy')];
  const sell = await market.open(other, 'sell', '140000');
  const buy = await market.open(buyer, 'buy', '14000');
  await market.match(sell, buy);
  const [was, is] = [before, await counts()].map(({ open, inProgress, openInProgress }) =>
    [open, inProgress, openInProgress].map(({ total, ranges }) => [total, ranges['100000-200000']]),
  );
  expect(is).toEqual(was?.map((figures) => figures.map((figure) => figure + 1)));
  // Nothing of the buy order is left to match.
  expect((await counts('buy')).openInProgress).toEqual(ofBuyers.openInProgress);
  await market.cancelMatch(sell, buy);
  expect((await counts()).openInProgress).toEqual(before.openInProgress);
  for (const [side, id] of Object.entries({ sell, buy }))
    await succeed(server, 'DELETE', `/${side}/admin/${side}-orders/${id}/cancel`, {
      token: market.admin.token,
    });
});

test('proposes counterparts by amount, price and age, with the preview’s figures', async () => {
  const sell = await market.open(seller, 'sell', '140000');
  const older = await market.open(buyer, 'buy', '70000');
  const exact = await market.open(other, 'buy', '140000');
  await market.open(seller, 'buy', '140000');
  await market.setPrice('1410');
  const higherPriced = await market.open(other, 'buy', '141000', '1410');
  await market.setPrice('1400');
  const inactive = await server.member({ active: true });
  const unmatchable = await market.open(inactive, 'buy', '140000');
  await succeed(server, 'PUT', `/user/users/${inactive.nickname}`, {
    token: market.admin.token,
    body: { status: 'inactive' },
  });

  const { order, items } = await market.see(`/orders/${sell}/match-proposals`);
  expect(order).toMatchObject({ _id: sell, open: '100.0000' });
  expect(counterparts(items)).toEqual([exact, higherPriced, older]);
  expect(items).toMatchObject([
    { exactAmount: true, remaining: '0.0000' },
    { exactAmount: true },
    { exactAmount: false, amount: '50.0000', remaining: '50.0000' },
  ]);
  expect((await market.see(`/orders/${unmatchable}/match-proposals`)).items).toEqual([]);
  const queue = (await market.see('/buy/admin/all/onbuy-orders')).items as readonly { _id: string }[];
  const seen = (id: string) => queue.find(({ _id }) => _id === id);
  expect(seen(unmatchable)).toMatchObject({ ownerInactive: true, action: ['cancel'] });
  expect(seen(exact)).toMatchObject({ ownerInactive: false, action: ['match', 'cancel'] });
  for (const { counterpart, ...item } of items) {
    const { body } = await succeed(server, 'POST', '/sell/admin/match-orders/preview', {
      token: market.admin.token,
      body: pair(sell, counterpart._id),
    });
    const { amount, price, krw, maker, feeEstimate, feeRate, sellAboveBuyBy } = body;
    expect(item).toMatchObject({ amount, price, krw, maker, feeEstimate, feeRate, sellAboveBuyBy });
    expect(item.remaining).toBe(body.sell.remaining);
    expect(counterpart.revision).toBe(body.buy.revision);
  }

  // After a partial settlement the fee continues from what was charged, and a live pair is not proposed.
  await market.match(sell, older);
  await market.complete(sell, older);
  await market.match(sell, exact, { amount: '10' });
  const after = await market.see(`/orders/${sell}/match-proposals`);
  expect(counterparts(after.items)).toEqual([higherPriced]);
  const { body: preview } = await succeed(server, 'POST', '/sell/admin/match-orders/preview', {
    token: market.admin.token,
    body: pair(sell, higherPriced),
  });
  expect(after.items[0].feeEstimate).toBe(preview.feeEstimate);
  const fromTheOther = await market.see(`/orders/${higherPriced}/match-proposals?limit=1`);
  expect(fromTheOther.items[0]).toMatchObject({
    counterpart: { _id: sell },
    feeEstimate: preview.feeEstimate,
    price: preview.price,
  });
  await market.complete(sell, exact);
});

test('proposes matches for open orders only', async () => {
  const pending = await market.place(seller, 'sell', '20000');
  const answer = async (id: string) => {
    const { status, body } = await server.request('GET', `/orders/${id}/match-proposals`, {
      token: market.admin.token,
    });
    return [status, body.code];
  };
  expect(await answer(pending)).toEqual([409, 'ORDER_NOT_OPEN']);
  expect(await answer('f'.repeat(24))).toEqual([404, 'ORDER_NOT_FOUND']);
});

test('a member’s page shows their orders and trades in pages', async () => {
  const member = await market.see(`/admin/members/${seller.memberId}`);
  expect(member).toMatchObject({
    nickname: 'deskseller',
    activity: { trades: 2, matches: 2, sold: '60.0000', bought: '0.0000', fees: '0.6000' },
  });
  // The fee is the seller's.
  expect((await market.see(`/admin/members/${other.memberId}`)).activity).toMatchObject({
    bought: '10.0000',
    fees: '0.0000',
  });
  const orders = await market.see(`/admin/members/${seller.memberId}/orders?limit=2`);
  const rest = await market.see(
    `/admin/members/${seller.memberId}/orders?limit=100&cursor=${orders.nextCursor}`,
  );
  expect(orders.items.length + rest.items.length).toBe(member.activity.orders);
  const [newest] = orders.items;
  expect(await market.see(`/admin/orders/${newest._id}`)).toEqual(newest);
  const first = await market.see(`/admin/members/${seller.memberId}/trades?limit=1`);
  const second = await market.see(
    `/admin/members/${seller.memberId}/trades?limit=1&cursor=${first.nextCursor}`,
  );
  expect([...first.items, ...second.items]).toMatchObject([
    { side: 'sell', status: 'completed', amount: '10.0000', counterpart: { nickname: other.nickname } },
    { side: 'sell', status: 'completed', amount: '50.0000', counterpart: { nickname: 'deskbuyer' } },
  ]);
  expect(first.items[0].orderCode).toBe(`Sell100-${first.items[0].orderId.slice(16)}`);
  expect(second.nextCursor).toBeNull();
  for (const path of ['', '/orders', '/trades'])
    expect(
      (await server.request('GET', `/admin/members/${'f'.repeat(24)}${path}`, { token: market.admin.token }))
        .body.code,
    ).toBe('MEMBER_NOT_FOUND');
});

test('filters users by status and role', async () => {
  await server.member({ active: true, manager: true, nickname: 'deskmanager' });
  const names = async (query: string) =>
    (await market.see(`/user/users?${query}`)).items.map(({ nickname }: { nickname: string }) => nickname);
  expect(await names('role=admin')).toEqual([market.admin.nickname]);
  expect(await names('role=manager&status=active')).toEqual(['deskmanager']);
  expect(await names('role=member&search=DESK')).toEqual(['deskbuyer', 'deskseller']);
  expect(await names('status=inactive')).toHaveLength(1);
});

test('the price history shows who set each price and the one before', async () => {
  const log = await market.see('/admin/prices?limit=2');
  expect(log.items).toMatchObject([
    { price: '1400', before: '1410', setBy: { nickname: market.admin.nickname } },
    { price: '1410', before: '1400' },
  ]);
  const rest = await market.see(`/admin/prices?cursor=${log.nextCursor}`);
  expect(rest).toMatchObject({ items: [{ price: '1400', before: null }], nextCursor: null });
});

test('finds a posting number by any part, and by its order’s id', async () => {
  const [record] = (await market.see('/sell/allmatched-orders')).sell;
  for (const search of [
    record.postingNumber,
    record.postingNumber.toLowerCase(),
    record.postingNumber.slice(2, -3),
    record._id.slice(17, 21),
    record._id,
  ])
    expect(ids((await market.see(`/sell/allmatched-orders?search=${search}`)).sell)).toContain(record._id);
  expect((await market.see('/sell/allmatched-orders?search=nothing')).sell).toEqual([]);
});

test('proposes counterparts who have to consent to the price last', async () => {
  await market.setPrice('1392');
  const beyond = await market.open(buyer, 'buy', '139200', '1392');
  const partlySell = await market.open(other, 'sell', '69600', '1392');
  await market.setPrice('1400');
  const sell = await market.open(seller, 'sell', '140000');
  const partly = await market.open(other, 'buy', '70000');
  for (const [order, ...best] of [
    [sell, partly, beyond],
    [beyond, partlySell, sell],
  ]) {
    const { items } = await market.see(`/orders/${order}/match-proposals`);
    const ofThese = items.filter(({ counterpart }: MatchProposal) => best.includes(counterpart._id));
    expect(counterparts(ofThese)).toEqual(best);
    expect(ofThese.map(({ beyondLimit }: MatchProposal) => beyondLimit.length)).toEqual([0, 1]);
    const [first] = (await market.see(`/orders/${order}/match-proposals?limit=1`)).items;
    expect(first.beyondLimit).toEqual([]);
  }
});

test('proposes no rest of an order that is worth 0 won, which is no match', async () => {
  await market.setPrice('1300');
  const filled = await market.open(seller, 'sell', '13000', '1300');
  const rest = await market.open(buyer, 'buy', '13000', '1300');
  await market.match(filled, rest, { amount: '9.9998' });
  await market.complete(filled, rest);
  const sell = await market.open(seller, 'sell', '26000', '1300');
  const whole = await market.open(other, 'buy', '39000', '1300');
  const bestFor = async (order: string) =>
    counterparts((await market.see(`/orders/${order}/match-proposals?limit=1`)).items);
  expect(await bestFor(sell)).toEqual([whole]);
  expect(await bestFor(filled)).toEqual([]);
});
