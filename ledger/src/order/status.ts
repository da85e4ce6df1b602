import type { Side } from '@matgyo/contracts/ids';
import { compareMoney, isZero } from '@matgyo/contracts/money';
import type { OrderPhase, OrderQuantities, OrderStatus } from '@matgyo/contracts/order-status';

/** The displayed status, derived from phase and quantities here only. */
export function orderStatus(side: Side, phase: OrderPhase, quantities: OrderQuantities): OrderStatus {
  switch (phase) {
    case 'pending':
      return 'Pending Approval';
    case 'open':
      return openStatus(side, quantities);
    case 'completed':
      return completed(side);
    case 'rejected':
      return 'Rejected';
    case 'cancelled':
      return 'Cancelled';
    default:
      return phase satisfies never;
  }
}

/**
 * The status to show for a state in a trail. After the last settlement nothing is left to match, but until the next
 * event the derived status is `Partially Matched`, which signed case files state.
 */
export const shownStatus = (
  side: Side,
  { status, open, reserved }: Pick<OrderQuantities, 'open' | 'reserved'> & { readonly status: OrderStatus },
): OrderStatus =>
  status === 'Partially Matched' && isZero(open) && isZero(reserved) ? completed(side) : status;

const completed = (side: Side): OrderStatus => (side === 'sell' ? 'Sale Completed' : 'Buy Completed');

function openStatus(side: Side, { amount, open, reserved }: OrderQuantities): OrderStatus {
  if (compareMoney(open, amount) === 0) return side === 'sell' ? 'On Sale' : 'Waiting for Buy';
  if (isZero(open) && !isZero(reserved)) return 'In Progress';
  return 'Partially Matched';
}
