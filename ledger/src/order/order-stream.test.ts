import type { OrderId } from '@matgyo/contracts/ids';
import { describe, expect, test } from 'vitest';
import { given as givenOf } from '../given-when-then.fixture.ts';
import { refuseIfStale } from './decisions.ts';
import { settleFill, withdrawFill } from './fills.ts';
import { type Order, orderDecider, type PlacedOrder } from './order.ts';
import {
  approved,
  cancelled,
  completed,
  counter,
  feeRate,
  orderId,
  placed,
  reason,
  refused,
  rejected,
  released,
  reserved,
  settled,
  trade,
  usdt,
} from './order-events.fixture.ts';

const given = givenOf(orderDecider);
const [first, second] = [trade('1'), trade('2')];

describe('an order’s record', () => {
  const fillsOf = (order: Order) => (order as PlacedOrder).fills;

  test('has the state of each trade, in order of arrival', () => {
    const { state } = given(
      ...[placed(), approved, refused(trade('3')), reserved(first, '4.0000')],
      ...[reserved(second, '1.0000', counter('c')), settled(first, '4.0000', '0.0400')],
      ...[released(second, '1.0000')],
    );
    expect(fillsOf(state)).toEqual([
      { state: 'refused', tradeId: trade('3') },
      {
        state: 'settled',
        tradeId: first,
        counterOrderId: counter('b'),
        amount: '4.0000',
        fee: '0.0400',
        feeRate,
      },
      { state: 'released', tradeId: second, counterOrderId: counter('c'), amount: '1.0000' },
    ]);
  });

  test('is empty at first, and final after a rejection', () => {
    expect(fillsOf(given(placed()).state)).toEqual([]);
    expect(given(placed(), rejected).state).toMatchObject({ phase: 'rejected' });
  });
});

describe('impossible events', () => {
  test('no event follows completed, cancelled or rejected', () => {
    const all = [reserved(first, '10.0000'), settled(first, '10.0000', '0.1000'), completed];
    for (const ended of [[approved, ...all], [rejected], [cancelled('10.0000')]])
      for (const event of [approved, rejected, reserved(second, '1.0000'), refused(second), completed])
        given(placed(), ...ended).thenImpossible(event, 'does not follow');
  });

  test('an open order is not reviewed again, and a pending one is not matched', () => {
    for (const event of [approved, rejected])
      given(placed(), approved).thenImpossible(event, `${event.type} does not follow open`);
    for (const event of [reserved(first, '1.0000'), refused(first)])
      given(placed()).thenImpossible(event, `${event.type} does not follow pending`);
  });

  test('quantities always add up and none is negative', () => {
    given(placed(), approved).thenImpossible(cancelled('9.0000'), 'has nothing left when it is cancelled');
    given(placed(), approved, reserved(first, '6.0000')).thenImpossible(completed, 'has nothing left');
    given(placed(), approved, reserved(first, '6.0000')).thenImpossible(
      settled(first, '5.0000'),
      'moves what it reserved',
    );
    given(placed(), approved).thenImpossible(released(first, '1.0000'), 'holds a reservation');
  });

  test('a trade reserves once, and is not refused after a reservation', () => {
    const before = [placed(), approved, reserved(first, '1.0000')];
    given(...before).thenImpossible(reserved(first, '1.0000'), 'reserves once');
    given(...before).thenImpossible(refused(first), 'only a trade not seen is refused');
  });

  test('a settled trade is not withdrawn, and only a reserved one settles', () => {
    const reservedFirst = given(
      placed(),
      approved,
      reserved(first, '1.0000'),
      settled(first, '1.0000', '0.0100'),
    );
    expect(() => withdrawFill(reservedFirst.state, { tradeId: first, reason })).toThrow(
      'is settled and cannot be withdrawn',
    );
    for (const before of [[], [refused(first)], [reserved(first, '1.0000'), released(first, '1.0000')]]) {
      const { state } = given(placed(), approved, ...before);
      expect(() => settleFill(state, { tradeId: first, amount: usdt('1.0000'), feeRate })).toThrow(
        'settles what it reserved',
      );
    }
  });

  test('an order is placed once, as the first event, and keeps to its stream', () => {
    given(placed()).thenImpossible(placed(), 'is placed once');
    given().thenImpossible(approved, 'is placed first');
    const ofAnother = { ...approved, data: { ...approved.data, orderId: 'b'.repeat(24) as OrderId } };
    given(placed()).thenImpossible(ofAnother as typeof approved, 'keeps to its stream');
  });
});

describe('the expected revision', () => {
  const seen = (state: Order, expected: number | undefined) => () =>
    refuseIfStale({ state, revision: 4, expected });
  const { state } = given(placed(), approved);

  test('allows the action if it is current or missing', () => {
    expect(seen(state, 4)).not.toThrow();
    expect(seen(state, undefined)).not.toThrow();
  });

  test('refuses the action with the current order if it is outdated', () => {
    const now = { orderId, side: 'sell', status: 'On Sale', open: '10.0000', revision: 4 };
    expect(seen(state, 3)).toThrow(
      expect.objectContaining({ code: 'STALE_REVISION', details: { changed: [now] } }),
    );
    expect(seen(orderDecider.initial, 0)).toThrow(expect.objectContaining({ details: { changed: [] } }));
  });
});
