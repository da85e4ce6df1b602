import type { MatchProposal } from '@matgyo/contracts/endpoints/staff';
import { type OrderId, otherSide } from '@matgyo/contracts/ids';
import { priceAbove, priceBelow, subtractUsdt } from '@matgyo/contracts/money';
import type { SettledFill } from '@matgyo/ledger/fees';
import { fillsMax } from '@matgyo/ledger/order/order';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { type MatchFigures, type MatchSettings, matchFigures } from '@matgyo/ledger/trade/match-plan';
import type { OrdersTable } from '@matgyo/projections/read-models/orders/tables';
import { type Selectable, sql } from 'kysely';
import { shownNickname } from '../../identity/members/nicknames.ts';
import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { orderTermsOf } from '../orders/order-view.ts';

type OrderColumn =
  | ('order_id' | 'side' | 'member_id' | 'amount' | 'open' | 'krw_amount' | 'price' | 'fee' | 'phase')
  | ('status' | 'revision' | 'placed_at');

interface TradableRow extends Readonly<Pick<Selectable<OrdersTable>, OrderColumn>> {
  readonly nickname: string | null;
  readonly owner_active: boolean;
  /** The settled fills of a sell order, by fee rate. */
  readonly charged: readonly SettledFill[];
}

interface CandidateRow extends TradableRow {
  readonly exact_amount: boolean;
}

/**
 * The best counterparts for an open order, with the figures of each match: first those whose price needs no consent,
 * then equal open amounts, then equal prices, then the oldest. Only orders of other, active owners within both limits
 * that are not matched with it now; none while its own owner is inactive. Based on read models; the match itself checks
 * the streams.
 */
export async function matchProposals(
  db: Database,
  settings: MatchSettings,
  { orderId, limit }: { readonly orderId: OrderId; readonly limit: number },
) {
  const order = await orderToMatch(db, orderId);
  if (order === undefined) throw failure('ORDER_NOT_FOUND');
  if (order.phase !== 'open') throw failure('ORDER_NOT_OPEN', { status: order.status });
  const candidates = order.owner_active ? await bestCandidates(db, order, settings, limit) : [];
  return {
    order: shownOrder(order),
    items: candidates.flatMap((candidate) => proposal(order, candidate, settings)),
  };
}

function proposal(
  order: TradableRow,
  candidate: CandidateRow,
  settings: MatchSettings,
): readonly MatchProposal[] {
  const [sell, buy] = order.side === 'sell' ? [order, candidate] : [candidate, order];
  const figures = figuresOf(sell, buy, settings);
  if (figures === undefined) return [];
  return [
    {
      counterpart: shownOrder(candidate),
      exactAmount: candidate.exact_amount,
      ...figures,
      feeRate: settings.feeRate,
      remaining: subtractUsdt(order.open, figures.amount),
    },
  ];
}

/** Undefined if the two cannot be matched because their prices are too far apart. */
function figuresOf(sell: TradableRow, buy: TradableRow, settings: MatchSettings): MatchFigures | undefined {
  try {
    return matchFigures(
      { ...tradable(sell), charged: sell.charged, feesTaken: sell.fee },
      tradable(buy),
      settings,
    );
  } catch (error) {
    if (error instanceof LedgerRefusal) return undefined;
    throw error;
  }
}

const tradable = ({ open, price, placed_at }: TradableRow) => ({
  open,
  price,
  placedAt: placed_at.toISOString(),
});

const shownOrder = (row: TradableRow): MatchProposal['counterpart'] => ({
  ...orderTermsOf(row),
  userId: { _id: row.member_id, nickname: shownNickname(row.nickname) },
  open: row.open,
  revision: row.revision,
});

const isOfActive = sql`exists (
  select from read_accounts.accounts a where a.member_id = o.member_id and a.status = 'active')`;

