import type { OwnTotals, sellOrderEndpoints } from '@matgyo/contracts/endpoints/orders';
import type { MemberId, Side } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { orderGroups, statusesOfGroup } from '@matgyo/contracts/order-status';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor, timeAndId } from '../../platform/http/page-cursor.ts';
import {
  isInProgress,
  newestOrders,
  type OrderPage,
  type PageRequest,
  placed,
  placedAfter,
  placedKey,
} from './order-lists.ts';
import { type OrderRow, selectOrders } from './order-rows.ts';

export interface Owner {
  readonly memberId: MemberId;
  readonly side: Side;
}

export type OwnRequest = HandlerRequest<typeof sellOrderEndpoints.listing>['query'];

const isNotInProgress = sql<boolean>`o.reserved = 0`;

/** The sort order of a history and the key of its cursor. */
interface Sorting {
  readonly orderBy: RawBuilder<unknown>;
  readonly after: (cursor: string | undefined) => RawBuilder<boolean> | undefined;
  readonly keyOf: (row: OrderRow) => unknown;
}

/** The condition of the rows beyond a cursor's key. */
const beyond =
  <S extends z.ZodType>(schema: S, condition: (key: z.output<S>) => RawBuilder<boolean>): Sorting['after'] =>
  (cursor) => {
    const key = decodeCursor(schema, cursor);
    return key === undefined ? undefined : condition(key);
  };

const rankedCursor = z.tuple([z.int(), z.iso.datetime(), z.string()]);
const amountCursor = z.tuple([z.string().regex(/^\d{1,16}\.\d{4}$/), z.iso.datetime(), z.string()]);

const sortings: Readonly<Record<OwnRequest['sort'], Sorting>> = {
  status: {
    orderBy: sql`o.status_rank, o.placed_at desc, o.order_id desc`,
    after: beyond(
      rankedCursor,
      ([rank, at, id]) =>
        sql`(o.status_rank > ${rank} or (o.status_rank = ${rank} and ${placed} < ${placedAfter(at, id)}))`,
    ),
    keyOf: (row) => [row.status_rank, ...placedKey(row)],
  },
  newest: {
    orderBy: sql`o.placed_at desc, o.order_id desc`,
    after: beyond(timeAndId, (key) => sql`${placed} < ${placedAfter(...key)}`),
    keyOf: placedKey,
  },
  oldest: {
    orderBy: sql`o.placed_at, o.order_id`,
    after: beyond(timeAndId, (key) => sql`${placed} > ${placedAfter(...key)}`),
    keyOf: placedKey,
  },
  amount: {
    orderBy: sql`o.amount desc, o.placed_at desc, o.order_id desc`,
    after: beyond(
      amountCursor,
      ([amount, at, id]) =>
        sql`(o.amount, o.placed_at, o.order_id) < (${amount}::numeric, ${at}::timestamptz, ${id})`,
    ),
    keyOf: (row) => [row.amount, ...placedKey(row)],
  },
};

/** `totals`: with the first page. */
type OwnPage = OrderPage & { readonly totals: OwnTotals | null };

/** A member's own orders of one side without reserved amounts; the next list has the others (section 4). */
export async function listOwnOrders(
  db: Database,
  owner: Owner,
  { limit, cursor, group, sort }: OwnRequest,
): Promise<OwnPage> {
  const { orderBy, after, keyOf } = sortings[sort];
  const furtherOnly = after(cursor);
  let query = ordersOf(db, owner).where(isNotInProgress);
  if (group !== undefined) query = query.where('o.status', 'in', statusesOfGroup[group]);
  if (furtherOnly !== undefined) query = query.where(furtherOnly);
  const page = query.orderBy(orderBy).limit(limit + 1);
  if (cursor !== undefined) return { ...cutPage(await page.execute(), limit, keyOf), totals: null };
  // In one statement: totals that contradict their rows would look like lost money.
  const rows = await db
    .selectFrom(totalsOf(db, owner).as('totals'))
    .leftJoin(page.as('o'), (join) => join.onTrue())
    .select(sql<TotalsRow>`row_to_json(totals)`.as('totals'))
    .selectAll('o')
    .orderBy(orderBy)
    .execute();
  const orders = rows.filter((row) => row.order_id !== null) as readonly OrderRow[];
  const { offered, reserved, settled, orders: count, ...groups } = (rows[0] as { totals: TotalsRow }).totals;
  return { ...cutPage(orders, limit, keyOf), totals: { offered, reserved, settled, orders: count, groups } };
}

/** A member's own orders of one side with reserved amounts, newest first. */
export const listOwnInProgress = (db: Database, owner: Owner, page: PageRequest): Promise<OrderPage> =>
  newestOrders(ordersOf(db, owner).where(isInProgress), page);

const ordersOf = (db: Database, { memberId, side }: Owner) =>
  selectOrders(db).where('o.member_id', '=', memberId).where('o.side', '=', side);

type TotalsRow = Omit<OwnTotals, 'groups'> & OwnTotals['groups'];

/** The totals of all the member's orders of one side, and the number in the list. Sums as text, for JSON. */
const totalsOf = (db: Database, { memberId, side }: Owner) =>
  db
    .selectFrom('read_orders.orders as o')
    .select([
      sumOf(sql`o.open`, sql`o.status <> all(${statusesOfGroup.ended}::text[])`).as('offered'),
      sumOf(sql`o.reserved`).as('reserved'),
      sumOf(sql`o.settled`).as('settled'),
      countOf(sql`true`).as('orders'),
      ...orderGroups.map((group) =>
        countOf(sql`o.status = any(${statusesOfGroup[group]}::text[])`).as(group),
      ),
    ])
    .where('o.member_id', '=', memberId)
    .where('o.side', '=', side);

const sumOf = (quantity: RawBuilder<unknown>, condition = sql`true`) =>
  sql<Usdt>`coalesce(sum(${quantity}) filter (where ${condition}), 0.0000)::text`;
const countOf = (condition: RawBuilder<unknown>) =>
  sql<number>`(count(*) filter (where ${isNotInProgress} and ${condition}))::int`;
