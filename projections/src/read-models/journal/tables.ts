import type { MemberId, TradeId } from '@matgyo/contracts/ids';
import { columnKinds, nullable, type TableShape, type Timestamp } from '../../table-shape.ts';
import type { Movement } from '../trade-events.ts';

export const journalAccounts = ['seller', 'buyer', 'platform'] as const;
export type JournalAccount = (typeof journalAccounts)[number];
export const currencies = ['USDT', 'KRW'] as const;
export type Currency = (typeof currencies)[number];

/**
 * `read_journal.lines`: the amounts that completed trades moved, and reversals moved back. The lines of an event sum to
 * zero per currency.
 */
export interface LinesTable {
  /** The TradeCompleted or TradeReversed that the line was made from. */
  event_id: string;
  kind: Movement['kind'];
  /** Within the event, from 1. */
  line: number;
  /** In log order; never shown. */
  position: string;
  trade_id: TradeId;
  account: JournalAccount;
  /** Null on the platform's lines. */
  member_id: MemberId | null;
  currency: Currency;
  /** Signed: what the account gains. */
  amount: string;
  at: Timestamp;
  /** YYYY-MM-DD in Korea. */
  day: string;
}

const { text, uuid, integer, decimal, timestamp } = columnKinds;

export const linesTable: TableShape<LinesTable> = {
  name: 'lines',
  columns: {
    event_id: uuid,
    kind: text,
    line: integer,
    position: text,
    trade_id: text,
    account: text,
    member_id: nullable(text),
    currency: text,
    amount: decimal,
    at: timestamp,
    day: text,
  },
  key: ['event_id', 'line'],
  indexes: ['(position, line)', '(member_id, position, line)', '(trade_id, line)'],
};

/** `read_journal.balances`: the sum of an account's lines in one currency. */
export interface BalancesTable {
  key: string;
  account: JournalAccount;
  currency: Currency;
  /** Signed. */
  amount: string;
  /** Number of lines of completions and of reversals. */
  completions: number;
  reversals: number;
}

export const balancesTable: TableShape<BalancesTable> = {
  name: 'balances',
  columns: {
    ...{ key: text, account: text, currency: text, amount: decimal },
    ...{ completions: integer, reversals: integer },
  },
  key: ['key'],
  indexes: [],
};
