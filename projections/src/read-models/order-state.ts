import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import { type OrderEvent, orderEventSchemas } from '@matgyo/contracts/events/order-events';
import { addUsdt, compareMoney, subtractUsdt, type Usdt, zeroUsdt } from '@matgyo/contracts/money';
import type { OrderPhase, OrderQuantities } from '@matgyo/contracts/order-status';
import { ImpossibleEvent } from '../read-model.ts';

/** Where an order stands: phase, quantities, and the fee taken on what was settled. */
export interface OrderState extends OrderQuantities {
  readonly phase: OrderPhase;
  readonly fee: Usdt;
}

export const isOrderEvent = (event: LedgerEvent): event is OrderEvent =>
  Object.hasOwn(orderEventSchemas, event.type);

export function placedOrder(amount: Usdt): OrderState {
  return {
    phase: 'pending',
    amount,
    open: amount,
    reserved: zeroUsdt,
    settled: zeroUsdt,
    withdrawn: zeroUsdt,
    fee: zeroUsdt,
  };
}

/** An order after a later event of its stream. Throws when its quantities would no longer add up (invariant 1). */
export function evolveOrder<State extends OrderState>(
  state: State,
  event: Exclude<OrderEvent, { type: 'OrderPlaced' }>,
): State {
  const evolved = { ...state, ...changesOf(state, event) };
  const { amount, open, reserved, settled, withdrawn } = evolved;
  if (compareMoney(addUsdt(open, reserved, settled, withdrawn), amount) !== 0)
    throw new ImpossibleEvent(`the quantities of order ${event.data.orderId} no longer add up`);
  return evolved;
}

function changesOf(
  order: OrderState,
  event: Exclude<OrderEvent, { type: 'OrderPlaced' }>,
): Partial<OrderState> {
  switch (event.type) {
    case 'OrderApproved':
      return { phase: 'open' };
    case 'OrderRejected':
      return { phase: 'rejected' };
    case 'OrderCancelled': {
      const { withdrawn } = event.data;
      return {
        phase: 'cancelled',
        open: subtractUsdt(order.open, withdrawn),
        withdrawn: addUsdt(order.withdrawn, withdrawn),
      };
    }
    case 'FillReserved': {
      const { amount } = event.data;
      return { open: subtractUsdt(order.open, amount), reserved: addUsdt(order.reserved, amount) };
    }
    case 'FillRefused':
      return {};
    case 'FillReleased': {
      const { amount } = event.data;
      return { reserved: subtractUsdt(order.reserved, amount), open: addUsdt(order.open, amount) };
    }
    case 'FillSettled': {
      const { amount, fee = zeroUsdt } = event.data;
      return {
        reserved: subtractUsdt(order.reserved, amount),
        settled: addUsdt(order.settled, amount),
        fee: addUsdt(order.fee, fee),
      };
    }
    case 'OrderCompleted':
      return { phase: 'completed' };
    default:
      return event satisfies never;
  }
}
