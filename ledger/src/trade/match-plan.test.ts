import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price, Rate, Usdt } from '@matgyo/contracts/money';
import { describe, expect, test } from 'vitest';
import type { AccountContext } from '../account/account.ts';
import { type Order, orderDecider } from '../order/order.ts';
import { type MatchContext, planMatch, type RequestedFill } from './match-plan.ts';

const ids: Readonly<Record<Side, OrderId>> = {
  sell: 'a'.repeat(24) as OrderId,
  buy: 'b'.repeat(24) as OrderId,
};
const tradeId = 'c'.repeat(24) as TradeId;
const active: AccountContext = {
  status: 'active',
  isVerified: true,
  referralCode: null,
  inviteCode: 'FRIEND',
};
const inactive: AccountContext = { ...active, status: 'inactive' };
const usdt = (text: string) => text as Usdt;
const price = (text: string) => text as Price;

interface Given {
  readonly amount?: string;
  readonly price?: string;
  readonly at?: string;
  readonly member?: string;
  readonly since?: readonly OrderEvent[];
}

function order(side: Side, given: Given = {}): Order {
  const { amount = '10.0000', at = '2026-01-01T00:00:00.000Z', member = side === 'sell' ? '1' : '2' } = given;
  const orderId = ids[side];
  const placed: OrderEvent = {
    type: 'OrderPlaced',
    data: {
      orderId,
      side,
      priceRevision: 0,
      memberId: member.repeat(24) as MemberId,
      amount: usdt(amount),
      krwAmount: '14000' as Krw,
      price: price(given.price ?? '1400'),
    },
  };
  const after = given.since ?? [{ type: 'OrderApproved', data: { orderId } }];
  return [placed, ...after].reduce(
    (state, event) => orderDecider.evolve(state, event, at),
    orderDecider.initial,
  );
}

const plan = (context: Partial<MatchContext> = {}, requested: RequestedFill = {}) =>
  planMatch(
    {
      sell: order('sell'),
      buy: order('buy'),
      seller: active,
      buyer: active,
      staff: { memberId: '9'.repeat(24), inviteCode: 'ADMIN' },
      settings: { feeRate: '0.01' as Rate, tolerance: '0.005' as Rate },
      ...context,
    },
    requested,
  );

const refusal = (context: Partial<MatchContext>, requested: RequestedFill = {}): unknown => {
  try {
    return plan(context, requested);
  } catch (error) {
    return error;
  }
};

const reserved = (side: Side, amount: string): readonly OrderEvent[] => {
  const orderId = ids[side];
  const counterOrderId = ids[side === 'sell' ? 'buy' : 'sell'];
  return [
    { type: 'OrderApproved', data: { orderId } },
    { type: 'FillReserved', data: { orderId, tradeId, counterOrderId, amount: usdt(amount) } },
  ];
};

test('a match is refused to an admin who owns one of the orders, or whose code earns the fee', () => {
  for (const owner of ['1', '2'])
    expect(refusal({ staff: { memberId: owner.repeat(24), inviteCode: 'ADMIN' } })).toMatchObject({
      code: 'OWN_ORDER',
    });
  const seller = { ...active, referralCode: 'ADMIN' };
  expect(refusal({ seller })).toMatchObject({ code: 'FEE_TO_OWN_CODE' });
  // The buyer's code earns no fee.
  expect(plan({ buyer: seller }).amount).toBe('10.0000');
});

describe('the amount of a match', () => {
  test('is the smaller of the two open amounts', () => {
    expect(plan({ sell: order('sell', { amount: '3.5000' }) }).amount).toBe('3.5000');
    expect(plan({ buy: order('buy', { amount: '0.0004' }) }).amount).toBe('0.0004');
  });

  test('is a smaller one stated by the admin', () => {
    expect(plan({}, { amount: usdt('2.5000') }).amount).toBe('2.5000');
    expect(plan({}, { amount: usdt('10.0000') }).amount).toBe('10.0000');
  });

  test('never exceeds what either side has open', () => {
    const context = { buy: order('buy', { amount: '4.0000' }) };
    expect(refusal(context, { amount: usdt('4.0001') })).toMatchObject({
      code: 'AMOUNT_EXCEEDS_OPEN',
      details: { open: '4.0000' },
    });
  });

  test('is never zero', () => {
    expect(refusal({}, { amount: usdt('0.0000') })).toMatchObject({ code: 'USDT_NOT_POSITIVE' });
    const buy = order('buy', { since: reserved('buy', '10.0000') });
    expect(refusal({ buy })).toMatchObject({ code: 'AMOUNT_EXCEEDS_OPEN', details: { open: '0.0000' } });
  });
});

