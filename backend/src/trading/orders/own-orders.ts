import type { OwnTotals, sellOrderEndpoints } from '@matgyo/contracts/endpoints/orders';
import type { MemberId, Side } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import {
  type OrderGroup,
  orderGroups,
  orderStatusRank,
  statusesOfGroup,
} from '@matgyo/contracts/order-status';
import { settledParts } from '@matgyo/ledger/order/reversed-parts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { beyond, cutPage, orderOf, pageBy, type Sorting } from '../../platform/http/page-cursor.ts';
import { byPlacement, isInProgress, type PageRequest } from './order-lists.ts';
import { turnOf } from './order-matches.ts';
import { type OrderRow, selectOrders } from './order-rows.ts';

export interface Owner {
  readonly memberId: MemberId;
  readonly side: Side;
}

export type OwnRequest = HandlerRequest<typeof sellOrderEndpoints.listing>['query'];

const isNotInProgress = sql<boolean>`o.reserved = 0`;

const sortings: Readonly<Record<OwnRequest['sort'], Sorting<OrderRow>>> = {
  status: {
    columns: ['o.status_rank', ...byPlacement.columns],
    types: ['number', 'time', 'text'],
    order: ['asc', 'desc', 'desc'],
    keyOf: (row) => [row.status_rank, ...byPlacement.keyOf(row)],
  },
  newest: byPlacement,
  oldest: { ...byPlacement, order: 'asc' },
  amount: {
    columns: ['o.amount', ...byPlacement.columns],
    types: ['usdt', 'time', 'text'],
    keyOf: (row) => [row.amount, ...byPlacement.keyOf(row)],
  },
};

/**
 * A member's own orders of one side without reserved amounts; the next list has the others (section 4). `totals`: with
 * the first page.
 */
export async function listOwnOrders(db: Database, owner: Owner, { limit, cursor, group, sort }: OwnRequest) {
  const sorting = sortings[sort];
  const { keyOf } = sorting;
  const orderBy = orderOf(sorting);
  let query = ordersOf(db, owner).where(isNotInProgress).where(beyond(sorting, cursor));
  if (group !== undefined) query = query.where('o.status', 'in', statusesOfGroup[group]);
  const page = query.orderBy(orderBy).limit(limit + 1);
  if (cursor !== undefined) return { ...cutPage(await page.execute(), limit, keyOf), totals: null };
  // In one statement: totals that contradict their rows would look like lost money.
  const rows = await db
    .selectFrom(totalsOf(db, owner).as('totals'))
    .leftJoin(page.as('o'), (join) => join.onTrue())
    // In one row only: otherwise each row would carry them.
    .select(sql<TotalsRow | null>`case row_number() over () when 1 then row_to_json(totals) end`.as('totals'))
    .selectAll('o')
    .orderBy(orderBy)
    .execute();
  const orders = rows.filter((row) => row.order_id !== null) as readonly OrderRow[];
  const [totals] = rows.flatMap((row) => row.totals ?? []) as [TotalsRow];
  const { offered, reserved, settled, reversed, orders: count, ...groups } = totals;
  const sums = { offered, reserved, settled, ...settledParts(settled, reversed) };
  return { ...cutPage(orders, limit, keyOf), totals: { ...sums, orders: count, groups } };
}

/** A member's own orders of one side with reserved amounts: those with a match that waits for the member, then newest first. */
export const listOwnInProgress = (db: Database, owner: Owner, page: PageRequest) => {
  const waits = waitsForOwner(owner);
  return pageBy(ordersOf(db, owner).where(isInProgress).select(waits.as('waits')), page, {
    columns: [waits, ...byPlacement.columns],
    types: ['boolean', 'time', 'text'],
    keyOf: (row) => [row.waits, ...byPlacement.keyOf(row)],
  });
};

const waitsForOwner = ({ side }: Owner) => sql<boolean>`exists (
  select from read_trades.trades t
  where t.${sql.ref(`${side}_order_id`)} = o.order_id and not t.finished
    and ${turnOf('t')} in (${side}, 'both'))`;

const ordersOf = (db: Database, { memberId, side }: Owner) =>
  selectOrders(db).where('o.member_id', '=', memberId).where('o.side', '=', side);

type TotalsRow = Omit<OwnTotals, 'groups' | 'completed' | 'reversed'> &
  OwnTotals['groups'] & { readonly reversed: Usdt | null };

/** The totals of all the member's orders of one side, and the number in the list. Sums as text, for JSON. */
const totalsOf = (db: Database, { memberId, side }: Owner) =>
  db
    .selectFrom('read_orders.orders as o')
    .select([
      sumOf(sql`o.open`, sql`not ${isOf('ended')}`).as('offered'),
      sumOf(sql`o.reserved`).as('reserved'),
      sumOf(sql`o.settled`).as('settled'),
      reversedOf({ memberId, side }).as('reversed'),
      countOf(sql`true`).as('orders'),
      ...orderGroups.map((group) => countOf(isOf(group)).as(group)),
    ])
    .where('o.member_id', '=', memberId)
    .where('o.side', '=', side);

/** Null if none was. */
const reversedOf = ({ memberId, side }: Owner) => sql<Usdt | null>`(
  select sum(amount)::text from read_trades.trades
  where ${sql.raw(side === 'sell' ? 'seller_id' : 'buyer_id')} = ${memberId}
    and fee is not null and reversed_at is not null)`;
const isOf = (group: OrderGroup) =>
  sql<boolean>`(o.status_rank = any(${statusesOfGroup[group].map(orderStatusRank)}::integer[]))`;
const sumOf = (quantity: RawBuilder<unknown>, condition = sql`true`) =>
  sql<Usdt>`coalesce(sum(${quantity}) filter (where ${condition}), 0.0000)::text`;
const countOf = (condition: RawBuilder<unknown>) =>
  sql<number>`(count(*) filter (where ${isNotInProgress} and ${condition}))::int`;
