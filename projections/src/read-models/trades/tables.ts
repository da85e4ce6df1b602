import type { AppealOutcome, CaseParty, RulingOutcome } from '@matgyo/contracts/cases';
import type { CaseId, MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price, Rate, Usdt } from '@matgyo/contracts/money';
import type { levelsStream } from '@matgyo/contracts/streams';
import type { TradeState } from '@matgyo/ledger/trade/trade';
import { columnKinds, nullable, type TableShape, type Timestamp } from '../../table-shape.ts';

/** `read_trades.trades`: one row per trade, from its proposal on. */
export interface TradesTable {
  trade_id: TradeId;
  sell_order_id: OrderId;
  buy_order_id: OrderId;
  seller_id: MemberId;
  buyer_id: MemberId;
  amount: Usdt;
  price: Price;
  krw: Krw;
  fee_rate: Rate;
  fee_rule: string;
  /** The settled fee; null until completed. */
  fee: Usdt | null;
  /** Live: any status but rejected, completed, reversed and cancelled. */
  status: TradeState;
  /** Rejected, completed, reversed or cancelled: final for the trade process. */
  finished: boolean;
  proposed_at: Timestamp;
  matched_at: Timestamp | null;
  finished_at: Timestamp | null;
  /** When it was reversed. */
  reversed_at: Timestamp | null;
  updated_at: Timestamp;
  /**
   * Minutes the parties took to mark the won as sent and as received; null until completed, once reversed, and where an
   * admin marked.
   */
  pay_minutes: number | null;
  confirm_minutes: number | null;
  /** Why it was rejected, cancelled or reversed. */
  reason: string | null;
  /** SHA-256 of the grounds for its reversal. */
  grounds: string | null;
  /** The marks, and the window of the next step, as JSON; null until matched. */
  payment: string | null;
  /** Its cases as JSON, and the id of the open one; null until matched, and when none is open. */
  cases: string | null;
  case_id: CaseId | null;
  /** The pending consent, as JSON; null where none is pending. */
  consent: string | null;
  /** When the offer expires; null where none is pending. */
  offered_until: Timestamp | null;
  /** Minutes for the next step, fixed when it began; null where none is awaited. */
  window_minutes: number | null;
  /** End of the current window; null when none runs or it has expired. */
  window_until: Timestamp | null;
  /** The window of the next step has expired. */
  overdue: boolean;
  /** Signature named for the USDT transaction, until its check is recorded or the trade ends. */
  unchecked_signature: string | null;
  /** Revision of the trade's stream. */
  revision: number;
}

/** `read_trades.cases`: one row per case. */
export interface CasesTable {
  case_id: CaseId;
  trade_id: TradeId;
  sell_order_id: OrderId;
  buy_order_id: OrderId;
  seller_id: MemberId;
  buyer_id: MemberId;
  reason: string;
  opened_by: CaseParty;
  opened_at: Timestamp;
  status: 'open' | 'withdrawn' | 'ruled';
  /** The admin who has taken it. */
  admin_id: MemberId | null;
  outcome: RulingOutcome | null;
  closed_at: Timestamp | null;
  /** Against whom the ruling was; counted among their lost cases unless it is overturned. */
  lost_by: Side | null;
  appeal: 'open' | AppealOutcome | null;
  statements: number;
  updated_at: Timestamp;
  /** Revision of the trade's stream. */
  revision: number;
}

/** `read_trades.matched_orders`: one row per order with at least one match, for the matched-order records. */
export interface MatchedOrdersTable {
  order_id: OrderId;
  side: Side;
  member_id: MemberId;
  matches: number;
  latest_trade_id: TradeId;
  first_matched_at: Timestamp;
  latest_matched_at: Timestamp;
}

/** `read_trades.standings`: one row per member with counts. */
export interface StandingsTable {
  member_id: MemberId;
  /** Completed trades. */
  trades: number;
  overdue: number;
  cases_lost: number;
}

/** `read_trades.levels`: the table of levels in force, in one row. */
export interface LevelsTable {
  stream: typeof levelsStream;
  /** As JSON. */
  levels: string;
}

const { text, usdt, decimal, boolean, integer, revision, timestamp } = columnKinds;

export const tradesTable: TableShape<TradesTable> = {
  name: 'trades',
  columns: {
    trade_id: text,
    sell_order_id: text,
    buy_order_id: text,
    seller_id: text,
    buyer_id: text,
    amount: usdt,
    price: decimal,
    krw: decimal,
    fee_rate: decimal,
    fee_rule: text,
    fee: nullable(usdt),
    status: text,
    finished: boolean,
    proposed_at: timestamp,
    matched_at: nullable(timestamp),
    finished_at: nullable(timestamp),
    reversed_at: nullable(timestamp),
    updated_at: timestamp,
    pay_minutes: nullable(integer),
    confirm_minutes: nullable(integer),
    reason: nullable(text),
    grounds: nullable(text),
    payment: nullable(text),
    cases: nullable(text),
    case_id: nullable(text),
    consent: nullable(text),
    offered_until: nullable(timestamp),
    window_minutes: nullable(integer),
    window_until: nullable(timestamp),
    overdue: boolean,
    unchecked_signature: nullable(text),
    revision,
  },
  key: ['trade_id'],
  indexes: [
    '(sell_order_id, proposed_at desc, trade_id desc)',
    '(buy_order_id, proposed_at desc, trade_id desc)',
    '(seller_id, proposed_at desc, trade_id desc)',
    '(buyer_id, proposed_at desc, trade_id desc)',
    '(proposed_at desc, trade_id desc) where not finished',
    // The queue of orders in progress: overdue payments first, then the oldest match.
    '((not overdue), proposed_at, trade_id) where not finished',
    '(offered_until) where offered_until is not null',
    '(window_until) where window_until is not null',
    '(updated_at) where unchecked_signature is not null',
    `(finished_at desc, trade_id desc) where status = 'completed'`,
  ],
};

export const casesTable: TableShape<CasesTable> = {
  name: 'cases',
  columns: {
    case_id: text,
    trade_id: text,
    sell_order_id: text,
    buy_order_id: text,
    seller_id: text,
    buyer_id: text,
    reason: text,
    opened_by: text,
    opened_at: timestamp,
    status: text,
    admin_id: nullable(text),
    outcome: nullable(text),
    closed_at: nullable(timestamp),
    lost_by: nullable(text),
    appeal: nullable(text),
    statements: integer,
    updated_at: timestamp,
    revision,
  },
  key: ['case_id'],
  indexes: [
    '(trade_id, opened_at desc, case_id desc)',
    '(status, opened_at desc, case_id desc)',
    '(seller_id, opened_at desc, case_id desc)',
    '(buyer_id, opened_at desc, case_id desc)',
  ],
};

export const matchedOrdersTable: TableShape<MatchedOrdersTable> = {
  name: 'matched_orders',
  columns: {
    order_id: text,
    side: text,
    member_id: text,
    matches: integer,
    latest_trade_id: text,
    first_matched_at: timestamp,
    latest_matched_at: timestamp,
  },
  key: ['order_id'],
  indexes: [
    '(side, first_matched_at desc, order_id desc)',
    '(member_id, side, first_matched_at desc, order_id desc)',
  ],
};

export const standingsTable: TableShape<StandingsTable> = {
  name: 'standings',
  columns: { member_id: text, trades: integer, overdue: integer, cases_lost: integer },
  key: ['member_id'],
  indexes: [],
};

export const levelsTable: TableShape<LevelsTable> = {
  name: 'levels',
  columns: { stream: text, levels: text },
  key: ['stream'],
  indexes: [],
};
