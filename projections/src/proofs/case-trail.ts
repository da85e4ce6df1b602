import type { CaseFileState } from '@matgyo/contracts/case-file';
import { toLedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { Side } from '@matgyo/contracts/ids';
import { orderStatus } from '@matgyo/ledger/order/status';
import { ImpossibleEvent } from '../read-model.ts';
import { evolveOrder, isOrderEvent, type OrderState, placedOrder } from '../read-models/order-state.ts';

/** An event as a case file has it. */
interface CaseEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: object;
}

/**
 * The order as it stood after each event of its own and of its trades, which come in the order of the log. An event of a
 * trade moves nothing by itself: what it moves are the order's own events beside it.
 *
 * @throws ImpossibleEvent, UnreadableEvent for events that no order can have had
 */
export function caseTrail(side: Side, events: readonly CaseEvent[]): readonly CaseFileState[] {
  let order: OrderState | undefined;
  return events.map(({ id, type, data, metadata }) => {
    const schemaVersion = 'schemaVersion' in metadata ? Number(metadata.schemaVersion) : Number.NaN;
    const event = toLedgerEvent({ type, data, schemaVersion });
    if (isOrderEvent(event)) {
      if (event.type === 'OrderPlaced') order = placedOrder(event.data.amount);
      else if (order !== undefined) order = evolveOrder(order, event);
    }
    if (order === undefined) throw new ImpossibleEvent(`${type} before the order was placed`);
    const { phase, open, reserved, settled, withdrawn, fee } = order;
    const status = orderStatus(side, phase, order);
    return { eventId: id, status, open, reserved, settled, withdrawn, feeTotal: fee };
  });
}
