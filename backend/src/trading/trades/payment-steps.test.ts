import type { ErrorCode } from '@matgyo/contracts/errors/index';
import type { TradeId } from '@matgyo/contracts/ids';
import { base58 } from '@matgyo/contracts/solana-address';
import { tradeStream } from '@matgyo/contracts/streams';
import { tradeDecider } from '@matgyo/ledger/trade/trade';
import { startCancelling } from '@matgyo/ledger/trade/trade-decisions';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, sharedTestServer, type TestServer } from '../../../../test/server.ts';
import { smallJpeg } from '../../../../test/sign-up-form.ts';
import { executeOnStream } from '../commands/execute-on-stream.ts';
import { systemTiming } from '../commands/timing.ts';
import { type Market, openMarket } from '../orders/market.fixture.ts';
import { expectRefused, type Refused, unusedId } from '../orders/refused.fixture.ts';
import { commandOf } from './ledger-market.fixture.ts';

let server: TestServer;
let market: Market;
let seller: Person;
let buyer: Person;
let stranger: Person;
let sell: string;
let buy: string;
let tradeId: string;

beforeAll(async () => {
  server = await sharedTestServer();
  market = await openMarket(server);
  stranger = await server.member({ active: true });
});
beforeEach(async () => {
  [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  ({ sell, buy, tradeId } = await newTrade());
});

async function newTrade() {
  const orders = {
    sell: await market.open(seller, 'sell', '140000'),
    buy: await market.open(buyer, 'buy', '140000'),
  };
  return { ...orders, tradeId: (await market.match(orders.sell, orders.buy))._id };
}

/** An unused signature. */
const newSignature = () =>
  `3${Array.from({ length: 86 }, () => base58[Math.floor(Math.random() * 58)]).join('')}`;

const mark = (person: Person, body: object, id = tradeId, headers = {}) =>
  server.request('POST', `/trades/${id}/steps`, { token: person.token, body, headers });
const undo = (person: Person, step: string, id = tradeId) =>
  server.request('DELETE', `/trades/${id}/steps`, { token: person.token, body: { step } });
const move = (body: object, id = tradeId) =>
  server.request('POST', `/trades/${id}/window`, { token: market.admin.token, body });
const payment = async (person: Person) =>
  (await server.request('GET', `/trades/${tradeId}/payment`, { token: person.token })).body;
const typesOf = async (id = tradeId) =>
  (await server.log.readStream(`trade-${id}`, { direction: 'forwards', from: 2, limit: 50 })).map(
    ({ type }) => type,
  );

describe('the receipt of a payment', () => {
  const pay = (
    person: Person,
    fields: Record<string, string>,
    bytes?: Uint8Array<ArrayBuffer>,
    headers = {},
  ) =>
    server.request('POST', `/trades/${tradeId}/steps`, {
      token: person.token,
      headers,
      form: {
        fields: { step: 'payment-sent', ...fields },
        ...(bytes !== undefined && { file: { field: 'image', bytes } }),
      },
    });
  const receiptOf = async (person: Person) => (await payment(person)).receipt;
  const imageStatus = async (person: Person, image: string) =>
    (await server.request('GET', image.replace('/api/v1', ''), { token: person.token })).status;
  const rows = async () =>
    (await server.pool.query('select hash from app.case_statements where payment_of = $1', [tradeId])).rows;

  test('is shown to both parties and admins, and the event has its hash', async () => {
    const key = { 'idempotency-key': '7f1c2a4e-6f0b-4d57-9a45-0d6f3f0c8a11' };
    const image = smallJpeg();
    expect((await pay(buyer, { senderName: ' 김\u200b구매 ' }, image, key)).status).toBe(200);
    expect((await pay(buyer, { senderName: ' 김\u200b구매 ' }, image, key)).status).toBe(200);
    const [row] = await rows();
    expect(await rows()).toHaveLength(1);
    const [paid] = await server.log.readStream(`trade-${tradeId}`, { direction: 'backwards', limit: 1 });
    expect(paid).toMatchObject({ type: 'PaymentSent', data: { tradeId, evidence: row.hash } });
    for (const person of [buyer, seller, market.admin]) {
      const shown = await receiptOf(person);
      expect(shown).toEqual({ method: null, senderName: '김구매', image: expect.any(String), matches: true });
      expect(await imageStatus(person, shown.image)).toBe(200);
    }
    expect(await imageStatus(stranger, (await receiptOf(buyer)).image)).toBe(404);

    await server.pool.query(`update app.case_statements set content = '이판매' where payment_of = $1`, [
      tradeId,
    ]);
    expect(await receiptOf(seller)).toMatchObject({ senderName: '이판매', matches: false });
    expect((await undo(buyer, 'payment-sent')).status).toBe(200);
    expect(await receiptOf(seller)).toBeNull();
  });

  test('may have only the sender’s name or the method, and is optional', async () => {
    expect((await mark(buyer, { step: 'payment-sent', senderName: '김구매' })).status).toBe(200);
    const none = { method: null, senderName: null, image: null, matches: true };
    expect(await receiptOf(seller)).toEqual({ ...none, senderName: '김구매' });
    await undo(buyer, 'payment-sent');
    await mark(buyer, { step: 'payment-sent', method: 'cash-deposit' });
    expect(await receiptOf(seller)).toEqual({ ...none, method: 'cash-deposit' });
    expect((await mark(buyer, { step: 'payment-sent', method: 'cheque' })).status).toBe(400);
    await undo(buyer, 'payment-sent');
    await mark(buyer, { step: 'payment-sent' });
    expect(await receiptOf(seller)).toBeNull();
  });

  test('is not stored if the mark is refused', async () => {
    const refused = [
      await pay(buyer, { senderName: 'x'.repeat(61) }),
      await pay(stranger, { senderName: '김구매' }, smallJpeg()),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'BAD_REQUEST'],
      [404, 'TRADE_NOT_FOUND'],
    ]);
    expect(await rows()).toEqual([]);
    expect(await typesOf()).toEqual([]);
  });
});

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
  await market.complete(sell, buy);
  expect(await payment(buyer)).toMatchObject({ status: 'completed', next: null, steps: [{}, {}, {}, {}] });
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

