import { describe, expect, test } from 'vitest';
import { sharedTestServer } from '../../../../test/server.ts';
import { approvalPath, openMarket, pair, succeed } from '../orders/market.fixture.ts';
import {
  expectRefused,
  hundredDecimals,
  ordersToRefuse,
  type Refused,
  unusedId,
} from '../orders/refused.fixture.ts';

const server = await sharedTestServer();
const market = await openMarket(server);
const member = await server.member({ active: true });
const other = await server.member({ active: true });
const third = await server.member({ active: true });
const ids = {
  ...(await ordersToRefuse(market, member, other)),
  ownBuy: await market.open(member, 'buy', '70000'),
  inactiveBuy: await market.open(third, 'buy', '70000'),
};
const { token } = market.admin;
await server.request('PUT', `/user/users/${third.nickname}`, { token, body: { status: 'inactive' } });

const byAdmin =
  (method: string, path: () => string, body: () => object = () => ({})) =>
  () =>
    [method, path(), { token: market.admin.token, body: body() }] as const;
const matching = (body: () => object) => byAdmin('POST', () => '/sell/admin/match-orders', body);
const completing = (body: () => object) => byAdmin('POST', () => '/sell/admin/complete-orders', body);
const cancelling = (body: () => object) => byAdmin('POST', () => '/sell/admin/cancel-orders', body);

const usdtText = 'USDT amount must be greater than 0.';

const matches: readonly Refused[] = [
  ...[undefined, '', '  '].flatMap((missing) =>
    ['match-orders', 'match-orders/preview', 'complete-orders'].map(
      (path): Refused => ({
        title: `${path} without the buyer's order (${JSON.stringify(missing)})`,
        status: 422,
        code: 'MATCH_NEEDS_TWO_ORDERS',
        message: 'input buyer Order ID',
        call: byAdmin(
          'POST',
          () => `/sell/admin/${path}`,
          () => ({ sellerOrderId: ids.sell, buyerOrderId: missing }),
        ),
      }),
    ),
  ),
  {
    title: 'cancelling a match without an id',
    status: 404,
    code: 'ORDER_NOT_FOUND',
    message: ' Order ID not found. Please try again.',
    call: byAdmin(
      'POST',
      () => '/sell/admin/cancel-orders',
      () => ({ sellerOrderId: ids.sell }),
    ),
  },
  {
    title: 'matching an unknown order',
    status: 404,
    code: 'ORDER_NOT_FOUND',
    call: matching(() => pair(ids.sell, unusedId)),
  },
  {
    title: 'matching with swapped sides',
    status: 404,
    code: 'ORDER_NOT_FOUND',
    call: matching(() => pair(ids.buy, ids.sell)),
  },
  {
    title: 'matching two orders of one member',
    status: 409,
    code: 'SAME_ACCOUNT',
    message: 'These orders were created from the same account.',
    call: matching(() => pair(ids.sell, ids.ownBuy)),
  },
  {
    title: 'matching an order whose owner is inactive',
    status: 409,
    code: 'OWNER_INACTIVE',
    details: { side: 'buy' },
    call: matching(() => pair(ids.sell, ids.inactiveBuy)),
  },
  {
    title: 'matching more than is open',
    status: 409,
    code: 'AMOUNT_EXCEEDS_OPEN',
    details: { open: '50.0000' },
    call: matching(() => pair(ids.sell, ids.buy, { amount: '50.0001' })),
  },
  ...[0, null, '', 'NaN', '1e400', hundredDecimals].map(
    (amount): Refused => ({
      title: `matching an amount of ${JSON.stringify(amount)?.slice(0, 20)}`,
      status: 422,
      code: 'USDT_NOT_POSITIVE',
      message: usdtText,
      call: matching(() => pair(ids.sell, ids.buy, { amount })),
    }),
  ),
  {
    title: 'matching an amount below one won',
    status: 422,
    code: 'WON_ROUND_TO_ZERO',
    message: 'At this price the amount comes to 0 won. Please enter a larger amount.',
    call: matching(() => pair(ids.sell, ids.buy, { amount: '0.0003' })),
  },
  {
    title: 'matching at a price outside both orders’ prices',
    status: 422,
    code: 'PRICE_OUTSIDE_ORDERS',
    details: { lowest: '1400', highest: '1400' },
    call: matching(() => pair(ids.sell, ids.buy, { price: '1400.5' })),
  },
  {
    title: 'matching a pending order',
    status: 409,
    code: 'ORDER_NOT_OPEN',
    call: matching(() => pair(ids.pending, ids.buy)),
  },
  {
    title: 'matching a pair that is in a match',
    status: 409,
    code: 'PAIR_ALREADY_LIVE',
    call: matching(() => pair(ids.matchedSell, ids.matchedBuy)),
  },
  {
    title: 'matching with outdated revisions',
    status: 409,
    code: 'STALE_REVISION',
    details: { changed: [{ side: 'buy', status: 'Waiting for Buy', revision: 1 }] },
    call: matching(() => pair(ids.sell, ids.buy, { expected: { sell: 1, buy: 0 } })),
  },
  {
    title: 'completing a match a second time',
    status: 409,
    code: 'TRADE_ALREADY_FINISHED',
    details: { state: 'completed' },
    call: completing(() => pair(ids.doneSell, ids.doneBuy)),
  },
  {
    title: 'cancelling a match that is completed',
    status: 409,
    code: 'TRADE_ALREADY_FINISHED',
    call: cancelling(() => pair(ids.doneSell, ids.doneBuy)),
  },
  {
    title: 'completing two orders that were never matched',
    status: 404,
    code: 'NEVER_MATCHED',
    call: completing(() => pair(ids.sell, ids.buy)),
  },
  {
    title: 'completing an unknown trade',
    status: 404,
    code: 'TRADE_NOT_FOUND',
    call: completing(() => pair(ids.sell, ids.buy, { tradeId: unusedId })),
  },
  {
    title: 'an unknown trade',
    status: 404,
    code: 'TRADE_NOT_FOUND',
    call: byAdmin('GET', () => `/trades/${unusedId}`),
  },
  {
    title: 'retrying a match that is not stuck',
    status: 404,
    code: 'TRADE_NOT_STUCK',
    call: byAdmin('POST', () => `/sell/admin/stuck-trades/${unusedId}/retry`),
  },
];

