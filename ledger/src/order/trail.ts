import type { CaseFileState } from '@matgyo/contracts/case-file';
import { isOrderEvent, toLedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { Side } from '@matgyo/contracts/ids';
import { invariant } from '../invariant.ts';
import { evolveOrderState, type OrderState, placedOrderState } from './order-state.ts';
import { orderStatus } from './status.ts';

export interface TrailEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: object;
}

/**
 * The order's state after each event of its own and of its trades, given in log order. A trade's event does not change
 * the order by itself: its effects are the order's own events.
 *
 * Throws `InvariantBroken` or `UnreadableEvent` for impossible events.
 */
export function orderTrail(side: Side, events: readonly TrailEvent[]): readonly CaseFileState[] {
  let order: OrderState | undefined;
  return events.map(({ id, type, data, metadata }) => {
    const schemaVersion = 'schemaVersion' in metadata ? Number(metadata.schemaVersion) : Number.NaN;
    const event = toLedgerEvent({ type, data, schemaVersion });
    order = isOrderEvent(event) ? stateAfter(order, event) : order;
    invariant(order !== undefined, `${event.type} comes after the order was placed`);
    const { phase, open, reserved, settled, withdrawn, fee } = order;
    const status = orderStatus(side, phase, order);
    return { eventId: id, status, open, reserved, settled, withdrawn, feeTotal: fee };
  });
}

function stateAfter(before: OrderState | undefined, event: OrderEvent): OrderState {
  if (event.type === 'OrderPlaced') return placedOrderState(event.data.amount);
  invariant(before !== undefined, `order ${event.data.orderId} is placed first`);
  return evolveOrderState(before, event);
}
