import type { AppealOutcome, CaseParty, RulingOutcome } from '@matgyo/contracts/cases';
import type { CaseId, MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price, Rate } from '@matgyo/contracts/money';
import type { levelsStream } from '@matgyo/contracts/streams';
import type { TradeState } from '@matgyo/ledger/trade/trade';
import type { Turn } from '@matgyo/ledger/trade/turn';
import { columnKinds, nullable, type RowOf, type StoredRow, tableShape } from '../../table-shape.ts';

const { text, usdt, decimal, boolean, integer, revision, timestamp } = columnKinds;

/** `read_trades.trades`: one row per trade, from its proposal on. */
export const tradesTable = tableShape({
  name: 'trades',
  columns: {
    trade_id: text<TradeId>(),
    sell_order_id: text<OrderId>(),
    buy_order_id: text<OrderId>(),
    seller_id: text<MemberId>(),
    buyer_id: text<MemberId>(),
    amount: usdt(),
    price: decimal<Price>(),
    krw: decimal<Krw>(),
    fee_rate: decimal<Rate>(),
    fee_rule: text(),
    /** The settled fee, null until completed. A reversal keeps it: the order was charged, and its next fee counts it. */
    fee: nullable(usdt()),
    /** Live: any status but rejected, completed, reversed and cancelled. */
    status: text<TradeState>(),
    /** Rejected, completed, reversed or cancelled: final for the trade process. */
    finished: boolean(),
    proposed_at: timestamp(),
    matched_at: nullable(timestamp()),
    finished_at: nullable(timestamp()),
    reversed_at: nullable(timestamp()),
    updated_at: timestamp(),
    /**
     * Minutes the parties took to mark the won as sent and as received; null until completed, once reversed, and where
     * an admin marked.
     */
    pay_minutes: nullable(integer()),
    confirm_minutes: nullable(integer()),
    /** Why it was rejected, cancelled or reversed. */
    reason: nullable(text()),
    /** The marks, and the window of the next step, as JSON; null until matched. */
    payment: nullable(text()),
    /** Its cases as JSON, and the id of the open one; null until matched, and when none is open. */
    cases: nullable(text()),
    case_id: nullable(text<CaseId>()),
    /** The pending consent, as JSON; null where none is pending. */
    consent: nullable(text()),
    /** When the offer expires; null where none is pending. */
    offered_until: nullable(timestamp()),
    /** Whose turn it is (`turnIn`). */
    turn: nullable(text<Turn>()),
    /** Minutes for the next step, fixed when it began; null where none is awaited. */
    window_minutes: nullable(integer()),
    /** End of the current window; null when none runs or it has expired. */
    window_until: nullable(timestamp()),
    /** The window of the next step has expired. */
    overdue: boolean(),
    /** Signature named for the USDT transaction, until its check is recorded or the trade ends. */
    unchecked_signature: nullable(text()),
    revision: revision(),
  },
  key: ['trade_id'],
  indexes: [
    '(sell_order_id, proposed_at desc, trade_id desc)',
    '(buy_order_id, proposed_at desc, trade_id desc)',
    // All matches, and a member's, by the time that lists show.
    '((coalesce(matched_at, proposed_at)) desc, trade_id desc)',
    '(seller_id, (coalesce(matched_at, proposed_at)) desc, trade_id desc)',
    '(buyer_id, (coalesce(matched_at, proposed_at)) desc, trade_id desc)',
    // The queue of orders in progress: overdue payments first, then the oldest match.
    '((not overdue), proposed_at, trade_id) where not finished',
    '(offered_until) where offered_until is not null',
    '(window_until) where window_until is not null',
    '(updated_at) where unchecked_signature is not null',
    `(finished_at desc, trade_id desc) where status = 'completed'`,
    // What a member has traded, from the index alone.
    '(seller_id, reversed_at) include (buyer_id, amount, krw, fee, finished_at, trade_id) where fee is not null',
    '(buyer_id, reversed_at) include (seller_id, amount, krw, finished_at, trade_id) where fee is not null',
  ],
});
export type TradesTable = RowOf<typeof tradesTable>;
export type TradeRow = StoredRow<TradesTable>;

/** `read_trades.cases`: one row per case. */
export const casesTable = tableShape({
  name: 'cases',
  columns: {
    case_id: text<CaseId>(),
    trade_id: text<TradeId>(),
    sell_order_id: text<OrderId>(),
    buy_order_id: text<OrderId>(),
    seller_id: text<MemberId>(),
    buyer_id: text<MemberId>(),
    reason: text(),
    opened_by: text<CaseParty>(),
    opened_at: timestamp(),
    status: text<'open' | 'withdrawn' | 'ruled'>(),
    /** The admin who has taken it. */
    admin_id: nullable(text<MemberId>()),
    outcome: nullable(text<RulingOutcome>()),
    closed_at: nullable(timestamp()),
    /** Against whom the ruling was; counted among their lost cases unless it is overturned. */
    lost_by: nullable(text<Side>()),
    appeal: nullable(text<'open' | AppealOutcome>()),
    appealed_at: nullable(timestamp()),
    statements: integer(),
    updated_at: timestamp(),
    revision: revision(),
  },
  key: ['case_id'],
  indexes: [
    '(opened_at desc, case_id desc)',
    // Those that wait for an admin.
    `(opened_at desc, case_id desc) where status = 'open' or appeal = 'open'`,
    '(seller_id, opened_at desc, case_id desc)',
    '(buyer_id, opened_at desc, case_id desc)',
    '(trade_id)',
  ],
});
export type CasesTable = RowOf<typeof casesTable>;
export type CaseRow = StoredRow<CasesTable>;

/** `read_trades.matched_orders`: one row per order with at least one match, for the matched-order records. */
export const matchedOrdersTable = tableShape({
  name: 'matched_orders',
  columns: {
    order_id: text<OrderId>(),
    side: text<Side>(),
    member_id: text<MemberId>(),
    matches: integer(),
    first_matched_at: timestamp(),
  },
  key: ['order_id'],
  indexes: [
    '(side, first_matched_at desc, order_id desc)',
    '(member_id, side, first_matched_at desc, order_id desc)',
  ],
});

/** `read_trades.standings`: one row per member with counts. */
export const standingsTable = tableShape({
  name: 'standings',
  columns: {
    member_id: text<MemberId>(),
    /** Completed trades. */
    trades: integer(),
    overdue: integer(),
    cases_lost: integer(),
  },
  key: ['member_id'],
});
export type StandingsTable = RowOf<typeof standingsTable>;

/** `read_trades.levels`: the table of levels in force, in one row. */
export const levelsTable = tableShape({
  name: 'levels',
  columns: {
    stream: text<typeof levelsStream>(),
    /** As JSON. */
    levels: text(),
  },
  key: ['stream'],
});
