import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { applicationWithMembers, type Person, startTestServer } from '../../../../test/server.ts';
import { openMarket } from '../orders/market.fixture.ts';

let seller: Person;
let buyer: Person;
let sell: string;
let buy: string;
let tradeId: string;

const server = await startTestServer({}, applicationWithMembers);
const market = await openMarket(server);
afterAll(() => server.close());
beforeEach(async () => {
  [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  sell = await market.open(seller, 'sell', '140000');
  buy = await market.open(buyer, 'buy', '140000');
  tradeId = (await market.match(sell, buy))._id;
});

const bank = { bankName: '한국은행', bankAccount: '00123456789', accountHolder: '홍길동' };
const wallet = { network: 'Solana', tetherAddress: 'So11111111111111111111111111111111111111112' };
const paymentFor = (person: Person | undefined) =>
  server.request('GET', `/trades/${tradeId}/payment`, person && { token: person.token });

describe('while a match is live', () => {
  test('the buyer sees where to send the won and where the USDT will come, and not the seller’s costs', async () => {
    expect((await paymentFor(buyer)).body).toEqual({
      _id: tradeId,
      caseId: null,
      consent: null,
      receipt: null,
      counterpart: expect.objectContaining({ level: 1 }),
      price: '1400',
      needsApproval: false,
      status: 'matched',
      matchedAt: expect.stringMatching(/^\d{4}-/),
      amount: '100.0000',
      krw: '140000',
      fee: null,
      feeIsFinal: false,
      toGive: null,
      bank,
      wallet,
      steps: [],
      next: {
        step: 'payment-sent',
        party: 'buy',
        paused: false,
        expired: false,
        cancels: false,
        due: expect.stringMatching(/^\d{4}-/),
      },
    });
  });

  test('the seller sees where to send the USDT, where the won will come, and their cost with fee', async () => {
    const { body } = await paymentFor(seller);
    expect(body).toMatchObject({ fee: '1.0000', feeIsFinal: false, toGive: '101.0000', bank, wallet });
  });

  test('an admin sees both', async () => {
    expect((await paymentFor(market.admin)).body).toMatchObject({ bank, wallet, toGive: '101.0000' });
  });

  test('no other member, manager or visitor finds it', async () => {
    for (const other of [
      await server.member({ active: true }),
      await server.member({ active: true, manager: true }),
    ]) {
      const { status, body } = await paymentFor(other);
      expect([status, body.code]).toEqual([404, 'TRADE_NOT_FOUND']);
      expect(JSON.stringify(body)).not.toContain(bank.bankAccount);
    }
    expect((await paymentFor(undefined)).status).toBe(401);
  });

  test('it is not cached', async () => {
    expect((await paymentFor(buyer)).headers.get('cache-control')).toBe('no-store');
  });
});

describe.each([
  ['completed', () => market.complete(sell, buy), { fee: '1.0000', feeIsFinal: true, toGive: '101.0000' }],
  ['cancelled', () => market.cancelMatch(sell, buy), { fee: null, feeIsFinal: false, toGive: null }],
] as const)('once it is %s', (status, finish, costs) => {
  beforeEach(() => finish());

  test('parties no longer see each other’s account; admins do', async () => {
    expect((await paymentFor(buyer)).body).toMatchObject({ status, bank: null, wallet: null, fee: null });
    expect((await paymentFor(seller)).body).toMatchObject({ status, bank: null, wallet: null, ...costs });
    expect((await paymentFor(market.admin)).body).toMatchObject({ bank, wallet });
  });
});

test('estimates the fee as it will be charged, cumulatively over the order’s settlements', async () => {
  const small = await market.open(seller, 'sell', '14000');
  const fees: string[] = [];
  for (const amount of ['3.3333', '3.3333', '3.3334']) {
    const other = await market.open(buyer, 'buy', '14000');
    tradeId = (await market.match(small, other, { amount }))._id;
    const estimate = (await paymentFor(seller)).body.fee;
    await market.complete(small, other);
    const charged = (await paymentFor(seller)).body.fee;
    expect(estimate).toBe(charged);
    fees.push(charged);
  }
  expect(fees).toEqual(['0.0333', '0.0334', '0.0333']);
});
