import type { MemberId, TradeId } from '@matgyo/contracts/ids';
import type { Currency, JournalAccount } from '@matgyo/contracts/journal';
import { columnKinds, nullable, tableShape } from '../../table-shape.ts';
import type { Movement } from '../trade-events.ts';

const { text, uuid, integer, decimal, timestamp } = columnKinds;

/**
 * `read_journal.lines`: the amounts that completed trades moved, and reversals moved back. The lines of an event sum to
 * zero per currency.
 */
export const linesTable = tableShape({
  name: 'lines',
  columns: {
    /** The TradeCompleted or TradeReversed that the line was made from. */
    event_id: uuid(),
    kind: text<Movement['kind']>(),
    /** Within the event, from 1. */
    line: integer(),
    /** In log order; never shown. */
    position: text(),
    trade_id: text<TradeId>(),
    account: text<JournalAccount>(),
    /** Null on the platform's lines. */
    member_id: nullable(text<MemberId>()),
    currency: text<Currency>(),
    /** Signed: what the account gains. */
    amount: decimal(),
    at: timestamp(),
    /** YYYY-MM-DD in Korea. */
    day: text(),
  },
  key: ['event_id', 'line'],
  indexes: ['(position, line)', '(member_id, position, line)'],
});

/** `read_journal.balances`: the sum of an account's lines in one currency. */
export const balancesTable = tableShape({
  name: 'balances',
  columns: {
    key: text(),
    account: text<JournalAccount>(),
    currency: text<Currency>(),
    /** Signed. */
    amount: decimal(),
    /** Number of lines of completions and of reversals. */
    completions: integer(),
    reversals: integer(),
  },
  key: ['key'],
});
