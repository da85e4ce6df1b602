import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import { type OrderEvent, orderEventSchemas } from '@matgyo/contracts/events/order-events';
import type { MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import type { OrderNow } from '@matgyo/contracts/ledger-refusals';
import {
  addUsdt,
  compareMoney,
  isPositive,
  type Krw,
  type Price,
  type Rate,
  subtractUsdt,
  type Usdt,
  zeroUsdt,
} from '@matgyo/contracts/money';
import type { OrderPhase, OrderQuantities } from '@matgyo/contracts/order-status';
import type { Decider } from '../decider.ts';
import { invariant } from '../invariant.ts';
import { orderStatus } from './status.ts';

/** What an order remembers of a trade. Every trade it has seen stays, so that none reserves twice. */
export type OrderFill =
  | { readonly state: 'refused'; readonly tradeId: TradeId }
  | (FillTerms & { readonly state: 'reserved' | 'released' })
  | (FillTerms & { readonly state: 'settled'; readonly fee: Usdt; readonly feeRate: Rate | undefined });

interface FillTerms {
  readonly tradeId: TradeId;
  readonly counterOrderId: OrderId;
  readonly amount: Usdt;
}

export interface PlacedOrder {
  readonly phase: OrderPhase;
  readonly orderId: OrderId;
  readonly side: Side;
  readonly memberId: MemberId;
  readonly krwAmount: Krw;
  readonly price: Price;
  /** When it was placed, as its event says: of two orders the earlier one is the maker. */
  readonly placedAt: string;
  readonly quantities: OrderQuantities;
  /** In the order in which the trades came. */
  readonly fills: readonly OrderFill[];
  /** Fees taken so far, of a sell order. */
  readonly feesTaken: Usdt;
}

export type Order = { readonly phase: 'none' } | PlacedOrder;

/** How many matches one order may have had. Keeps every stream, and every decision, small. */
export const maxFills = 1_000;

export const fillOf = (order: PlacedOrder, tradeId: TradeId): OrderFill | undefined =>
  order.fills.find((fill) => fill.tradeId === tradeId);

/** The order as screens name it. */
export const orderNow = (order: PlacedOrder, revision: number): OrderNow => ({
  orderId: order.orderId,
  side: order.side,
  status: statusOf(order),
  open: order.quantities.open,
  revision,
});

export const statusOf = ({ side, phase, quantities }: PlacedOrder) => orderStatus(side, phase, quantities);

export const orderDecider: Decider<Order, OrderEvent> = {
  initial: { phase: 'none' },
  owns: (event: LedgerEvent): event is OrderEvent => Object.hasOwn(orderEventSchemas, event.type),
  evolve: (order, event, at) => {
    const next = evolve(order, event, at);
    assertQuantities(next);
    return next;
  },
};

function evolve(order: Order, event: OrderEvent, at: string): PlacedOrder {
  if (event.type === 'OrderPlaced') {
    invariant(order.phase === 'none', `order ${event.data.orderId} is placed once`);
    return placed(event.data, at);
  }
  invariant(order.phase !== 'none', `order ${event.data.orderId} is placed first`);
  invariant(order.orderId === event.data.orderId, `order ${order.orderId} keeps to its stream`);
  // Terminal states absorb (docs/ledger.md, invariant 5), and a pending order is only ever decided upon.
  const decides = event.type === 'OrderApproved' || event.type === 'OrderRejected';
  const follows = order.phase === 'open' ? !decides : order.phase === 'pending' && canFollowPending(event);
  invariant(follows, `order ${order.orderId}: ${event.type} does not follow ${order.phase}`);
  switch (event.type) {
    case 'OrderApproved':
      return { ...order, phase: 'open' };
    case 'OrderRejected':
      return { ...order, phase: 'rejected' };
    case 'OrderCancelled':
      return cancelled(order, event.data.withdrawn);
    case 'FillReserved':
      return reserved(order, event.data);
    case 'FillRefused':
      invariant(fillOf(order, event.data.tradeId) === undefined, 'only a trade not seen is refused');
      return remember(order, { state: 'refused', tradeId: event.data.tradeId });
    case 'FillReleased':
      return released(order, event.data.tradeId, event.data.amount);
    case 'FillSettled':
      return settled(order, event.data);
    case 'OrderCompleted':
      return { ...order, phase: 'completed' };
    default:
      return event satisfies never;
  }
}

const canFollowPending = ({ type }: OrderEvent): boolean =>
  type === 'OrderApproved' || type === 'OrderRejected' || type === 'OrderCancelled';

type DataOf<Type extends OrderEvent['type']> = Extract<OrderEvent, { type: Type }>['data'];

const placed = (data: DataOf<'OrderPlaced'>, placedAt: string): PlacedOrder => ({
  phase: 'pending',
  orderId: data.orderId,
  side: data.side,
  memberId: data.memberId,
  krwAmount: data.krwAmount,
  price: data.price,
  placedAt,
  quantities: {
    amount: data.amount,
    open: data.amount,
    reserved: zeroUsdt,
    settled: zeroUsdt,
    withdrawn: zeroUsdt,
  },
  fills: [],
  feesTaken: zeroUsdt,
});

function cancelled(order: PlacedOrder, withdrawn: Usdt): PlacedOrder {
  const open = subtractUsdt(order.quantities.open, withdrawn);
  return { ...order, phase: 'cancelled', quantities: { ...order.quantities, open, withdrawn } };
}

function reserved(order: PlacedOrder, data: DataOf<'FillReserved'>): PlacedOrder {
  const { tradeId, counterOrderId, amount } = data;
  invariant(fillOf(order, tradeId) === undefined, `trade ${tradeId} reserves once`);
  const { quantities } = order;
  return {
    ...remember(order, { state: 'reserved', tradeId, counterOrderId, amount }),
    quantities: {
      ...quantities,
      open: subtractUsdt(quantities.open, amount),
      reserved: addUsdt(quantities.reserved, amount),
    },
  };
}

function released(order: PlacedOrder, tradeId: TradeId, amount: Usdt): PlacedOrder {
  const fill = reservedFill(order, tradeId, amount);
  const { quantities } = order;
  return {
    ...replace(order, { ...fill, state: 'released' }),
    quantities: {
      ...quantities,
      open: addUsdt(quantities.open, amount),
      reserved: subtractUsdt(quantities.reserved, amount),
    },
  };
}

function settled(order: PlacedOrder, data: DataOf<'FillSettled'>): PlacedOrder {
  const { tradeId, amount, feeRate, fee = zeroUsdt } = data;
  const fill = reservedFill(order, tradeId, amount);
  const { quantities } = order;
  return {
    ...replace(order, { ...fill, state: 'settled', fee, feeRate }),
    quantities: {
      ...quantities,
      reserved: subtractUsdt(quantities.reserved, amount),
      settled: addUsdt(quantities.settled, amount),
    },
    feesTaken: addUsdt(order.feesTaken, fee),
  };
}

function reservedFill(order: PlacedOrder, tradeId: TradeId, amount: Usdt): FillTerms {
  const fill = fillOf(order, tradeId);
  invariant(fill?.state === 'reserved', `trade ${tradeId} holds a reservation`);
  invariant(compareMoney(fill.amount, amount) === 0, `trade ${tradeId} moves what it reserved`);
  return { tradeId, counterOrderId: fill.counterOrderId, amount };
}

const remember = (order: PlacedOrder, fill: OrderFill): PlacedOrder => ({
  ...order,
  fills: [...order.fills, fill],
});

const replace = (order: PlacedOrder, fill: OrderFill): PlacedOrder => ({
  ...order,
  fills: order.fills.map((known) => (known.tradeId === fill.tradeId ? fill : known)),
});

/** amount = open + reserved + settled + withdrawn (docs/ledger.md, invariant 1); below zero is impossible by type. */
function assertQuantities({ orderId, phase, quantities }: PlacedOrder): void {
  const { amount, open, reserved, settled, withdrawn } = quantities;
  const sum = addUsdt(open, reserved, settled, withdrawn);
  invariant(compareMoney(sum, amount) === 0, `the quantities of order ${orderId} add up to its amount`);
  const finished = phase === 'completed' || phase === 'cancelled';
  invariant(
    !finished || !isPositive(addUsdt(open, reserved)),
    `order ${orderId} has nothing left when it is ${phase}`,
  );
}