describe('the price of a match', () => {
  const early = '2026-01-01T00:00:00.000Z';
  const late = '2026-01-01T00:00:00.001Z';

  test.each([
    ['sell', early, late, '1400'],
    ['buy', late, early, '1410'],
    ['sell', early, early, '1400'],
  ])(
    'is that of the order placed first, the %s, and of the sell order on a tie',
    (maker, sellAt, buyAt, expected) => {
      const sell = order('sell', { price: '1400', at: sellAt });
      const buy = order('buy', { price: '1410', at: buyAt });
      expect(plan({ sell, buy })).toMatchObject({ price: expected, maker });
    },
  );

  test('is one between the two, inclusive, stated by the admin', () => {
    const context = { sell: order('sell', { price: '1400' }), buy: order('buy', { price: '1410' }) };
    for (const requested of ['1400', '1404.5', '1410'])
      expect(plan(context, { price: price(requested) }).price).toBe(requested);
    for (const requested of ['1399.9999', '1410.0001'])
      expect(refusal(context, { price: price(requested) })).toMatchObject({
        code: 'PRICE_OUTSIDE_ORDERS',
        details: { lowest: '1400', highest: '1410' },
      });
  });

  test('shows by how much the seller asks more than the buyer offered', () => {
    const context = { sell: order('sell', { price: '1410.5' }), buy: order('buy', { price: '1400' }) };
    expect(plan(context).sellAboveBuyBy).toBe('10.5');
    expect(plan().sellAboveBuyBy).toBeNull();
  });

  test('shows that it exceeds a limit, if the other order is too old', () => {
    const context = {
      sell: order('sell', { price: '1410', at: early }),
      buy: order('buy', { price: '1400' }),
    };
    expect(plan(context)).toMatchObject({
      price: '1410',
      beyondLimit: ['buy'],
      limits: { lowest: '1402.95', highest: '1407' },
    });
    expect(plan(context, { price: price('1405') })).toMatchObject({ price: '1405', beyondLimit: [] });
  });

  test('gives whole won, rounded half up', () => {
    const sell = order('sell', { price: '5000', amount: '0.0001' });
    expect(plan({ sell, buy: order('buy', { price: '5000' }) }).krw).toBe('1');
    expect(plan({}, { amount: usdt('0.3333') }).krw).toBe('467');
  });
});

test('refuses an amount worth 0 won, stated or as the rest', () => {
  const refused = { code: 'WON_ROUND_TO_ZERO', details: {} };
  expect(refusal({}, { amount: usdt('0.0003') })).toMatchObject(refused);
  expect(refusal({ sell: order('sell', { amount: '0.0003' }) })).toMatchObject(refused);
  expect(plan({}, { amount: usdt('0.0004') }).krw).toBe('1');
});

test('estimates the fee from the sell order’s settlements so far', () => {
  const orderId = ids.sell;
  const settled: OrderEvent = {
    type: 'FillSettled',
    data: { orderId, tradeId, amount: usdt('0.0040'), fee: usdt('0.0000'), feeRate: '0.01' as Rate },
  };
  const sell = order('sell', { since: [...reserved('sell', '0.0040'), settled] });
  expect(plan({ sell }, { amount: usdt('0.0040') }).feeEstimate).toBe('0.0001');
  expect(plan({}, { amount: usdt('0.0040') }).feeEstimate).toBe('0.0000');
});

describe('a match is refused', () => {
  const pendingOnly: Given = { since: [] };

  test.each([
    ['ORDER_NOT_FOUND', 'an order that is not there', { sell: orderDecider.initial }],
    ['ORDER_NOT_FOUND', 'two orders of one side', { buy: order('sell') }],
    ['SAME_ACCOUNT', 'one member on both sides', { buy: order('buy', { member: '1' }) }],
    ['OWNER_INACTIVE', 'an inactive seller', { seller: inactive }],
    ['OWNER_INACTIVE', 'an inactive buyer', { buyer: inactive }],
    ['OWNER_INACTIVE', 'an unknown seller', { seller: undefined }],
    ['OWNER_INACTIVE', 'an unknown buyer', { buyer: undefined }],
    ['ORDER_NOT_OPEN', 'an order that is pending', { sell: order('sell', pendingOnly) }],
    ['ORDER_NOT_OPEN', 'a buy order that is pending', { buy: order('buy', pendingOnly) }],
    [
      'PAIR_ALREADY_LIVE',
      'a pair with a live match',
      { sell: order('sell', { since: reserved('sell', '1.0000') }) },
    ],
  ] satisfies [string, string, Partial<MatchContext>][])('%s: %s', (code, _, context) => {
    expect(refusal(context)).toMatchObject({ code });
  });

  test('and names the inactive owner', () => {
    expect(refusal({ buyer: inactive })).toMatchObject({ details: { side: 'buy' } });
    expect(refusal({ seller: inactive })).toMatchObject({ details: { side: 'sell' } });
  });

  test('when it is worth more than a quadrillion won, which would overflow sums', () => {
    const at = (dear: string) => ({
      sell: order('sell', { price: dear }),
      buy: order('buy', { price: dear }),
    });
    expect(plan(at('100000000000000')).krw).toBe('1000000000000000');
    expect(refusal(at('100000000000000.1'))).toMatchObject({ code: 'AMOUNT_TOO_LARGE' });
  });
});
