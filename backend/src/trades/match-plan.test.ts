import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { MemberId, OrderId, Side } from '@matgyo/contracts/ids';
import type { Krw, Price, Rate, Usdt } from '@matgyo/contracts/money';
import { describe, expect, test } from 'vitest';
import type { AccountFacts } from '../members/account.ts';
import { type Order, orderDecider } from '../orders/order.ts';
import { type MatchFacts, planMatch, type StatedFill } from './match-plan.ts';

const active: AccountFacts = { status: 'active', isVerified: true, referralCode: null };
const inactive: AccountFacts = { ...active, status: 'inactive' };

interface Placed {
  readonly side: Side;
  readonly member: string;
  readonly amount: string;
  readonly price: string;
  readonly second: number;
}

function approvedOrder({ side, member, amount, price, second }: Placed): Order {
  const orderId = (side === 'sell' ? 'a' : 'b').repeat(24) as OrderId;
  const at = `2026-01-02T03:04:0${second}.000Z`;
  const events: readonly OrderEvent[] = [
    {
      type: 'OrderPlaced',
      data: {
        ...{ orderId, side, memberId: member.repeat(24) as MemberId, priceRevision: 0 },
        ...{ amount: amount as Usdt, krwAmount: '1' as Krw, price: price as Price },
      },
    },
    { type: 'OrderApproved', data: { orderId } },
  ];
  return events.reduce<Order>((order, event) => orderDecider.evolve(order, event, at), orderDecider.initial);
}

const sellOrder = { side: 'sell', member: 'c', amount: '10.0000', price: '1400', second: 1 } as const;
const buyOrder = { side: 'buy', member: 'd', amount: '6.0000', price: '1410', second: 2 } as const;

const plan = (change: Partial<MatchFacts> = {}, stated: StatedFill = {}) =>
  planMatch(
    {
      sell: approvedOrder(sellOrder),
      buy: approvedOrder(buyOrder),
      seller: active,
      buyer: active,
      feeRate: '0.01' as Rate,
      ...change,
    },
    stated,
  );

const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('what a match would be', () => {
  test('the smaller of the two open amounts, at the price of the order placed first', () => {
    expect(plan()).toMatchObject({
      amount: '6.0000',
      price: '1400',
      krw: '8400',
      maker: 'sell',
      feeEstimate: '0.0600',
    });
  });

  test('on a tie of times the sell order is the maker', () => {
    expect(plan({ buy: approvedOrder({ ...buyOrder, second: 1 }) })).toMatchObject({
      maker: 'sell',
      price: '1400',
    });
    expect(plan({ buy: approvedOrder({ ...buyOrder, second: 0 }) })).toMatchObject({
      maker: 'buy',
      price: '1410',
    });
  });

  test('an admin may state less, and a price between the two', () => {
    const stated = { amount: '2.5000' as Usdt, price: '1405.5' as Price };
    expect(plan({}, stated)).toMatchObject({ amount: '2.5000', price: '1405.5', krw: '3514' });
  });

  test('says how much more the sell order asks than the buy order offers', () => {
    const dear = approvedOrder({ ...sellOrder, price: '1425' });
    expect(plan({ sell: dear }).sellAboveBuyBy).toBe('15');
    expect(plan().sellAboveBuyBy).toBeNull();
  });
});

describe('a match is refused', () => {
  test.each([
    [
      'between orders of one member',
      { buy: approvedOrder({ ...buyOrder, member: 'c' }) },
      {},
      'SAME_ACCOUNT',
    ],
    ['while the seller is inactive', { seller: inactive }, {}, 'OWNER_INACTIVE'],
    ['while the buyer is inactive', { buyer: inactive }, {}, 'OWNER_INACTIVE'],
    ['while nobody knows the buyer', { buyer: undefined }, {}, 'OWNER_INACTIVE'],
    ['with the sides exchanged', { sell: approvedOrder(buyOrder) }, {}, 'ORDER_NOT_FOUND'],
    ['beyond what is open', {}, { amount: '6.0001' as Usdt }, 'AMOUNT_EXCEEDS_OPEN'],
    ['for nothing', {}, { amount: '0.0000' as Usdt }, 'USDT_NOT_POSITIVE'],
    ['below both prices', {}, { price: '1399.9999' as Price }, 'PRICE_OUTSIDE_ORDERS'],
    ['above both prices', {}, { price: '1410.0001' as Price }, 'PRICE_OUTSIDE_ORDERS'],
  ] satisfies [string, Partial<MatchFacts>, StatedFill, string][])('%s', (_, change, stated, code) => {
    expect(codeOf(() => plan(change, stated))).toBe(code);
  });
});
