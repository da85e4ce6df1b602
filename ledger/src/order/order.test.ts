import type { MemberId, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price } from '@matgyo/contracts/money';
import { describe, expect, test } from 'vitest';
import type { AccountContext } from '../account/account.ts';
import { given as givenOf } from '../given-when-then.fixture.ts';
import { approve, cancelAsAdmin, cancelAsOwner, place, placedOrder, reject } from './decisions.ts';
import { reserve, settleFill, withdrawFill } from './fills.ts';
import { fillOf, type Order, orderDecider } from './order.ts';
import {
  approved,
  cancelled,
  completed,
  counter,
  feeRate,
  fillInput,
  memberId,
  orderId,
  placed,
  reason,
  refused,
  rejected,
  released,
  reserved,
  settled,
  settledPart,
  trade,
  usdt,
} from './order-events.fixture.ts';

const given = givenOf(orderDecider);

describe('placing', () => {
  const active: AccountContext = {
    status: 'active',
    isVerified: true,
    referralCode: null,
    inviteCode: 'THEIRS',
  };
  const current = { price: '1400' as Price, revision: 7 };
  const placement = {
    orderId,
    side: 'sell' as const,
    memberId,
    krwAmount: '1000000' as Krw,
    clientAmount: '714.29',
    price: '1400' as Price,
  };

  test('stores the server’s figure, not the client’s, and the price revision it was placed at', () => {
    given()
      .when((order) => place(order, placement, { owner: active, current }))
      .thenAppends({
        type: 'OrderPlaced',
        data: {
          orderId,
          side: 'sell',
          memberId,
          priceRevision: 7,
          amount: usdt('714.2857'),
          krwAmount: '1000000' as Krw,
          price: '1400' as Price,
        },
      });
  });

  test.each([
    ['an existing order', {}, { owner: active, current }, 'ORDER_EXISTS', [placed()]],
    ['an inactive member', {}, { owner: { ...active, status: 'inactive' }, current }, 'OWNER_INACTIVE', []],
    ['an unknown member', {}, { owner: undefined, current }, 'OWNER_INACTIVE', []],
    ['an unverified phone', {}, { owner: { ...active, isVerified: false }, current }, 'OWNER_UNVERIFIED', []],
    ['no won', { krwAmount: '0' }, { owner: active, current }, 'KRW_NOT_POSITIVE', []],
    ['won worth no USDT', { krwAmount: '0.01' }, { owner: active, current }, 'USDT_NOT_POSITIVE', []],
    ['USDT worth no won', { krwAmount: '0.4' }, { owner: active, current }, 'WON_ROUND_TO_ZERO', []],
    ['a wrong figure', { clientAmount: '714.2' }, { owner: active, current }, 'USDT_MISMATCH', []],
    [
      'more than a trillion USDT',
      { krwAmount: '1400000000000001' },
      { owner: active, current },
      'AMOUNT_TOO_LARGE',
      [],
    ],
    ['no price yet', {}, { owner: active, current: undefined }, 'PRICE_NOT_SET', []],
  ] as const)('is refused for %s', (_, change, context, code, before) => {
    given(...before)
      .when((order) => place(order, { ...placement, ...(change as object) }, context as never))
      .thenRefused(code);
  });

  test('accepts up to a trillion USDT, and uses the server’s figure if the client sends none', () => {
    given()
      .when((order) =>
        place(
          order,
          { ...placement, krwAmount: '1400000000000000' as Krw, clientAmount: undefined },
          { owner: active, current },
        ),
      )
      .thenTypes('OrderPlaced');
  });

  test('with a wrong figure is refused with the right one', () => {
    given()
      .when((order) => place(order, { ...placement, clientAmount: '1' }, { owner: active, current }))
      .thenRefused('USDT_MISMATCH', { amount: '714.2857' });
  });

  test('at a stale price is refused with the new one', () => {
    given()
      .when((order) =>
        place(order, placement, { owner: active, current: { price: '1401' as Price, revision: 8 } }),
      )
      .thenRefused('PRICE_CHANGED', { price: '1401' });
  });
});

