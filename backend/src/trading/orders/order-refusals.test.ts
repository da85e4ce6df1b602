import { describe, expect, test } from 'vitest';
import { type Person, sharedTestServer } from '../../../../test/server.ts';
import { approvalPath, figures, openMarket } from './market.fixture.ts';
import {
  expectRefused,
  hundredDecimals,
  ordersToRefuse,
  type Refused,
  traces,
  unusedId,
} from './refused.fixture.ts';

const server = await sharedTestServer();
const market = await openMarket(server);
const member = await server.member({ active: true });
const other = await server.member({ active: true });
const inactive = await server.member();
const unverified = await server.member({ active: true });
await server.pool.query('update app.members set phone_verified = false where id = $1', [unverified.memberId]);
const ids = await ordersToRefuse(market, member, other);

const place =
  (side: 'sell' | 'buy', body: object, who: () => Person = () => member) =>
  () =>
    ['POST', `/${side}`, { token: who().token, body }] as const;
const byAdmin =
  (method: string, path: (language: 'ko' | 'en') => string, body: () => object = () => ({})) =>
  (language: 'ko' | 'en') =>
    [method, path(language), { token: market.admin.token, body: body() }] as const;

const krwText = 'Please enter a valid KRW amount greater than 0.';
const usdtText = 'USDT amount must be greater than 0.';
const good = figures('140000', '1400');

const placements: readonly Refused[] = [
  ...[0, '0', -1, null, '', 'NaN', '1e400', hundredDecimals, '9'.repeat(40), [1], { a: 1 }].map(
    (krwAmount): Refused => ({
      title: `won of ${JSON.stringify(krwAmount)?.slice(0, 20)}`,
      status: 422,
      code: 'KRW_NOT_POSITIVE',
      message: krwText,
      call: place('sell', { ...good, krwAmount }),
    }),
  ),
  ...[0, null, 'NaN', '1e400', hundredDecimals].flatMap((figure) =>
    (['amount', 'price'] as const).map(
      (field): Refused => ({
        title: `${field} of ${JSON.stringify(figure)?.slice(0, 20)}`,
        status: 422,
        code: 'USDT_NOT_POSITIVE',
        message: usdtText,
        call: place('buy', { ...good, [field]: figure }),
      }),
    ),
  ),
  {
    title: 'won below the smallest USDT amount',
    status: 422,
    code: 'USDT_NOT_POSITIVE',
    message: usdtText,
    call: place('buy', { krwAmount: '0.01', price: '1400', amount: '0.01' }),
  },
  {
    title: 'USDT below one won',
    status: 422,
    code: 'WON_ROUND_TO_ZERO',
    message: 'At this price the amount comes to 0 won. Please enter a larger amount.',
    call: place('buy', { krwAmount: '0.4', price: '1400', amount: '0.0003' }),
  },
  {
    title: 'a USDT figure off by more than 0.01',
    status: 422,
    code: 'USDT_MISMATCH',
    message: 'USDT amount does not match KRW amount and rate.',
    details: { amount: '100.0000' },
    call: place('sell', { ...good, amount: '100.0101' }),
  },
  {
    title: 'an outdated price',
    status: 409,
    code: 'PRICE_CHANGED',
    details: { price: '1400' },
    call: place('sell', figures('139900', '1399')),
  },
  {
    title: 'a wallet that is not a Solana address',
    status: 422,
    code: 'TETHER_ADDRESS_INVALID',
    call: place('sell', { ...good, tetherAddress: '0x52908400098527886E0F7030069857D2E4169EE7' }),
  },
  {
    title: 'an empty wallet',
    status: 422,
    code: 'TETHER_ADDRESS_REQUIRED',
    message: 'Tether address is required.',
    call: place('sell', { ...good, tetherAddress: ' ' }),
  },
  ...(['sell', 'buy'] as const).map(
    (side): Refused => ({
      title: `a ${side} order of a staff account, which has no wallet`,
      status: 422,
      code: 'TETHER_ADDRESS_REQUIRED',
      call: place(side, good, () => market.admin),
    }),
  ),
  {
    title: 'a sell order of a staff account, which has no bank account',
    status: 422,
    code: 'BANK_ACCOUNT_REQUIRED',
    call: place('sell', { ...good, tetherAddress: `${'1'.repeat(31)}2` }, () => market.admin),
  },
  {
    title: 'a wallet with an outdated price',
    status: 409,
    code: 'PRICE_CHANGED',
    call: place('sell', { ...figures('139900', '1399'), tetherAddress: `${'1'.repeat(31)}2` }),
  },
  {
    title: 'an inactive member',
    status: 403,
    code: 'ACCOUNT_INACTIVE',
    call: place('sell', good, () => inactive),
  },
  {
    title: 'a member whose phone is not verified',
    status: 403,
    code: 'USER_NOT_VERIFIED',
    message: 'User not Verified',
    call: place('buy', good, () => unverified),
  },
];

