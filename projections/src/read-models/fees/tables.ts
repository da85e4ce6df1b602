import type { MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price, Rate, Usdt } from '@matgyo/contracts/money';
import { columnKinds, nullable, type TableShape, type Timestamp } from '../../table-shape.ts';
import type { Movement } from '../trade-events.ts';

/** `read_fees.fees`: one row per completed trade and one per reversal, never changed afterwards. */
export interface FeesTable {
  /** The TradeCompleted or TradeReversed that the row was made from. */
  event_id: string;
  /** A reversal's amount, won and fee are negative. */
  kind: Movement['kind'];
  /** In log order; never shown. */
  position: string;
  trade_id: TradeId;
  sell_order_id: OrderId;
  buy_order_id: OrderId;
  seller_id: MemberId;
  buyer_id: MemberId;
  /** The seller's code when the trade was completed. */
  referral_code: string | null;
  amount: Usdt;
  price: Price;
  krw: Krw;
  fee_rate: Rate;
  fee_rule: string;
  fee: Usdt;
  at: Timestamp;
  /** YYYY-MM-DD in Korea. */
  day: string;
}

const { text, uuid, usdt, decimal, timestamp } = columnKinds;

export const feesTable: TableShape<FeesTable> = {
  name: 'fees',
  columns: {
    event_id: uuid,
    kind: text,
    position: text,
    trade_id: text,
    sell_order_id: text,
    buy_order_id: text,
    seller_id: text,
    buyer_id: text,
    referral_code: nullable(text),
    amount: usdt,
    price: decimal,
    krw: decimal,
    fee_rate: decimal,
    fee_rule: text,
    fee: usdt,
    at: timestamp,
    day: text,
  },
  key: ['event_id'],
  indexes: ['(day, position)', '(referral_code, day, position)', '(position)', '(fee_rule, position)'],
};