const columns = sql`o.order_id, o.side, o.member_id, m.nickname, o.amount, o.open, o.krw_amount, o.price, o.fee, o.phase,
  o.status, o.revision, o.placed_at, ${isOfActive} as owner_active, (
    select coalesce(json_agg(json_build_object('amount', s.amount::text, 'feeRate', s.fee_rate::text)), '[]')
    from (
      select t.fee_rate, sum(t.amount) as amount from read_trades.trades t
      where t.sell_order_id = o.order_id and t.fee is not null group by t.fee_rate
    ) s) as charged`;

async function orderToMatch(db: Database, orderId: OrderId): Promise<TradableRow | undefined> {
  const { rows } = await sql<TradableRow>`
    select ${columns} from read_orders.orders o left join app.members m on m.id = o.member_id
    where o.order_id = ${orderId}`.execute(db);
  return rows[0];
}

/** Finds candidates of each kind by its index, oldest first, and picks the best of all. */
async function bestCandidates(db: Database, order: TradableRow, { tolerance }: MatchSettings, limit: number) {
  const side = otherSide(order.side);
  const pair =
    order.side === 'sell'
      ? sql`t.sell_order_id = ${order.order_id} and t.buy_order_id = o.order_id`
      : sql`t.buy_order_id = ${order.order_id} and t.sell_order_id = o.order_id`;
  // The seller's lowest and the buyer's highest price must overlap (docs/ledger.md).
  const withinLimits =
    order.side === 'sell'
      ? sql`o.price * (1 + ${tolerance}::numeric) >= ${priceBelow(order.price, tolerance)}::numeric`
      : sql`o.price * (1 - ${tolerance}::numeric) <= ${priceAbove(order.price, tolerance)}::numeric`;
  // Only to rank and to leave out: `matchFigures` has the rules. Of the order placed first, on a tie of the sell order.
  const isMaker =
    order.side === 'sell' ? sql`o.placed_at < ${order.placed_at}` : sql`o.placed_at <= ${order.placed_at}`;
  const price = sql`case when ${isMaker} then o.price else ${order.price}::numeric end`;
  const eligible = sql`o.side = ${side} and o.phase = 'open' and o.open > 0 and o.member_id <> ${order.member_id}
    and round(least(o.open, ${order.open}::numeric) * ${price}) > 0
    and ${withinLimits}
    and ${isOfActive}
    and not exists (select from read_trades.trades t where ${pair} and not t.finished)
    and not exists (select from read_trades.matched_orders r where r.order_id = o.order_id and r.matches >= ${fillsMax})`;
  const [sellPrice, buyPrice] =
    order.side === 'sell'
      ? [sql`${order.price}::numeric`, sql`o.price`]
      : [sql`o.price`, sql`${order.price}::numeric`];
  const isWithin = sql`(${price}) between ${sellPrice} * (1 - ${tolerance}::numeric)
    and ${buyPrice} * (1 + ${tolerance}::numeric)`;
  const isExact = sql`o.open = ${order.open}::numeric`;
  const isSamePrice = sql`o.price = ${order.price}::numeric`;
  const oldest = (condition: typeof isExact) => sql`
    (select o.order_id from read_orders.orders o where ${eligible} and ${condition}
      order by o.placed_at, o.order_id limit ${limit})`;
  const { rows } = await sql<CandidateRow>`
    with candidates as (
      ${oldest(sql`${isExact} and ${isSamePrice}`)} union ${oldest(sql`${isExact} and ${isWithin}`)}
      union ${oldest(isSamePrice)} union ${oldest(isWithin)} union ${oldest(isExact)} union ${oldest(sql`true`)}
    )
    select ${columns}, ${isExact} as exact_amount
    from candidates join read_orders.orders o using (order_id) left join app.members m on m.id = o.member_id
    order by ${isWithin} desc, exact_amount desc, ${isSamePrice} desc, o.placed_at, o.order_id limit ${limit}`.execute(
    db,
  );
  return rows;
}
