import { randomBytes, randomUUID } from 'node:crypto';
import type { NewEvent, StreamAppend } from '@matgyo/event-store/event-log';

export const newId = (): string => randomBytes(12).toString('hex');

export function event(type: string, data: Readonly<Record<string, unknown>>): NewEvent {
  const commandId = randomUUID();
  return {
    id: randomUUID(),
    type,
    data,
    metadata: {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actorId: 'bench',
      actorRole: 'system',
      at: new Date().toISOString(),
      schemaVersion: 1,
    },
  };
}

const terms = { amount: '714.2857', price: '1400', krw: '1000000' };
const { amount, price, krw } = terms;

export const placed = (orderId: string, side: 'sell' | 'buy', memberId: string): NewEvent =>
  event('OrderPlaced', { orderId, side, memberId, amount, krwAmount: krw, price, priceRevision: 0 });

export const registered = (memberId: string): NewEvent =>
  event('MemberRegistered', { memberId, referralCode: null, inviteCode: memberId.slice(0, 10) });

export const stream = (name: string, events: readonly NewEvent[]): StreamAppend => ({
  stream: name,
  expected: 'no-stream',
  events,
});

/** The streams of two orders that were matched and completed: 5 + 5 + 4 events. */
export function completedPair(sellerId: string, buyerId: string): readonly StreamAppend[] {
  const [sellOrderId, buyOrderId, tradeId] = [newId(), newId(), newId()];
  const order = (
    orderId: string,
    side: 'sell' | 'buy',
    memberId: string,
    counterOrderId: string,
    fee: object,
  ) =>
    stream(`order-${orderId}`, [
      placed(orderId, side, memberId),
      event('OrderApproved', { orderId }),
      event('FillReserved', { orderId, tradeId, counterOrderId, amount }),
      event('FillSettled', { orderId, tradeId, amount, ...fee }),
      event('OrderCompleted', { orderId }),
    ]);
  const agreed = {
    tradeId,
    sellOrderId,
    buyOrderId,
    sellerId,
    buyerId,
    ...terms,
    feeRate: '0.01',
    feeRule: 'cumulative-v1',
  };
  const sellerReferralCode = 'MATGYO1';
  const fee = { fee: '7.1429', feeRate: '0.01' };
  return [
    order(sellOrderId, 'sell', sellerId, buyOrderId, fee),
    order(buyOrderId, 'buy', buyerId, sellOrderId, {}),
    stream(`trade-${tradeId}`, [
      event('TradeProposed', agreed),
      event('TradeMatched', { tradeId }),
      event('TradeCompleting', { tradeId, sellerReferralCode }),
      event('TradeCompleted', { ...agreed, fee: fee.fee, sellerReferralCode }),
    ]),
  ];
}
