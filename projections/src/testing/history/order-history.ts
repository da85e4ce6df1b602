import type { MemberId, OrderId, Side } from '@matgyo/contracts/ids';
import { type Krw, type Price, type Usdt, usdtFor, zeroUsdt } from '@matgyo/contracts/money';
import { orderStream } from '@matgyo/contracts/streams';
import type { SettledFill } from '@matgyo/ledger/fees';
import { AccountHistory } from './account-history.ts';

export interface Order {
  readonly id: OrderId;
  readonly side: Side;
  readonly memberId: MemberId;
  readonly price: Price;
  phase: 'pending' | 'open' | 'closed';
  open: Usdt;
  reserved: Usdt;
  readonly settled: SettledFill[];
  fees: Usdt;
}

/** Orders until they are matched. */
export class OrderHistory extends AccountHistory {
  readonly orders: Order[] = [];

  place(side: Side, memberId: MemberId, krw: string): Order {
    const price = this.prices.at(-1);
    if (price === undefined) throw new Error('no price yet');
    const amount = usdtFor(krw as Krw, price);
    const id = this.id() as OrderId;
    const order: Order = {
      id,
      side,
      memberId,
      price,
      phase: 'pending',
      open: amount,
      reserved: zeroUsdt,
      settled: [],
      fees: zeroUsdt,
    };
    this.orders.push(order);
    const priceRevision = this.prices.length - 1;
    const data = { orderId: id, side, memberId, amount, krwAmount: krw as Krw, price, priceRevision };
    this.append(orderStream(id), 'member', [{ type: 'OrderPlaced', data }], memberId);
    return order;
  }

  /** Places and approves an order. */
  openOrder(side: Side, memberId: MemberId, krw: string): Order {
    const order = this.place(side, memberId, krw);
    this.approve(order);
    return order;
  }

  approve(order: Order): void {
    order.phase = 'open';
    this.append(orderStream(order.id), 'admin', [{ type: 'OrderApproved', data: { orderId: order.id } }]);
  }

  reject(order: Order, reason = 'NOT_ACCEPTED'): void {
    order.phase = 'closed';
    const data = { orderId: order.id, reason };
    this.append(orderStream(order.id), 'admin', [{ type: 'OrderRejected', data }]);
  }

  cancelOrder(order: Order): void {
    const by = order.phase === 'pending' ? 'owner' : 'admin';
    const data = { orderId: order.id, by, withdrawn: order.open, reason: 'CHANGED_MIND' } as const;
    order.phase = 'closed';
    order.open = zeroUsdt;
    const [role, actor] = by === 'owner' ? (['member', order.memberId] as const) : (['admin'] as const);
    this.append(orderStream(order.id), role, [{ type: 'OrderCancelled', data }], actor);
  }
}