/** As if another backend had started a cancellation and crashed; this one still remembers the trade as matched. */
const leaveCancelling = (id: string) =>
  executeOnStream({
    ledger: { log: server.log, timing: systemTiming },
    stream: tradeStream(id as TradeId),
    decider: tradeDecider,
    command: commandOf(`cancel ${id}`, Date.now()),
    decide: (trade) => startCancelling(trade, 'CANCELLED_BY_ADMIN'),
  });

test('a late mark leaves its transaction unused', async () => {
  const signature = newSignature();
  const late = tradeId;
  await mark(buyer, { step: 'payment-sent' });
  await mark(seller, { step: 'payment-received' });
  await leaveCancelling(late);
  expect((await mark(seller, { step: 'tether-sent', signature })).status).toBe(409);
  ({ tradeId } = await newTrade());
  await mark(buyer, { step: 'payment-sent' });
  await mark(seller, { step: 'payment-received' });
  expect((await mark(seller, { step: 'tether-sent', signature })).status).toBe(200);
});

test('finishes a trade that another backend abandoned before acting on it', async () => {
  await leaveCancelling(tradeId);
  const body = { sellerOrderId: sell, buyerOrderId: buy, tradeId };
  const answer = await server.request('POST', '/sell/admin/complete-orders', {
    token: market.admin.token,
    body,
  });
  expect([answer.status, answer.body.code]).toEqual([409, 'TRADE_ALREADY_FINISHED']);
  expect(await typesOf()).toEqual(['TradeCancelling', 'TradeCancelled']);
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

test('a repeated key is the same mark', async () => {
  const headers = { 'Idempotency-Key': `step-${tradeId}` };
  const first = await mark(buyer, { step: 'payment-sent' }, tradeId, headers);
  expect(await mark(buyer, { step: 'payment-sent' }, tradeId, headers)).toMatchObject({
    status: 200,
    body: first.body,
  });
  expect(await typesOf()).toEqual(['PaymentSent']);
});

test('an admin completes without marks, with or without a reason', async () => {
  const complete = (more: object) =>
    server.request('POST', '/sell/admin/complete-orders', {
      token: market.admin.token,
      body: { sellerOrderId: sell, buyerOrderId: buy, ...more },
    });
  expect((await complete({ reason: 'CONFIRMED_IN_CHAT' })).status).toBe(200);
  const [completing] = await server.log.readStream(`trade-${tradeId}`, {
    direction: 'forwards',
    from: 2,
    limit: 1,
  });
  expect(completing?.data).toMatchObject({ reason: 'CONFIRMED_IN_CHAT' });
  ({ sell, buy, tradeId } = await newTrade());
  expect((await complete({})).status).toBe(200);
});

const contenders = ['complete', 'cancel', 'mark'] as const;
test.each(contenders)(
  'of 64 concurrent calls, %s first, one ends the trade, and no step follows',
  async (first) => {
    const pair = { token: market.admin.token, body: { sellerOrderId: sell, buyerOrderId: buy } };
    const start = {
      complete: () => server.request('POST', '/sell/admin/complete-orders', pair),
      cancel: () => server.request('POST', '/sell/admin/cancel-orders', pair),
      mark: () => mark(buyer, { step: 'payment-sent' }),
    };
    const kinds = Array.from(
      { length: 64 },
      (_, index) => contenders[(index + contenders.indexOf(first)) % 3] ?? first,
    );
    const answers = await Promise.all(kinds.map((kind) => start[kind]()));
    const accepted = kinds.filter((_, index) => answers[index]?.status === 200);
    const refusals = answers
      .filter(({ status }) => status !== 200)
      .map((answer) => [answer.status, answer.body.code]);
    for (const [status, code] of refusals)
      expect(`${status} ${code}`).toMatch(/^409 (TRADE_ALREADY_FINISHED|STEP_ALREADY_MARKED)$/);
    const ends = { complete: 'TradeCompleted', cancel: 'TradeCancelled', mark: '' };
    const end = accepted.filter((kind) => kind !== 'mark').map((kind) => ends[kind]);
    expect(end).toHaveLength(1);
    const types = await typesOf();
    expect(types.filter((type) => Object.values(ends).includes(type))).toEqual(end);
    const marked = types.flatMap((type, index) => (type === 'PaymentSent' ? [index] : []));
    expect(marked).toEqual(accepted.includes('mark') ? [0] : []);
    expect(accepted.length).toBe(1 + marked.length);
    for (const [person, id] of [
      [seller, sell],
      [buyer, buy],
    ] as const) {
      const { body } = await server.request('GET', `/user/orders/${id}`, { token: person.token });
      expect(body.reserved).toBe('0.0000');
    }
  },
);

describe('refusals', () => {
  const by =
    (who: () => Person, path: () => string, body: object, method = 'POST') =>
    () =>
      [method, path(), { token: who().token, body }] as const;
  const steps = () => `/trades/${tradeId}/steps`;
  const window = () => `/trades/${tradeId}/window`;
  const cases: readonly Refused[] = [
    {
      title: 'a step of the other party',
      status: 403,
      code: 'STEP_NOT_YOURS',
      call: by(() => seller, steps, { step: 'payment-sent' }),
    },
    {
      title: 'a step by a stranger',
      status: 404,
      code: 'TRADE_NOT_FOUND',
      call: by(() => stranger, steps, { step: 'payment-sent' }),
    },
    {
      title: 'a step of an unknown trade',
      status: 404,
      code: 'TRADE_NOT_FOUND',
      call: by(
        () => buyer,
        () => `/trades/${unusedId}/steps`,
        { step: 'payment-sent' },
      ),
    },
    {
      title: 'a step out of order',
      status: 409,
      code: 'STEP_OUT_OF_ORDER',
      details: { next: 'payment-sent' },
      call: by(() => seller, steps, { step: 'payment-received' }),
    },
    {
      title: 'an unknown step',
      status: 400,
      code: 'BAD_REQUEST',
      call: by(() => buyer, steps, { step: 'all-done' }),
    },
    {
      title: 'a malformed signature',
      status: 422,
      code: 'SIGNATURE_INVALID',
      call: by(() => seller, steps, { step: 'tether-sent', signature: 'abc' }),
    },
    {
      title: 'an admin without a reason',
      status: 422,
      code: 'STEP_NEEDS_REASON',
      call: by(() => market.admin, steps, { step: 'payment-sent' }),
    },
    {
      title: 'undoing an unmarked step',
      status: 409,
      code: 'STEP_NOT_MARKED',
      call: by(() => buyer, steps, { step: 'payment-sent' }, 'DELETE'),
    },
    {
      title: 'moving the window without a reason',
      status: 422,
      code: 'STEP_NEEDS_REASON',
      call: by(() => market.admin, window, { pause: true }),
    },
    {
      title: 'moving the window as a party',
      status: 403,
      code: 'FORBIDDEN',
      call: by(() => buyer, window, { pause: true, reason: 'PARTY_ASKED' }),
    },
    {
      title: 'pausing and extending at once',
      status: 400,
      code: 'BAD_REQUEST',
      call: by(() => market.admin, window, { pause: true, extendMinutes: 5, reason: 'PARTY_ASKED' }),
    },
    {
      title: 'extending beyond the maximum',
      status: 400,
      code: 'BAD_REQUEST',
      call: by(() => market.admin, window, { extendMinutes: 1_441, reason: 'PARTY_ASKED' }),
    },
    {
      title: 'resuming an unpaused window',
      status: 409,
      code: 'WINDOW_NOT_PAUSED',
      call: by(() => market.admin, window, { resume: true, reason: 'PARTY_ASKED' }),
    },
  ];
  test.each(cases)('$title: $status $code', async (refused) => {
    await expectRefused(server, refused);
  });

  const refused = (status: number, code: ErrorCode, call: Refused['call']) =>
    expectRefused(server, { title: code, status, code, call });

  test('a repeated step, a step before the last, and any step on an ended trade', async () => {
    const pay = by(() => buyer, steps, { step: 'payment-sent' });
    await mark(buyer, { step: 'payment-sent' });
    await refused(409, 'STEP_ALREADY_MARKED', pay);
    await mark(seller, { step: 'payment-received' });
    await refused(
      409,
      'STEP_FOLLOWED',
      by(() => buyer, steps, { step: 'payment-sent' }, 'DELETE'),
    );
    await refused(
      422,
      'STEP_NEEDS_SIGNATURE',
      by(() => seller, steps, { step: 'tether-sent' }),
    );
    await market.cancelMatch(sell, buy);
    for (const call of [
      by(() => seller, steps, { step: 'tether-sent', signature: newSignature() }),
      by(() => seller, steps, { step: 'payment-received' }, 'DELETE'),
      by(() => market.admin, window, { pause: true, reason: 'PARTY_ASKED' }),
    ])
      await refused(409, 'TRADE_ALREADY_FINISHED', call);
  });

  test('a transaction of another trade, live or completed, and of this one again', async () => {
    const signature = newSignature();
    const send = by(() => seller, steps, { step: 'tether-sent', signature });
    const paid = async () => {
      await mark(buyer, { step: 'payment-sent' });
      await mark(seller, { step: 'payment-received' });
    };
    await paid();
    await mark(seller, { step: 'tether-sent', signature });
    await refused(409, 'STEP_ALREADY_MARKED', send);
    const first = { sell, buy };
    ({ sell, buy, tradeId } = await newTrade());
    await paid();
    await refused(409, 'SIGNATURE_USED', send);
    await market.complete(first.sell, first.buy);
    await refused(409, 'SIGNATURE_USED', send);
  });

  test('a receipt that is no image, or comes with a refused step', async () => {
    const receipt = (who: () => Person, bytes: Uint8Array<ArrayBuffer>) => () =>
      [
        ...(['POST', steps()] as const),
        { token: who().token, form: { fields: { step: 'payment-sent' }, file: { field: 'image', bytes } } },
      ] as const;
    await refused(
      422,
      'IMAGE_INVALID',
      receipt(() => buyer, new TextEncoder().encode('<svg/>')),
    );
    await refused(
      403,
      'STEP_NOT_YOURS',
      receipt(() => seller, smallJpeg()),
    );
  });
});
