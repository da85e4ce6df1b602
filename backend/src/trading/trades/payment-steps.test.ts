import type { Side } from '@matgyo/contracts/ids';
import { expect, test } from 'vitest';
import { proveEarlier } from '../../../../test/earlier-proofs.ts';
import type { Person } from '../../../../test/server.ts';
import { smallJpeg } from '../../../../test/sign-up-form.ts';
import { useUpChatImages } from '../../conversation/chat/chat-image-limit.fixture.ts';
import { succeed } from '../orders/market.fixture.ts';
import {
  buy,
  buyer,
  mark,
  market,
  matchAgain,
  move,
  newSignature,
  newTrade,
  payment,
  sell,
  seller,
  server,
  setUpMatch,
  tradeId,
  typesOf,
  undo,
} from './payment-steps.fixture.ts';

setUpMatch();

test('the parties mark their four steps and see the progress, and an admin completes', async () => {
  expect((await payment(buyer)).next).toMatchObject({ step: 'payment-sent', party: 'buy', paused: false });
  expect((await mark(buyer, { step: 'payment-sent' })).body.next).toBe('payment-received');
  expect((await mark(seller, { step: 'payment-received' })).status).toBe(200);
  const signature = newSignature();
  expect((await mark(seller, { step: 'tether-sent', signature })).body.next).toBe('tether-received');
  expect((await mark(buyer, { step: 'tether-received' })).body.next).toBeNull();
  for (const person of [seller, buyer, market.admin]) {
    const { steps, next } = await payment(person);
    expect(next).toBeNull();
    expect(steps).toMatchObject([
      { step: 'payment-sent', byAdmin: false, signature: null },
      { step: 'payment-received' },
      { step: 'tether-sent', signature },
      { step: 'tether-received' },
    ]);
  }
  const inbox = '/notification?isForAdmin=true&limit=1';
  await expect
    .poll(async () => (await market.see(inbox)).items[0])
    .toMatchObject({
      code: 'READY_TO_COMPLETE',
      orderId: sell,
      message: expect.stringContaining('거래를 완료'),
    });
  await market.complete(sell, buy);
  expect(await payment(buyer)).toMatchObject({ status: 'completed', next: null, steps: [{}, {}, {}, {}] });
});

test('every list shows which trade can be completed: all steps marked, and no dispute', async () => {
  const see = async ({ token }: Person, path: string) => (await server.request('GET', path, { token })).body;
  const isReady = async () => {
    const { items } = await market.see('/sell/admin/all/inProgress-orders?sort=waiting');
    const queued = items.find(({ _id }: { _id: string }) => _id === sell).matchedBuyOrders[0];
    const own = (await see(buyer, `/user/orders/${buy}`)).matchedSellOrders[0];
    const history = (await see(buyer, '/user/trade-history?limit=1')).items[0];
    const trade = await see(seller, `/trades/${tradeId}`);
    const answers = [queued, own, history, trade].map(({ readyToComplete }) => readyToComplete);
    expect(new Set(answers).size).toBe(1);
    return answers[0];
  };
  await mark(buyer, { step: 'payment-sent' });
  await mark(seller, { step: 'payment-received' });
  await mark(seller, { step: 'tether-sent', signature: newSignature() });
  expect(await isReady()).toBe(false);
  await mark(buyer, { step: 'tether-received' });
  expect(await isReady()).toBe(true);
  const dispute = { reason: 'TETHER_NOT_RECEIVED', statement: 'no USDT came' };
  await succeed(server, 'POST', `/trades/${tradeId}/cases`, { token: buyer.token, body: dispute });
  expect(await isReady()).toBe(false);
});

test('a member’s orders in progress begin with those that wait for them, on every page', async () => {
  const ordersOf = async (person: Person, side: Side) => {
    const path = `/${side}/user/inProgress-orders?limit=1`;
    const page = (cursor = '') =>
      server.request('GET', `${path}${cursor && `&cursor=${cursor}`}`, { token: person.token });
    const first = (await page()).body;
    const second = (await page(first.nextCursor)).body;
    return [...first.items, ...second.items].map(({ _id, waitsForOwner }) => [_id, waitsForOwner]);
  };
  const newer = await newTrade();
  expect(await ordersOf(buyer, 'buy')).toEqual([
    [newer.buy, true],
    [buy, true],
  ]);
  await mark(buyer, { step: 'payment-sent' });
  await expect
    .poll(() => ordersOf(seller, 'sell'))
    .toEqual([
      [sell, true],
      [newer.sell, false],
    ]);
  await mark(buyer, { step: 'payment-sent' }, newer.tradeId);
  await mark(seller, { step: 'payment-received' });
  await mark(seller, { step: 'tether-sent', signature: newSignature() });
  await expect
    .poll(() => ordersOf(seller, 'sell'))
    .toEqual([
      [newer.sell, true],
      [sell, false],
    ]);
  await expect
    .poll(() => ordersOf(buyer, 'buy'))
    .toEqual([
      [buy, true],
      [newer.buy, false],
    ]);
});

test('a mark is undone by the one who made it, which frees its transaction', async () => {
  const signature = newSignature();
  await mark(buyer, { step: 'payment-sent' });
  await mark(seller, { step: 'payment-received' });
  await mark(seller, { step: 'tether-sent', signature });
  const other = await newTrade();
  await mark(buyer, { step: 'payment-sent' }, other.tradeId);
  await mark(seller, { step: 'payment-received' }, other.tradeId);
  const used = () => mark(seller, { step: 'tether-sent', signature }, other.tradeId);
  expect((await used()).body.code).toBe('SIGNATURE_USED');
  expect((await undo(seller, 'tether-sent')).body.next).toBe('tether-sent');
  expect((await used()).status).toBe(200);
  expect((await mark(seller, { step: 'tether-sent', signature })).body.code).toBe('SIGNATURE_USED');
});

