import { expect, test } from 'vitest';
import { sharedTestServer } from '../../../../test/server.ts';
import { pair } from '../../trading/orders/market.fixture.ts';
import {
  ageChangeBy,
  answerChange,
  bank,
  before,
  changeId,
  codeFor,
  decide,
  edit,
  get,
  manager,
  market,
  member,
  newBank,
  replacement,
  server,
  setUpMemberWhosePayoutChanges,
} from './payout-changes.fixture.ts';

setUpMemberWhosePayoutChanges(sharedTestServer);

test('an order placed while a wallet change waits has the wallet in use', async () => {
  await edit(manager, replacement);
  const orderId = await market.place(member, 'sell', '14000');
  const { items } = await get(market.admin, `/admin/members/${member.memberId}/orders`);
  expect(items).toMatchObject([
    { _id: orderId, wallet: { tetherAddress: before.tetherAddress, differsFromSignUp: false } },
  ]);
});

test('a live trade keeps the data that its parties had when they were matched', async () => {
  const buyer = await server.member({ active: true });
  const pairOf = async () => {
    const sell = await market.open(member, 'sell', '14000');
    const buy = await market.open(buyer, 'buy', '14000');
    return (await market.match(sell, buy))._id;
  };
  const first = await pairOf();
  await edit(manager, replacement);
  const payment = async (id: string) => (await get(buyer, `/trades/${id}/payment`)).bank;
  const during = await pairOf();
  expect([await payment(first), await payment(during)]).toEqual([bank, bank]);
  // The change comes into use for later matches.
  await ageChangeBy(25);
  expect((await decide(market.admin, 'approve')).status).toBe(200);
  expect([await payment(first), await payment(during), await payment(await pairOf())]).toEqual([
    bank,
    bank,
    newBank,
  ]);
});

test('a match that was offered has the data that was in use when it was accepted', async () => {
  const buyer = await server.member({ active: true });
  await market.setPrice('1450');
  const sell = await market.open(member, 'sell', '145000', '1450');
  await market.setPrice('1400');
  const buy = await market.open(buyer, 'buy', '140000', '1400');
  const { body } = await server.request('POST', '/sell/admin/match-orders', {
    token: market.admin.token,
    body: pair(sell, buy, { askConsent: true }),
  });
  await edit(manager, replacement);
  const id = await changeId();
  const code = await codeFor(id, await server.phoneOf(member));
  expect((await answerChange('confirm', { changeId: id, code })).status).toBe(200);
  const accepting = { token: buyer.token, body: { accept: true } };
  expect((await server.request('POST', `/trades/${body.trade._id}/consent`, accepting)).status).toBe(200);
  expect((await get(buyer, `/trades/${body.trade._id}/payment`)).bank).toEqual(newBank);
});
