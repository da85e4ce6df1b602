import type { CaseId, MemberId, OrderId, Side } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import type { Turn } from '@matgyo/ledger/trade/turn';
import type { TradesTable } from '@matgyo/projections/read-models/trades/tables';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';

/** A match from one order's side. */
export interface MatchRow extends Readonly<Pick<Selectable<TradesTable>, TradeColumn>> {
  readonly order_id: OrderId;
  readonly counter_order_id: OrderId;
  readonly counter_nickname: string | null;
  readonly counter_phone: string | null;
  readonly counter_amount: Usdt | null;
  /** Of all matches of the order, also of those not listed; null: none was reversed. */
  readonly order_reversed: Usdt | null;
  /** The newest, open or ended. */
  readonly newest_case_id: CaseId | null;
}

type TradeColumn =
  | ('trade_id' | 'seller_id' | 'buyer_id' | 'amount' | 'price' | 'krw' | 'fee_rate' | 'fee' | 'status')
  | ('finished' | 'overdue' | 'turn' | 'case_id' | 'proposed_at' | 'matched_at')
  | ('finished_at' | 'reversed_at');

/** Of `read_trades.trades t`: without those that came to nothing, or that an order may still refuse. */
export const isMatch = sql<boolean>`t.status not in ('proposed', 'rejecting', 'rejected')`;

/** Whether two members have a match or an offer in progress with each other. */
export async function areMatched(db: Database, one: MemberId, other: MemberId): Promise<boolean> {
  const match = await db
    .selectFrom('read_trades.trades as t')
    .select('t.trade_id')
    .where(sql<boolean>`(t.seller_id, t.buyer_id) in ((${one}, ${other}), (${other}, ${one}))`)
    .where('t.finished', '=', false)
    .where(isMatch)
    .limit(1)
    .executeTakeFirst();
  return match !== undefined;
}

/** Whether only the ruling of a case may complete or cancel it. */
export const isInCase = ({ case_id }: Pick<MatchRow, 'case_id'>): boolean => case_id !== null;

/**
 * Whose turn it is in a trade of this alias; null in the table before version 16, which is read after an upgrade until
 * it is rebuilt: `turn`, which that table lacks, is then found in the query around, `no_turn`. For thousands of rows
 * this takes a fortieth of `to_jsonb`, which other lists use.
 */
export const turnOf = (trade: string) => sql<Turn | null>`(
  select (select turn from (select ${sql.raw(trade)}.*) of_trade) from (values (null::text)) no_turn (turn))`;

export const tradeStatusOf = (match: Pick<MatchRow, 'status' | 'case_id' | 'turn'>) => ({
  status: match.status,
  inCase: isInCase(match),
  readyToComplete: match.turn === 'admin',
});

/** When a match was completed or cancelled; if it was reversed, when that was. */
export const endOf = ({ finished_at, reversed_at }: MatchRow): string | null =>
  (reversed_at ?? finished_at)?.toISOString() ?? null;

export type Matches = ReadonlyMap<OrderId, readonly MatchRow[]>;

interface OrderOfMatches {
  readonly order_id: OrderId;
  readonly side: Side;
}

/** All live matches of each order, and the newest others up to `perOrderMax` in all; oldest first, in one statement. */
export async function loadMatches(
  db: Database,
  orders: readonly OrderOfMatches[],
  perOrderMax: number,
): Promise<Matches> {
  if (orders.length === 0) return new Map();
  const idsOf = (side: Side) => orders.filter((order) => order.side === side).map((order) => order.order_id);
  const { rows } = await sql<MatchRow>`
    ${matchesOfSide('sell', idsOf('sell'), perOrderMax)}
    union all
    ${matchesOfSide('buy', idsOf('buy'), perOrderMax)}
    order by proposed_at, trade_id`.execute(db);
  return Map.groupBy(rows, (row) => row.order_id);
}

function matchesOfSide(side: Side, ids: readonly OrderId[], perOrderMax: number) {
  const own = sql.raw(side === 'sell' ? 'sell_order_id' : 'buy_order_id');
  const counter = sql.raw(side === 'sell' ? 'buy_order_id' : 'sell_order_id');
  const counterpart = sql.raw(side === 'sell' ? 'buyer_id' : 'seller_id');
  return sql`
    select wanted.order_id, t.${counter} as counter_order_id, c.nickname as counter_nickname,
      c.phone as counter_phone, co.amount as counter_amount, t.trade_id, t.seller_id, t.buyer_id, t.amount, t.price, t.krw,
      t.fee_rate, t.fee, t.status, t.finished, t.overdue, ${turnOf('t')} as turn, t.case_id, t.proposed_at,
      t.matched_at, t.finished_at, t.reversed_at, t.order_reversed, newest_case.case_id as newest_case_id
    from unnest(${ids}::text[]) as wanted(order_id)
    cross join lateral (
      select * from (
        select *, sum(amount) filter (where status = 'reversed') over () as order_reversed,
          row_number() over (order by finished, proposed_at desc, trade_id desc) as place
        from read_trades.trades t where ${own} = wanted.order_id and ${isMatch}
      ) of_order where not finished or place <= ${perOrderMax}
    ) t
    left join read_orders.orders co on co.order_id = t.${counter}
    left join app.members c on c.id = t.${counterpart}
    left join lateral (
      select case_id from read_trades.cases where trade_id = t.trade_id
      order by opened_at desc, case_id desc limit 1
    ) newest_case on true`;
}
