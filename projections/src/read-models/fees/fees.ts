import { kstDay } from '@matgyo/contracts/kst';
import type { ReadModel } from '../../read-model.ts';
import { movement, movesNothing } from '../trade-events.ts';
import { feesTable } from './tables.ts';

/** The fee book: one row per completed trade and one per reversal, each from its event alone. */
export const fees: ReadModel = {
  name: 'fees',
  version: 3,
  streams: ['trade-'],
  ignores: movesNothing,
  tables: [feesTable],
  needs: [],
  fold(logged, rows) {
    const trade = movement(logged);
    if (trade === undefined) return [];
    const { id, position, metadata } = logged.recorded;
    rows.append(feesTable, {
      event_id: id,
      kind: trade.kind,
      position,
      trade_id: trade.tradeId,
      sell_order_id: trade.sellOrderId,
      buy_order_id: trade.buyOrderId,
      seller_id: trade.sellerId,
      buyer_id: trade.buyerId,
      referral_code: trade.sellerReferralCode,
      amount: trade.amount,
      price: trade.price,
      krw: trade.krw,
      fee_rate: trade.feeRate,
      fee_rule: trade.feeRule,
      fee: trade.fee,
      at: metadata.at,
      day: kstDay(metadata.at),
    });
    return ['fees'];
  },
};
