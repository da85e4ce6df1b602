import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import {
  addUsdt,
  compareMoney,
  isPositive,
  subtractUsdt,
  type Usdt,
  zeroUsdt,
} from '@matgyo/contracts/money';
import type { OrderPhase, OrderQuantities } from '@matgyo/contracts/order-status';
import { invariant } from '../invariant.ts';

/** The state of an order: phase, quantities, and the fees taken on settled fills. Read models store it. */
export interface OrderState extends OrderQuantities {
  readonly phase: OrderPhase;
  readonly fee: Usdt;
}

export type OrderMove = Exclude<OrderEvent, { type: 'OrderPlaced' }>;

export const placedOrderState = (amount: Usdt): OrderState => ({
  phase: 'pending',
  amount,
  open: amount,
  reserved: zeroUsdt,
  settled: zeroUsdt,
  withdrawn: zeroUsdt,
  fee: zeroUsdt,
});

/**
 * The order's state after one more event: the only implementation, for its decider and every read model. Other fields
 * of `before` are kept. Throws `InvariantBroken` when the event cannot follow (docs/ledger.md, invariants 1 and 5).
 */
export function evolveOrderState<State extends OrderState>(before: State, event: OrderMove): State {
  const { orderId } = event.data;
  invariant(
    canFollow(before.phase, event),
    `order ${orderId}: ${event.type} does not follow ${before.phase}`,
  );
  const after = { ...before, ...changesOf(before, event) };
  const { amount, open, reserved, settled, withdrawn, phase } = after;
  const sum = addUsdt(open, reserved, settled, withdrawn);
  invariant(compareMoney(sum, amount) === 0, `the quantities of order ${orderId} add up to its amount`);
  const isFinished = phase === 'completed' || phase === 'cancelled';
  const hasRest = isFinished && isPositive(addUsdt(open, reserved));
  invariant(!hasRest, `order ${orderId} has nothing left when it is ${phase}`);
  return after;
}

/** Terminal states are final, and a pending order can only be reviewed or withdrawn. */
function canFollow(phase: OrderPhase, { type }: OrderMove): boolean {
  const isReview = type === 'OrderApproved' || type === 'OrderRejected';
  if (phase === 'pending') return isReview || type === 'OrderCancelled';
  return phase === 'open' && !isReview;
}

function changesOf(order: OrderState, event: OrderMove): Partial<OrderState> {
  switch (event.type) {
    case 'OrderApproved':
      return { phase: 'open' };
    case 'OrderRejected':
      return { phase: 'rejected' };
    case 'OrderCancelled': {
      const { withdrawn } = event.data;
      return { phase: 'cancelled', open: subtractUsdt(order.open, withdrawn), withdrawn };
    }
    case 'FillReserved': {
      const { amount } = event.data;
      return { open: subtractUsdt(order.open, amount), reserved: addUsdt(order.reserved, amount) };
    }
    case 'FillRefused':
      return {};
    case 'FillReleased': {
      const { amount } = event.data;
      return { open: addUsdt(order.open, amount), reserved: subtractUsdt(order.reserved, amount) };
    }
    case 'FillSettled': {
      const { amount, released = zeroUsdt, fee = zeroUsdt } = event.data;
      return {
        open: addUsdt(order.open, released),
        reserved: subtractUsdt(order.reserved, addUsdt(amount, released)),
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