test('an admin marks for a party with a reason, and pauses, resumes and extends the window', async () => {
  const { due } = (await payment(buyer)).next;
  expect((await move({ extendMinutes: 30, reason: 'PARTY_ASKED' })).status).toBe(200);
  expect(Date.parse((await payment(buyer)).next.due) - Date.parse(due)).toBe(30 * 60_000);
  expect((await move({ pause: true, reason: 'BANK_MAINTENANCE' })).status).toBe(200);
  expect((await payment(buyer)).next).toMatchObject({ due: null, paused: true });
  expect((await mark(market.admin, { step: 'payment-sent', reason: 'PARTY_UNREACHABLE' })).status).toBe(200);
  expect((await payment(buyer)).steps).toMatchObject([{ byAdmin: true }]);
  expect((await move({ resume: true, reason: 'BANK_MAINTENANCE' })).status).toBe(200);
  expect((await payment(buyer)).next).toMatchObject({ step: 'payment-received', paused: false });
});

test('an admin who extends the time for a step does not extend that of the next one', async () => {
  const extension = { extendMinutes: 30, reason: 'PARTY_ASKED' };
  expect((await move({ ...extension, step: 'payment-sent' })).status).toBe(200);
  await mark(buyer, { step: 'payment-sent' });
  const { due } = (await payment(seller)).next;
  const late = await move({ ...extension, step: 'payment-sent' });
  expect([late.status, late.body.code, late.body.details]).toEqual([
    ...[409, 'STEPS_CHANGED'],
    { marked: 'payment-sent' },
  ]);
  expect((await payment(seller)).next.due).toBe(due);
  expect((await move({ ...extension, step: 'payment-received' })).status).toBe(200);
});

test('an admin who marks for a party has shown the password lately, since the other side acts on it', async () => {
  const admin = await server.admin();
  await proveEarlier(server, admin, 25);
  await proveEarlier(server, buyer, 25);
  const step = 'payment-sent';
  const answer = await mark(admin, { step, reason: 'PARTY_UNREACHABLE' });
  expect([answer.status, answer.body.code]).toEqual([401, 'STEP_UP_REQUIRED']);
  expect((await payment(buyer)).steps).toEqual([]);
  expect((await mark(buyer, { step })).status).toBe(200);
});

test('images of receipts are limited, and marks without one are not', async () => {
  const file = { field: 'image', bytes: smallJpeg() };
  const markWithImage = (bytes = file.bytes, key = 'first') =>
    server.request('POST', `/trades/${tradeId}/steps`, {
      token: buyer.token,
      headers: { 'Idempotency-Key': `${key}-${tradeId}` },
      form: { fields: { step: 'payment-sent', senderName: 'Kim' }, file: { ...file, bytes } },
    });
  expect((await markWithImage()).status).toBe(200);
  // Another image is another call.
  const another = Uint8Array.from([...file.bytes, 0]);
  expect((await markWithImage(another)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  await undo(buyer, 'payment-sent');
  await useUpChatImages(server, buyer);
  expect((await markWithImage(file.bytes, 'next')).body.code).toBe('TOO_MANY_REQUESTS');
  expect((await mark(buyer, { step: 'payment-sent' })).status).toBe(200);
});

test('a repeated key is the same mark', async () => {
  const headers = { 'Idempotency-Key': `step-${tradeId}` };
  const first = await mark(buyer, { step: 'payment-sent' }, tradeId, headers);
  expect(await mark(buyer, { step: 'payment-sent' }, tradeId, headers)).toMatchObject({
    status: 200,
    body: first.body,
  });
  expect(await typesOf()).toEqual(['PaymentSent']);
});

test('an admin ends no match in which another step is marked than the last one seen', async () => {
  const end = (how: 'complete' | 'cancel', marked: string | null) =>
    server.request('POST', `/sell/admin/${how}-orders`, {
      token: market.admin.token,
      body: { sellerOrderId: sell, buyerOrderId: buy, marked },
    });
  await mark(buyer, { step: 'payment-sent' });
  for (const how of ['complete', 'cancel'] as const) {
    const late = await end(how, null);
    expect([late.status, late.body.code, late.body.details]).toEqual([
      ...[409, 'STEPS_CHANGED'],
      { marked: 'payment-sent' },
    ]);
  }
  await undo(buyer, 'payment-sent');
  expect((await end('complete', 'payment-sent')).body).toMatchObject({
    code: 'STEPS_CHANGED',
    details: { marked: null },
  });
  expect((await end('cancel', null)).status).toBe(200);
});

test('an admin completes without marks, with or without a reason', async () => {
  const complete = (more: object) =>
    server.request('POST', '/sell/admin/complete-orders', {
      token: market.admin.token,
      body: { sellerOrderId: sell, buyerOrderId: buy, ...more },
    });
  expect((await complete({ reason: 'CONFIRMED_IN_CHAT' })).status).toBe(200);
  const [, , completing] = await server.eventsOf(`trade-${tradeId}`);
  expect(completing?.data).toMatchObject({ reason: 'CONFIRMED_IN_CHAT' });
  await matchAgain();
  expect((await complete({})).status).toBe(200);
});