describe('reviewing a pending order', () => {
  test('an admin approves or rejects it', () => {
    given(placed())
      .when((order) => approve(order))
      .thenAppends(approved);
    given(placed())
      .when((order) => reject(order, { reason }))
      .thenAppends(rejected);
  });

  test('its owner withdraws it', () => {
    given(placed())
      .when((order) => cancelAsOwner(order, { memberId, reason }))
      .thenAppends(cancelled('10.0000', 'owner'));
  });

  test('another member’s order is not found', () => {
    given(placed())
      .when((order) => cancelAsOwner(order, { memberId: 'f'.repeat(24) as MemberId, reason }))
      .thenRefused('ORDER_NOT_FOUND');
  });

  test('a call for sell orders never changes a buy order', () => {
    given(placed('buy'))
      .when((order) => approve(placedOrder(order, 'sell')))
      .thenRefused('ORDER_NOT_FOUND');
  });

  test.each([
    ['On Sale', [placed(), approved]],
    ['Rejected', [placed(), rejected]],
    ['Cancelled', [placed(), cancelled('10.0000')]],
  ])('once it is %s it is not approved, rejected or withdrawn as pending', (status, events) => {
    for (const decide of [
      (order: Order) => approve(order),
      (order: Order) => reject(order, { reason }),
      (order: Order) => cancelAsOwner(order, { memberId, reason }),
    ])
      given(...events)
        .when(decide)
        .thenRefused('ORDER_NOT_PENDING', { status });
  });

  test('an order that was never placed is not found', () => {
    given()
      .when((order) => approve(order))
      .thenRefused('ORDER_NOT_FOUND');
  });
});

describe('an admin’s cancellation', () => {
  const cancel = (order: Order) => cancelAsAdmin(order, { reason });

  test('withdraws the open amount; settled fills stay settled', () => {
    const t = trade('1');
    const events = [placed(), approved, reserved(t, '6.0000'), settled(t, '6.0000', '0.0600')];
    given(...events)
      .when(cancel)
      .thenAppends(cancelled('4.0000'));
    const { state } = given(...events, cancelled('4.0000'));
    expect(state).toMatchObject({ open: '0.0000', settled: '6.0000', withdrawn: '4.0000' });
  });

  test('is refused while an amount is reserved: cancel the match first', () => {
    given(placed(), approved, reserved(trade('1'), '6.0000'))
      .when(cancel)
      .thenRefused('ORDER_HAS_LIVE_MATCH');
  });

  test('is refused once the order has ended', () => {
    given(placed(), rejected).when(cancel).thenRefused('ORDER_NOT_OPEN', { status: 'Rejected' });
  });

  test('applies to a pending order too', () => {
    given(placed()).when(cancel).thenAppends(cancelled('10.0000'));
  });
});

describe('reserving a fill', () => {
  test('reserves part of the open amount', () => {
    given(placed(), approved)
      .when((order) => reserve(order, fillInput(trade('1'), '6.0000')))
      .thenAppends(reserved(trade('1'), '6.0000'));
    const { state } = given(placed(), approved, reserved(trade('1'), '6.0000'));
    expect(state).toMatchObject({ open: '4.0000', reserved: '6.0000' });
  });

  test('never reserves more than is open', () => {
    given(placed(), approved, reserved(trade('1'), '6.0000', counter('c')))
      .when((order) => reserve(order, fillInput(trade('2'), '4.0001')))
      .thenRefused('AMOUNT_EXCEEDS_OPEN', { open: '4.0000' });
  });

  test('needs an approved order', () => {
    given(placed())
      .when((order) => reserve(order, fillInput(trade('1'), '1.0000')))
      .thenRefused('ORDER_NOT_OPEN', { status: 'Pending Approval' });
  });

  test('is limited to a thousand matches per order', () => {
    const fills = (many: number) =>
      Array.from({ length: many }, (_, index) => refused(`${index}`.padStart(24, '0') as TradeId));
    const one = (order: Order) => reserve(order, fillInput(trade('f'), '1.0000'));
    given(placed(), approved, ...fills(999))
      .when(one)
      .thenTypes('FillReserved');
    given(placed(), approved, ...fills(1_000))
      .when(one)
      .thenRefused('TOO_MANY_MATCHES');
  });

  test('allows at most one live trade per pair, guarded by the sell order', () => {
    const live = [approved, reserved(trade('1'), '1.0000')];
    const again = (order: Order) => reserve(order, fillInput(trade('2'), '1.0000'));
    given(placed('sell'), ...live)
      .when(again)
      .thenRefused('PAIR_ALREADY_LIVE', { tradeId: trade('1') });
    given(placed('buy'), ...live)
      .when(again)
      .thenTypes('FillReserved');
    given(placed('sell'), ...live, released(trade('1'), '1.0000'))
      .when(again)
      .thenTypes('FillReserved');
  });

  test.each([
    ['reserved', [reserved(trade('1'), '6.0000')]],
    ['released', [reserved(trade('1'), '6.0000'), released(trade('1'), '6.0000')]],
    ['refused', [refused(trade('1'))]],
    ['settled', [reserved(trade('1'), '6.0000'), settled(trade('1'), '6.0000', '0.0600')]],
  ])('a trade that was %s never reserves again', (_, seen) => {
    given(placed(), approved, ...seen)
      .when((order) => reserve(order, fillInput(trade('1'), '1.0000')))
      .thenAppends();
  });
});

