import { UnreadableEvent } from '@matgyo/contracts/events/ledger-event';
import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import { expect, test } from 'vitest';
import { InvariantBroken } from '../invariant.ts';
import { approved, cancelled, orderId, placed, reserved, settled, trade } from './order-events.fixture.ts';
import { orderTrail, type TrailEvent } from './trail.ts';

const tradeId = trade('1');
const stored = (...events: readonly { readonly type: string; readonly data: object }[]): TrailEvent[] =>
  events.map(({ type, data }, index) => ({
    id: `event ${index}`,
    type,
    data: { ...data },
    metadata: { schemaVersion: 1 },
  }));
const matched = { type: 'TradeMatched', data: { tradeId } };

test('gives the state of the order after each event; events of its trades do not change it', () => {
  const events = [
    placed('sell', '10.0000'),
    approved,
    reserved(tradeId, '4.0000'),
    matched,
    settled(tradeId, '4.0000', '0.0400'),
    cancelled('6.0000'),
  ];
  const none = { reserved: '0.0000', settled: '0.0000', withdrawn: '0.0000', feeTotal: '0.0000' };
  const afterMatch = { ...none, status: 'Partially Matched', open: '6.0000', reserved: '4.0000' };
  const afterSettling = { ...none, open: '6.0000', settled: '4.0000', feeTotal: '0.0400' };
  expect(orderTrail('sell', stored(...events))).toEqual([
    { eventId: 'event 0', ...none, status: 'Pending Approval', open: '10.0000' },
    { eventId: 'event 1', ...none, status: 'On Sale', open: '10.0000' },
    { eventId: 'event 2', ...afterMatch },
    { eventId: 'event 3', ...afterMatch },
    { eventId: 'event 4', ...afterSettling, status: 'Partially Matched' },
    { eventId: 'event 5', ...afterSettling, status: 'Cancelled', open: '0.0000', withdrawn: '6.0000' },
  ]);
});

test('names the states of a buy order as those of a buy order', () => {
  const [, open] = orderTrail('buy', stored(placed('buy'), approved));
  expect(open).toMatchObject({ status: 'Waiting for Buy' });
});

test('is refused if the order is not placed first, or an event cannot follow', () => {
  const refused = (...events: readonly (OrderEvent | typeof matched)[]) =>
    expect(() => orderTrail('sell', stored(...events)));
  refused(approved).toThrow(new InvariantBroken(`order ${orderId} is placed first`));
  refused(matched, placed()).toThrow(new InvariantBroken('TradeMatched comes after the order was placed'));
  refused(placed(), settled(tradeId, '1.0000')).toThrow(InvariantBroken);
});

test('is refused for an event of no known type or version', () => {
  const [event] = stored(placed()) as [TrailEvent];
  for (const other of [{ type: 'Other' }, { metadata: {} }, { metadata: { schemaVersion: 9 } }])
    expect(() => orderTrail('sell', [{ ...event, ...other }])).toThrow(UnreadableEvent);
});