const reports: readonly Refused[] = [
  {
    title: 'a report as of an unknown event',
    status: 422,
    code: 'REPORT_MOMENT_UNKNOWN',
    call: byAdmin('GET', () => '/fees/report?asOf=00000000-0000-4000-8000-000000000000'),
  },
  {
    title: 'a balance as of a malformed point',
    status: 422,
    code: 'REPORT_MOMENT_UNKNOWN',
    call: byAdmin('GET', () => '/journal/trial-balance?asOf=yesterday'),
  },
  {
    title: 'a period that ends before it begins',
    status: 422,
    code: 'REPORT_PERIOD_INVALID',
    call: byAdmin('GET', () => '/fees/report.csv?from=2026-02-01&to=2026-01-31'),
  },
  {
    title: 'an invalid day',
    status: 400,
    code: 'BAD_REQUEST',
    call: byAdmin('GET', () => '/fees/report?from=2026-02-30'),
  },
  ...['/sell/sell-orders', '/sell/admin/all/pending-orders', '/sell/allmatched-orders', '/fees/report'].map(
    (path): Refused => ({
      title: `a cursor of another list at ${path}`,
      status: 400,
      code: 'BAD_REQUEST',
      call: byAdmin('GET', () => `${path}?cursor=bm90LWEtY3Vyc29y`),
    }),
  ),
];

describe.each([
  ['matching', matches],
  ['lists and reports', reports],
])('refused: %s', (_, cases) => {
  test.each(cases)('$title: $status $code', (refused) => expectRefused(server, refused));
});

test('the language of the body or path wins over the headers', async () => {
  const { token } = market.admin;
  const body = { ...pair(ids.sell, ids.ownBuy), storedLanguage: 'en' };
  const match = await server.request('POST', '/sell/admin/match-orders', { token, body, language: 'ko' });
  expect(match.body.error).toBe('These orders were created from the same account.');
  const path = approvalPath('sell', unusedId, 'approve', 'en');
  const approval = await server.request('POST', path, { token, language: 'ko' });
  expect(approval.body.error).toBe(' Order ID not found. Please try again.');
});

describe('when the prices of two orders differ', () => {
  test('the earlier order sets the price, a stated one must lie between, and a sell price above the buy price is reported', async () => {
    await market.setPrice('1410');
    const sell = await market.open(member, 'sell', '141000', '1410');
    await market.setPrice('1400');
    const buy = await market.open(other, 'buy', '140000', '1400');
    const { token } = market.admin;
    const preview = async (more: object) => {
      const call = { token, body: pair(sell, buy, more) };
      return (await succeed(server, 'POST', '/sell/admin/match-orders/preview', call)).body;
    };
    expect(await preview({})).toMatchObject({
      maker: 'sell',
      price: '1410',
      sellAboveBuyBy: '10',
      beyondLimit: ['buy'],
      limits: { lowest: '1402.95', highest: '1407' },
    });
    expect(await preview({ price: 1405 })).toMatchObject({ price: '1405', krw: '140500', beyondLimit: [] });
    const seen = await preview({});
    const expected = { sell: seen.sell.revision, buy: seen.buy.revision };
    const trade = await market.match(sell, buy, { price: 1405, expected });
    expect(trade).toMatchObject({ price: '1405', krw: '140500' });
  });

  test('an order’s own price is a limit, so no match can be far below it', async () => {
    // A sell order of a thousand USDT, and a buy order at a low price set by a colluding admin.
    await market.setPrice('1394.5');
    const sell = await market.open(member, 'sell', '1394500', '1394.5');
    await market.setPrice('0.01');
    const buy = await market.open(other, 'buy', '10', '0.01');
    await market.setPrice('1400');
    for (const price of ['0.01', '0.0101', '697.255', '1387.5274'])
      await expectRefused(server, {
        title: price,
        status: 409,
        code: 'PRICE_BEYOND_LIMIT',
        details: { side: 'sell', price, lowest: '1387.5275', highest: '0.01' },
        call: byAdmin(
          'POST',
          () => '/sell/admin/match-orders',
          () => pair(sell, buy, { price }),
        ),
      });
    const { items } = await market.see(`/orders/${sell}/match-proposals`);
    expect(items.map(({ counterpart }: { counterpart: { _id: string } }) => counterpart._id)).not.toContain(
      buy,
    );
    expect(await market.see(`/orders/${buy}/match-proposals`)).toMatchObject({ items: [] });
  });
});
