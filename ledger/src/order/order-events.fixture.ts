import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price, Rate, Usdt } from '@matgyo/contracts/money';

/* The events of one order's stream, and inputs of its decisions. */

export const orderId = 'a'.repeat(24) as OrderId;
export const memberId = 'e'.repeat(24) as MemberId;
export const counter = (digit: string) => digit.repeat(24) as OrderId;
export const trade = (digit: string) => digit.repeat(24) as TradeId;
export const usdt = (text: string) => text as Usdt;
export const feeRate = '0.01' as Rate;
export const reason = 'REQUESTED';

export const placed = (side: 'sell' | 'buy' = 'sell', amount = '10.0000'): OrderEvent => ({
  type: 'OrderPlaced',
  data: {
    orderId,
    side,
    memberId,
    priceRevision: 0,
    amount: usdt(amount),
    krwAmount: '14000' as Krw,
    price: '1400' as Price,
  },
});
export const approved: OrderEvent = { type: 'OrderApproved', data: { orderId } };
export const reserved = (tradeId: TradeId, amount: string, counterOrderId = counter('b')): OrderEvent => ({
  type: 'FillReserved',
  data: { orderId, tradeId, counterOrderId, amount: usdt(amount) },
});
export const settled = (tradeId: TradeId, amount: string, fee?: string): OrderEvent => ({
  type: 'FillSettled',
  data: { orderId, tradeId, amount: usdt(amount), ...(fee && { fee: usdt(fee), feeRate }) },
});
export const settledPart = (tradeId: TradeId, amount: string, rest: string, fee?: string): OrderEvent => {
  const data = { orderId, tradeId, amount: usdt(amount), released: usdt(rest) };
  return { type: 'FillSettled', data: { ...data, ...(fee && { fee: usdt(fee), feeRate }) } };
};
export const released = (tradeId: TradeId, amount: string): OrderEvent => ({
  type: 'FillReleased',
  data: { orderId, tradeId, amount: usdt(amount), reason },
});
export const refused = (tradeId: TradeId): OrderEvent => ({
  type: 'FillRefused',
  data: { orderId, tradeId, reason },
});
export const completed: OrderEvent = { type: 'OrderCompleted', data: { orderId } };
export const rejected: OrderEvent = { type: 'OrderRejected', data: { orderId, reason } };
export const cancelled = (withdrawn: string, by: 'owner' | 'admin' = 'admin'): OrderEvent => ({
  type: 'OrderCancelled',
  data: { orderId, by, withdrawn: usdt(withdrawn), reason },
});
export const fillInput = (tradeId: TradeId, amount: string, counterOrderId = counter('b')) => ({
  tradeId,
  counterOrderId,
  amount: usdt(amount),
});