describe('withdrawing a trade from an order', () => {
  const withdraw = (order: Order) => withdrawFill(order, { tradeId: trade('1'), reason });

  test('releases its reservation', () => {
    given(placed(), approved, reserved(trade('1'), '6.0000'))
      .when(withdraw)
      .thenAppends(released(trade('1'), '6.0000'));
  });

  test('blocks a later reservation if there is none yet', () => {
    given(placed(), approved)
      .when(withdraw)
      .thenAppends(refused(trade('1')));
  });

  test('is idempotent', () => {
    given(placed(), approved, refused(trade('1')))
      .when(withdraw)
      .thenAppends();
    given(placed(), approved, reserved(trade('1'), '6.0000'), released(trade('1'), '6.0000'))
      .when(withdraw)
      .thenAppends();
  });

  test('does not change a closed order', () => {
    given(placed(), cancelled('10.0000')).when(withdraw).thenAppends();
  });
});

describe('settling a fill', () => {
  /** What is reserved, or less. */
  const settle = (tradeId: TradeId, less?: string) => (order: Order) => {
    const fill = order.phase === 'none' ? undefined : fillOf(order, tradeId);
    const amount = usdt(less ?? (fill !== undefined && 'amount' in fill ? fill.amount : '1.0000'));
    return settleFill(order, { tradeId, amount, feeRate });
  };

  test('of less than was reserved releases the rest, and the order stays open', () => {
    const before = [approved, reserved(trade('1'), '10.0000')];
    const part = (fee?: string) => settledPart(trade('1'), '6.0000', '4.0000', fee);
    given(placed('sell'), ...before)
      .when(settle(trade('1'), '6.0000'))
      .thenAppends(part('0.0600'));
    given(placed('buy'), ...before)
      .when(settle(trade('1'), '6.0000'))
      .thenAppends(part());
    const { state } = given(placed('sell'), ...before, part('0.0600'));
    expect(state).toMatchObject({
      phase: 'open',
      open: '4.0000',
      reserved: '0.0000',
      settled: '6.0000',
      fee: '0.0600',
      fills: [{ state: 'settled', amount: '6.0000' }],
    });
    given(placed('sell'), ...before, part('0.0600'))
      .when(settle(trade('1'), '6.0000'))
      .thenAppends();
    given(placed('sell'), ...before).thenImpossible(
      settledPart(trade('1'), '6.0000', '3.0000', '0.0600'),
      'moves what it reserved',
    );
  });

  test('charges the fee to the seller and none to the buyer', () => {
    const before = [approved, reserved(trade('1'), '6.0000')];
    given(placed('sell'), ...before)
      .when(settle(trade('1')))
      .thenAppends(settled(trade('1'), '6.0000', '0.0600'));
    given(placed('buy'), ...before)
      .when(settle(trade('1')))
      .thenAppends(settled(trade('1'), '6.0000'));
  });

  test('completes the order when nothing is left', () => {
    given(placed(), approved, reserved(trade('1'), '10.0000'))
      .when(settle(trade('1')))
      .thenAppends(settled(trade('1'), '10.0000', '0.1000'), completed);
  });

  test('charges settled fills only: a released one costs nothing', () => {
    const givenBack = [reserved(trade('1'), '6.0000'), released(trade('1'), '6.0000')];
    given(placed(), approved, ...givenBack, reserved(trade('2'), '6.0000', counter('c')))
      .when(settle(trade('2')))
      .thenAppends(settled(trade('2'), '6.0000', '0.0600'));
  });

  test('does not complete it while another match is live', () => {
    const both = [reserved(trade('1'), '4.0000'), reserved(trade('2'), '6.0000', counter('c'))];
    given(placed(), approved, ...both)
      .when(settle(trade('1')))
      .thenTypes('FillSettled');
  });

  test('charges the fee over all settlements, so that small fills cost the same as one large fill', () => {
    const small = (tradeId: TradeId) => [reserved(tradeId, '0.0040'), settled(tradeId, '0.0040', '0.0000')];
    given(placed(), approved, ...small(trade('1')), reserved(trade('2'), '0.0040'))
      .when(settle(trade('2')))
      .thenAppends(settled(trade('2'), '0.0040', '0.0001'));
  });

  test('is idempotent', () => {
    given(placed(), approved, reserved(trade('1'), '6.0000'), settled(trade('1'), '6.0000', '0.0600'))
      .when(settle(trade('1')))
      .thenAppends();
  });
});