const ownOrders: readonly Refused[] = [
  {
    title: 'cancelling another member’s order',
    status: 404,
    code: 'ORDER_NOT_FOUND',
    message: ' Order ID not found. Please try again.',
    call: () => ['DELETE', `/sell/sell-orders/${ids.pending}/cancel`, { token: other.token }],
  },
  {
    title: 'cancelling another member’s order with a revision',
    status: 404,
    code: 'ORDER_NOT_FOUND',
    call: () => [
      'DELETE',
      `/sell/sell-orders/${ids.pending}/cancel`,
      { token: other.token, headers: { 'if-match': '"9"' } },
    ],
  },
  {
    title: 'a sell order as a buy order',
    status: 404,
    code: 'ORDER_NOT_FOUND',
    call: () => ['DELETE', `/buy/buy-orders/${ids.pending}/cancel`, { token: member.token }],
  },
  {
    title: 'a malformed id',
    status: 404,
    code: 'ORDER_NOT_FOUND',
    call: () => ['DELETE', '/sell/sell-orders/not-an-id/cancel', { token: member.token }],
  },
  {
    title: 'cancelling an open order as its owner',
    status: 409,
    code: 'ORDER_NOT_PENDING',
    details: { status: 'On Sale' },
    call: () => ['DELETE', `/sell/sell-orders/${ids.sell}/cancel`, { token: member.token }],
  },
  {
    title: 'an outdated revision',
    status: 409,
    code: 'STALE_REVISION',
    details: { changed: [{ status: 'Pending Approval', revision: 0, open: '20.0000' }] },
    call: () => [
      'DELETE',
      `/sell/sell-orders/${ids.pending}/cancel`,
      { token: member.token, headers: { 'if-match': '"7"' } },
    ],
  },
  {
    title: 'a malformed revision',
    status: 400,
    code: 'BAD_REQUEST',
    call: () => [
      'DELETE',
      `/sell/sell-orders/${ids.pending}/cancel`,
      { token: member.token, headers: { 'if-match': 'yesterday' } },
    ],
  },
  {
    title: 'the trail of another member’s order',
    status: 404,
    code: 'ORDER_NOT_FOUND',
    call: () => ['GET', `/orders/${ids.sell}/trail`, { token: other.token }],
  },
];

const adminActions: readonly Refused[] = [
  {
    title: 'approving an unknown order',
    status: 404,
    code: 'ORDER_NOT_FOUND',
    call: byAdmin('POST', (language) => approvalPath('sell', unusedId, 'approve', language)),
  },
  {
    title: 'approving an approved order',
    status: 409,
    code: 'ORDER_NOT_PENDING',
    call: byAdmin('POST', () => approvalPath('buy', ids.buy)),
  },
  {
    title: 'rejecting a completed order',
    status: 409,
    code: 'ORDER_NOT_PENDING',
    details: { status: 'Sale Completed' },
    call: byAdmin('POST', (language) => approvalPath('sell', ids.doneSell, 'reject', language)),
  },
  {
    title: 'cancelling a partly matched order',
    status: 409,
    code: 'ORDER_HAS_LIVE_MATCH',
    call: byAdmin('DELETE', () => `/sell/admin/sell-orders/${ids.matchedSell}/cancel`),
  },
  {
    title: 'cancelling a completed order',
    status: 409,
    code: 'ORDER_NOT_OPEN',
    call: byAdmin('DELETE', () => `/buy/admin/buy-orders/${ids.doneBuy}/cancel`),
  },
  ...['', null, undefined].map(
    (tetherPrice): Refused => ({
      title: `setting no price (${JSON.stringify(tetherPrice)})`,
      status: 422,
      code: 'PRICE_REQUIRED',
      message: 'Insert price',
      call: byAdmin(
        'POST',
        () => '/tetherprice/update-tether-price',
        () => ({ tetherPrice }),
      ),
    }),
  ),
  ...[0, '0', -5, 'NaN', '1e400', hundredDecimals].map(
    (tetherPrice): Refused => ({
      title: `setting a price of ${JSON.stringify(tetherPrice).slice(0, 20)}`,
      status: 422,
      code: 'PRICE_INVALID',
      call: byAdmin(
        'POST',
        () => '/tetherprice/update-tether-price',
        () => ({ tetherPrice }),
      ),
    }),
  ),
];

describe.each([
  ['placing', placements],
  ['one’s own orders', ownOrders],
  ['what admins do', adminActions],
])('refused: %s', (_, cases) => {
  test.each(cases)('$title: $status $code', (refused) => expectRefused(server, refused));
});

test('a language in the path wins over the headers', async () => {
  const { token } = market.admin;
  const text = async (named: 'ko' | 'en', accepted: 'ko' | 'en') => {
    const path = approvalPath('sell', ids.doneSell, 'approve', named);
    return (await server.request('POST', path, { token, body: {}, language: accepted })).body.error;
  };
  expect(await text('en', 'ko')).toMatch(/^[A-Z][^가-힣]+$/);
  expect(await text('ko', 'en')).toMatch(/[가-힣]/);
});

test('numbers beyond JSON’s range are refused by their own rule', async () => {
  const before = await traces(server);
  const { token } = member;
  const headers = { 'content-type': 'application/json' };
  const raw = '{"krwAmount": 1e400, "price": 1400, "amount": 1}';
  const { status, body } = await server.request('POST', '/sell', { token, headers, raw });
  expect([status, body.message]).toEqual([422, krwText]);
  expect(await traces(server)).toEqual(before);
});
