import type { MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price, Rate } from '@matgyo/contracts/money';
import { columnKinds, nullable, tableShape } from '../../table-shape.ts';
import type { Movement } from '../trade-events.ts';

const { text, uuid, usdt, decimal, timestamp } = columnKinds;

/** `read_fees.fees`: one row per completed trade and one per reversal, never changed afterwards. */
export const feesTable = tableShape({
  name: 'fees',
  columns: {
    /** The TradeCompleted or TradeReversed that the row was made from. */
    event_id: uuid(),
    /** A reversal's amount, won and fee are negative. */
    kind: text<Movement['kind']>(),
    /** In log order; never shown. */
    position: text(),
    trade_id: text<TradeId>(),
    sell_order_id: text<OrderId>(),
    buy_order_id: text<OrderId>(),
    seller_id: text<MemberId>(),
    buyer_id: text<MemberId>(),
    /** The seller's code when the trade was completed. */
    referral_code: nullable(text()),
    amount: usdt(),
    price: decimal<Price>(),
    krw: decimal<Krw>(),
    fee_rate: decimal<Rate>(),
    fee_rule: text(),
    fee: usdt(),
    at: timestamp(),
    /** YYYY-MM-DD in Korea. */
    day: text(),
  },
  key: ['event_id'],
  indexes: ['(day, position)', '(referral_code, day, position)', '(position)', '(fee_rule, position)'],
});
