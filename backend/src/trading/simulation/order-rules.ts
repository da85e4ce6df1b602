import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { Books, DataOf, FillAccount, OrderAccount } from './books.ts';
import { feeDue, unitsOf } from './exact-units.ts';
import { must } from './violation.ts';

/** Enters an order's event into the books. Throws `Violation` when it breaks a rule. */
export function enterOrderEvent(books: Books, event: OrderEvent): void {
  const { orderId } = event.data;
  if (event.type === 'OrderPlaced') {
    must(!books.orders.has(orderId), 5, `order ${orderId} is placed once`);
    books.orders.set(orderId, newAccount(event.data));
    return;
  }
  const order = books.orders.get(orderId);
  must(order !== undefined, 5, `order ${orderId} is placed first`);
  const lives = order.phase === 'pending' || order.phase === 'open';
  must(lives, 5, `${event.type} happens to order ${orderId}, which is ${order.phase}`);
  apply(books, order, event);
  const parts = [order.open, order.reserved, order.settled, order.withdrawn];
  const negative = parts.some((part) => part < 0n);
  must(!negative, 1, `a quantity of order ${orderId} is negative after ${event.type}`);
  must(parts.reduce((sum, part) => sum + part) === order.amount, 1, `order ${orderId} adds up`);
}

const newAccount = (data: DataOf<'OrderPlaced'>): OrderAccount => ({
  side: data.side,
  memberId: data.memberId,
  amount: unitsOf(data.amount),
  phase: 'pending',
  open: unitsOf(data.amount),
  reserved: 0n,
  settled: 0n,
  withdrawn: 0n,
  fees: 0n,
  feeBasis: 0n,
  fills: new Map(),
});

function apply(books: Books, order: OrderAccount, event: Exclude<OrderEvent, { type: 'OrderPlaced' }>): void {
  switch (event.type) {
    case 'OrderApproved':
      must(order.phase === 'pending', 5, 'an order is approved once');
      order.phase = 'open';
      break;
    case 'OrderRejected':
      must(order.phase === 'pending', 5, 'an order is rejected only while it is pending');
      order.phase = 'rejected';
      break;
    case 'OrderCancelled':
      must(order.reserved === 0n, 2, 'an order is cancelled only with nothing in a match');
      order.withdrawn = unitsOf(event.data.withdrawn);
      order.open -= order.withdrawn;
      order.phase = 'cancelled';
      break;
    case 'OrderCompleted':
      must(order.open + order.reserved === 0n, 1, 'an order is completed when nothing is left');
      order.phase = 'completed';
      break;
    case 'FillReserved':
      reserve(books, order, event.data);
      break;
    case 'FillRefused':
      refuse(books, order, event.data);
      break;
    case 'FillReleased':
      release(books, order, event.data);
      break;
    case 'FillSettled':
      settle(books, order, event.data);
      break;
    default:
      event satisfies never;
  }
}

function reserve(books: Books, order: OrderAccount, data: DataOf<'FillReserved'>): void {
  const { tradeId, counterOrderId } = data;
  const state = books.trades.get(tradeId)?.state;
  must(order.phase === 'open', 4, `an order is approved before trade ${tradeId} reserves`);
  must(state === 'proposed' || state === 'rejecting', 9, `trade ${tradeId} reserves while it is ${state}`);
  must(!order.fills.has(tradeId), 2, `trade ${tradeId} is in an order once`);
  const isLive = (fill: FillAccount) => fill.state === 'reserved' && fill.counterOrderId === counterOrderId;
  const isOnly = order.side === 'buy' || ![...order.fills.values()].some(isLive);
  must(isOnly, 2, `trade ${tradeId} is the only live one of its pair`);
  const amount = unitsOf(data.amount);
  order.open -= amount;
  order.reserved += amount;
  order.fills.set(tradeId, { state: 'reserved', amount, counterOrderId, fee: 0n });
}

function refuse(books: Books, order: OrderAccount, { tradeId }: DataOf<'FillRefused'>): void {
  const state = books.trades.get(tradeId)?.state;
  const decided = state === 'rejecting' || !books.judgesSteps;
  must(decided, 2, `trade ${tradeId} is refused while it is ${state}`);
  must(!order.fills.has(tradeId), 2, `trade ${tradeId} is refused only where it is not known`);
  order.fills.set(tradeId, { state: 'refused', amount: 0n, counterOrderId: '', fee: 0n });
}

function release(books: Books, order: OrderAccount, data: DataOf<'FillReleased'>): void {
  const { tradeId } = data;
  const state = books.trades.get(tradeId)?.state;
  const decided = state === 'rejecting' || state === 'cancelling' || !books.judgesSteps;
  must(decided, 2, `trade ${tradeId} releases while it is ${state}`);
  const fill = reservedFill(order, data);
  fill.state = 'released';
  order.open += fill.amount;
  order.reserved -= fill.amount;
}

function settle(books: Books, order: OrderAccount, data: DataOf<'FillSettled'>): void {
  const { tradeId } = data;
  const trade = books.trades.get(tradeId);
  must(trade?.state === 'completing', 2, `trade ${tradeId} settles while it is ${trade?.state}`);
  const fill = reservedFill(order, data);
  fill.state = 'settled';
  fill.fee = data.fee === undefined ? 0n : unitsOf(data.fee);
  order.reserved -= fill.amount;
  order.settled += fill.amount;
  order.fees += fill.fee;
  must((data.fee === undefined) === (order.side === 'buy'), 3, 'the seller bears the fee');
  if (order.side === 'buy') return;
  const due = feeDue(order.feeBasis, fill.amount, trade.terms.feeRate);
  order.feeBasis = due.basis;
  must(order.fees === due.units, 3, 'many fills cost what one large fill costs');
}

function reservedFill(
  order: OrderAccount,
  { tradeId, amount }: { readonly tradeId: string; readonly amount: string },
): FillAccount {
  const fill = order.fills.get(tradeId);
  must(fill?.state === 'reserved', 2, `trade ${tradeId} holds a reservation, it does not: ${fill?.state}`);
  must(fill.amount === unitsOf(amount), 2, `trade ${tradeId} moves what it reserved`);
  return fill;
}
