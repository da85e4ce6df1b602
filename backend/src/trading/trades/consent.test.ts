import { kstMinute } from '@matgyo/contracts/kst';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { applicationWithMembers, type Person, startTestServer } from '../../../../test/server.ts';
import { contenders } from '../../../../test/test-all.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { openMarket, pair } from '../orders/market.fixture.ts';
import { expireOffers } from './expire-offers.ts';
import { createTradeProcess } from './trade-process.ts';

let seller: Person;
let buyer: Person;
let sell: string;
let buy: string;
// Sets prices and checks all offers, so it needs its own server.
const server = await startTestServer({}, applicationWithMembers);
const market = await openMarket(server);
afterAll(() => server.close());
beforeEach(async () => {
  [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  await market.setPrice('1450');
  sell = await market.open(seller, 'sell', '145000', '1450');
  await market.setPrice('1400');
  buy = await market.open(buyer, 'buy', '140000', '1400');
});

const requestConsent = (more: object = {}, headers = {}) =>
  server.request('POST', '/sell/admin/match-orders', {
    token: market.admin.token,
    headers,
    body: pair(sell, buy, { askConsent: true, ...more }),
  });
const answer = (person: Person, tradeId: string, accept: boolean, headers = {}) =>
  server.request('POST', `/trades/${tradeId}/consent`, { token: person.token, body: { accept }, headers });
const finish = (how: 'complete' | 'cancel', tradeId: string, more: object = {}) =>
  server.request('POST', `/sell/admin/${how}-orders`, {
    token: market.admin.token,
    body: pair(sell, buy, { tradeId, ...more }),
  });
const see = async (person: Person, path: string) =>
  (await server.request('GET', path, { token: person.token })).body;
const paymentOf = (person: Person, tradeId: string) => see(person, `/trades/${tradeId}/payment`);
const orderOf = async (side: 'sell' | 'buy') => {
  const { rows } = await server.pool.query(
    'select open, reserved from read_orders.orders where order_id = $1',
    [side === 'sell' ? sell : buy],
  );
  return rows[0];
};
const notificationsOf = async (person: Person, side: 'sell' | 'buy', code: string) => {
  const topic = side === 'sell' ? 'sellOrders' : 'buyOrders';
  const notices = await see(person, `/notification/unread/user/${topic}`);
  return notices.filter((each: { readonly code: string }) => each.code === code);
};
const offerEndsShownToAdmins = async () =>
  (await market.see('/notification?isForAdmin=true&limit=50')).items.filter(
    (each: { readonly code: string; readonly orderId: string | null }) =>
      each.code === 'CONSENT_ENDED' && each.orderId === buy,
  );
const typesOf = (tradeId: string) => server.typesOf(`trade-${tradeId}`);

/** Expires offers as if so many minutes had passed. */
function expireOffersAfter(minutes: number): Promise<void> {
  const timing = { ...systemTiming, now: () => Date.now() + minutes * 60_000 };
  const settings = { feeRate: '0.01', tolerance: '0.005' } as never;
  const accounts = { get: async () => undefined };
  const process = createTradeProcess({ log: server.log, accounts, settings, timing });
  return expireOffers({ db: createDatabase(server.pool), process });
}

test('a match that is accepted after another one was made is the newer one, in lists, pages and files', async () => {
  const offered = (await requestConsent({ amount: 60 })).body.trade._id;
  await market.setPrice('1450');
  const other = await market.open(await server.member({ active: true }), 'buy', '43500', '1450');
  const made = (await market.match(sell, other))._id;
  expect((await answer(buyer, offered, true)).status).toBe(200);
  const listed = async (by: Person, path: string) => {
    const { items } = await see(by, path);
    return items.map((item: { tradeId?: string; _id?: string }) => item.tradeId ?? item._id);
  };
  const history = '/user/trade-history?limit=1';
  expect(await listed(seller, '/user/trade-history')).toEqual([offered, made]);
  expect(await listed(market.admin, `/admin/members/${seller.memberId}/trades`)).toEqual([offered, made]);
  const { nextCursor } = await see(seller, history);
  expect(await listed(seller, `${history}&cursor=${nextCursor}`)).toEqual([made]);
  const path = `/sell/allmatched-orders.csv?search=${seller.nickname}`;
  const { bytes } = await server.request('GET', path, { token: market.admin.token });
  const [, newest, oldest] = new TextDecoder().decode(bytes).split('\r\n');
  expect([newest, oldest]).toEqual([expect.stringContaining(offered), expect.stringContaining(made)]);
});

test('refuses a match beyond a limit, or offers it to the member of that limit, who accepts', async () => {
  const refused = await requestConsent({ askConsent: false });
  expect([refused.status, refused.body.code]).toEqual([409, 'PRICE_BEYOND_LIMIT']);
  const { status, body } = await requestConsent();
  expect([status, body.message]).toEqual([201, 'Consent asked.']);
  expect(body.trade).toMatchObject({ status: 'offered', price: '1450', amount: '100.0000' });
  const tradeId = body.trade._id;

  const consent = { of: ['buy'], given: [], until: expect.any(String) };
  expect(await paymentOf(buyer, tradeId)).toMatchObject({
    status: 'offered',
    price: '1450',
    krw: '145000',
    amount: '100.0000',
    consent,
    bank: null,
    wallet: null,
    next: null,
    steps: [],
  });
  expect((await paymentOf(seller, tradeId)).consent).toEqual(consent);
  // The two have no chat before they are matched.
  expect((await see(seller, `/chat/messages/${tradeId}`)).code).toBe('CHAT_NOT_FOUND');
  // The amounts are reserved meanwhile.
  expect(await orderOf('buy')).toMatchObject({ open: '0.0000', reserved: '100.0000' });
  await vi.waitFor(async () => {
    const { until } = (await paymentOf(buyer, tradeId)).consent;
    expect(await notificationsOf(buyer, 'buy', 'CONSENT_ASKED')).toMatchObject([
      { message: expect.stringContaining(`${kstMinute(until)}까지`) },
    ]);
  }, 60_000);
  expect(await notificationsOf(seller, 'sell', 'CONSENT_ASKED')).toEqual([]);
  expect((await finish('complete', tradeId)).body.code).toBe('CONSENT_PENDING');

  const accepted = await answer(buyer, tradeId, true);
  expect([accepted.status, accepted.body.message]).toEqual([200, 'Proposal accepted.']);
  expect(accepted.body.trade).toMatchObject({ status: 'matched', price: '1450' });
  expect(await paymentOf(buyer, tradeId)).toMatchObject({ status: 'matched', consent: null });
  expect((await paymentOf(buyer, tradeId)).next).toMatchObject({ step: 'payment-sent' });
  expect((await finish('complete', tradeId)).status).toBe(200);
  // It counts as matched from the consent on, from which the time for the payment runs.
  const events = await server.eventsOf(`trade-${tradeId}`);
  const matchedAt = events.find(({ type }) => type === 'TradeMatched')?.metadata.at;
  expect((await paymentOf(buyer, tradeId)).matchedAt).toBe(matchedAt);
  expect((await see(buyer, '/user/trade-history')).items).toMatchObject([{ tradeId, createdAt: matchedAt }]);
  const [record] = (await see(market.admin, `/sell/allmatched-orders?id=${sell}`)).sell;
  expect(record).toMatchObject({
    firstMatchedAt: matchedAt,
    details: { progressRecords: [{ tradeId, createdAt: matchedAt }] },
  });
});

test('an order that waits for its owner’s consent is before a newer one that waits for the other side', async () => {
  const newer = await market.open(buyer, 'buy', '140000', '1400');
  const trade = await market.match(await market.open(seller, 'sell', '140000', '1400'), newer);
  const paid = { token: buyer.token, body: { step: 'payment-sent' } };
  await server.request('POST', `/trades/${trade._id}/steps`, paid);
  const ownOrders = async () =>
    (await see(buyer, '/buy/user/inProgress-orders')).items.map(({ _id }: { readonly _id: string }) => _id);
  const tradeId = (await requestConsent()).body.trade._id;
  await expect.poll(ownOrders).toEqual([buy, newer]);
  await answer(buyer, tradeId, false);
  await expect.poll(ownOrders).toEqual([newer]);
});

test('needs both consents for a price beyond both limits', async () => {
  const tradeId = (await requestConsent({ price: '1425' })).body.trade._id;
  expect((await answer(buyer, tradeId, true)).body.trade.status).toBe('offered');
  expect((await answer(buyer, tradeId, true)).body.code).toBe('CONSENT_GIVEN');
  expect((await answer(buyer, tradeId, false)).body.code).toBe('CONSENT_GIVEN');
  expect((await paymentOf(seller, tradeId)).consent).toMatchObject({ of: ['sell', 'buy'], given: ['buy'] });
  expect((await answer(seller, tradeId, true)).body.trade.status).toBe('matched');
});

test('a declined offer reopens both orders, which can be matched again', async () => {
  const tradeId = (await requestConsent()).body.trade._id;
  const declined = await answer(buyer, tradeId, false);
  expect([declined.status, declined.body.trade.status]).toEqual([200, 'rejected']);
  for (const side of ['sell', 'buy'] as const)
    expect(await orderOf(side)).toMatchObject({ open: '100.0000', reserved: '0.0000' });
  const late = await answer(buyer, tradeId, true);
  expect([late.status, late.body.code, late.body.details]).toEqual([
    ...[409, 'OFFER_OVER'],
    { tradeId, state: 'rejected' },
  ]);
  await vi.waitFor(async () => expect(await offerEndsShownToAdmins()).toHaveLength(1), 60_000);
  const again = (await requestConsent()).body.trade;
  expect(again.status).toBe('offered');
  expect(again._id).not.toBe(tradeId);
});

test('an admin cancels an offer, and the member is notified', async () => {
  const tradeId = (await requestConsent()).body.trade._id;
  const cancelled = await finish('cancel', tradeId);
  expect([cancelled.status, cancelled.body.trade.status]).toEqual([200, 'rejected']);
  expect((await answer(buyer, tradeId, true)).body.code).toBe('OFFER_OVER');
  await vi.waitFor(async () => {
    expect(await notificationsOf(buyer, 'buy', 'CONSENT_ENDED')).toHaveLength(1);
  }, 60_000);
  expect(await notificationsOf(seller, 'sell', 'CONSENT_ENDED')).toEqual([]);
  expect(await offerEndsShownToAdmins()).toEqual([]);
});

test('an admin who withdraws an offer does not cancel the match that was accepted meanwhile', async () => {
  const tradeId = (await requestConsent()).body.trade._id;
  await answer(buyer, tradeId, true);
  const late = await finish('cancel', tradeId, { ifOffered: true });
  expect([late.status, late.body.code, late.body.details]).toEqual([
    ...[409, 'OFFER_OVER'],
    { tradeId, state: 'matched' },
  ]);
  expect((await paymentOf(buyer, tradeId)).status).toBe('matched');
  expect((await finish('cancel', tradeId)).body.trade.status).toBe('cancelled');
  const offered = (await requestConsent()).body.trade._id;
  expect((await finish('cancel', offered, { ifOffered: true })).body.trade.status).toBe('rejected');
});

test('an offer expires once and takes no reply afterwards', async () => {
  const tradeId = (await requestConsent()).body.trade._id;
  await expireOffersAfter(29);
  expect(await typesOf(tradeId)).toEqual(['TradeProposed', 'TradeOffered']);
  await Promise.all([expireOffersAfter(30), expireOffersAfter(31)]);
  await expireOffersAfter(32);
  expect(await typesOf(tradeId)).toEqual([
    ...['TradeProposed', 'TradeOffered', 'TradeRejecting', 'TradeRejected'],
  ]);
  expect((await answer(buyer, tradeId, true)).body).toMatchObject({ code: 'OFFER_OVER' });
  await vi.waitFor(async () => {
    expect(await notificationsOf(buyer, 'buy', 'CONSENT_ENDED')).toHaveLength(1);
  }, 60_000);
});

test('takes a reply only from the member concerned, and refuses others in both languages', async () => {
  const tradeId = (await requestConsent()).body.trade._id;
  expect((await answer(seller, tradeId, true)).body.code).toBe('CONSENT_NOT_YOURS');
  const stranger = await server.member({ active: true });
  for (const person of [stranger, market.admin]) {
    const { status, body } = await answer(person, tradeId, true);
    expect([status, body.code]).toEqual([404, 'TRADE_NOT_FOUND']);
  }
  const of = (language: 'ko' | 'en') =>
    server.request('POST', `/trades/${tradeId}/consent`, {
      token: seller.token,
      language,
      body: { accept: true },
    });
  expect((await of('en')).body.error).toBe('This proposal does not need your consent.');
  expect((await of('ko')).body.error).toBe('회원님의 동의가 필요한 제안이 아니에요.');
  expect(await typesOf(tradeId)).toEqual(['TradeProposed', 'TradeOffered']);
});

test('a repeated key gets the same reply, whatever happened to the trade since', async () => {
  const requested = { 'idempotency-key': crypto.randomUUID() };
  const first = await requestConsent({}, requested);
  const tradeId = first.body.trade._id;
  const declining = { 'idempotency-key': crypto.randomUUID() };
  const declined = await answer(buyer, tradeId, false, declining);
  expect((await answer(buyer, tradeId, false, declining)).body).toEqual(declined.body);
  expect((await requestConsent({}, requested)).body).toEqual(first.body);
});

test('one of many concurrent accepts, declines and cancellations decides', async () => {
  const tradeId = (await requestConsent()).body.trade._id;
  const answering = Array.from({ length: contenders }, (_, index) => {
    if (index % 3 === 0) return answer(buyer, tradeId, true);
    return index % 3 === 1 ? answer(buyer, tradeId, false) : finish('cancel', tradeId);
  });
  const answers = await Promise.all(answering);
  const [accepts, declines, cancels] = [0, 1, 2].map((kind) =>
    answers.filter(({ status }, index) => index % 3 === kind && status < 300),
  );
  const types = await typesOf(tradeId);
  const matched = types.includes('TradeMatched');
  expect(accepts).toHaveLength(matched ? 1 : 0);
  expect(declines?.length).toBeLessThanOrEqual(1);
  expect(cancels?.length).toBeLessThanOrEqual(1);
  // Accepted and then cancelled as a match, or one reply ended the offer.
  expect((declines?.length ?? 0) + (cancels?.length ?? 0)).toBeLessThanOrEqual(1);
  for (const { status } of answers) expect([200, 409]).toContain(status);
  expect(types.filter((type) => type === 'TradeRejected' || type === 'TradeCancelled').length).toBe(
    (declines?.length ?? 0) + (cancels?.length ?? 0),
  );
});

test('an order is first matched when a match is made, not when one is offered', async () => {
  const offered = (await requestConsent({ amount: '20' })).body.trade;
  await market.setPrice('1450');
  const other = await market.open(await server.member({ active: true }), 'buy', '72500', '1450');
  await market.match(sell, other);
  const [record] = (await market.see(`/sell/allmatched-orders?search=${sell}`)).sell;
  expect(record.details.progressRecords).toMatchObject([{ tradeId: offered._id }, { orderId: other }]);
  const [, match] = record.details.progressRecords;
  expect(Date.parse(record.firstMatchedAt)).toBeGreaterThanOrEqual(Date.parse(match.createdAt));
});
