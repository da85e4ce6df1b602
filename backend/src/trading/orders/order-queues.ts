import type { sellOrderEndpoints } from '@matgyo/contracts/endpoints/orders';
import type { Side } from '@matgyo/contracts/ids';
import { type KrwRangeId, krwRange } from '@matgyo/contracts/krw-ranges';
import type { QueueName } from '@matgyo/projections/read-models/orders/tables';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { membersNamed } from '../../identity/members/nicknames.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import {
  beyondKey,
  cutPage,
  decodeCursor,
  merged,
  orderOf,
  type SortOrder,
} from '../../platform/http/page-cursor.ts';
import { codeContaining } from './order-code-search.ts';
import { byPlacement, isInProgress, isOpen, isPending, type OrderPage } from './order-lists.ts';
import { selectOrders } from './order-rows.ts';

type QueueFilter = HandlerRequest<typeof sellOrderEndpoints.pending>['query'];

export const queueMembers = { pending: isPending, open: isOpen, 'in progress': isInProgress } as const;

/** In the queue of orders in progress, those with nothing left to match come first (specification, section 4). */
const hasMoreToMatch = sql<boolean>`(o.open > 0)`;

/** The order of matches in that queue: overdue payments first, then by age. Matches the index of live trades. */
const inTime = sql<boolean>`(not t.overdue)`;
const matchAge = sql`t.proposed_at, t.trade_id`;

/**
 * Whether a match is the first of its order. `offset 0` keeps it a check of each row, so that Postgres follows the
 * index; it would otherwise join all live trades with each other.
 */
const isFirstMatch = (side: Side): RawBuilder<boolean> => sql`not exists (
  select from read_trades.trades earlier
  where earlier.${sql.ref(`${side}_order_id`)} = o.order_id and not earlier.finished
    and ((not earlier.overdue), earlier.proposed_at, earlier.trade_id) < (${inTime}, ${matchAge}) offset 0)`;

/** A matched order waits since its match, any other since it was placed. */
const waitsByMatch = (queue: QueueName, sort: QueueFilter['sort']): boolean =>
  queue === 'in progress' && sort === 'waiting';

/** The rank counts in the queue of orders in progress only. */
const queueCursor = z.tuple([z.boolean(), z.iso.datetime(), z.string()]);
const keyOf = (row: QueueRow) => [row.ranks_later, row.since, row.id] as const;

function sortingOf(queue: QueueName, sort: QueueFilter['sort']): SortOrder {
  if (waitsByMatch(queue, sort))
    return {
      columns: [inTime, 't.proposed_at', 't.trade_id'],
      types: ['boolean', 'time', 'text'],
      order: 'asc',
    };
  const order = sort === 'newest' ? 'desc' : 'asc';
  if (queue !== 'in progress') return { columns: byPlacement.columns, order };
  return {
    columns: [hasMoreToMatch, ...byPlacement.columns],
    types: ['boolean', 'time', 'text'],
    order: ['asc', order, order],
  };
}

/**
 * An admin's queue of one side, by default oldest first. Names and codes are searched separately by their own indexes
 * and then merged; a combined condition would read every row.
 */
export async function listQueue(
  db: Database,
  which: { readonly side: Side; readonly queue: QueueName },
  filter: QueueFilter,
): Promise<OrderPage> {
  const { limit, search, sort } = filter;
  const conditions = search === '' ? [undefined] : searchConditions(which.side, search);
  const lists = await Promise.all(conditions.map((found) => queueRows(db, which, filter, found)));
  const { columns, ...sorting } = sortingOf(which.queue, sort);
  const sorted = { ...sorting, columns, keyOf: (row: QueueRow) => keyOf(row).slice(-columns.length) };
  return cutPage(merged(lists.flat(), sorted), limit, keyOf);
}

type QueueRow = Awaited<ReturnType<typeof queueRows>>[number];

/** One row more than a page, in order. */
function queueRows(
  db: Database,
  { side, queue }: { readonly side: Side; readonly queue: QueueName },
  filter: QueueFilter,
  searched?: RawBuilder<boolean>,
) {
  const { limit, cursor, sort, range } = filter;
  const key = decodeCursor(queueCursor, cursor);
  const sorting = sortingOf(queue, sort);
  const byMatch = waitsByMatch(queue, sort);
  const since = byMatch ? sql<Date>`t.proposed_at` : sql<Date>`o.placed_at`;
  const id = byMatch ? sql<string>`t.trade_id` : sql<string>`o.order_id`;
  const rank = byMatch ? inTime : hasMoreToMatch;
  let query = selectOrders(db)
    .select([rank.as('ranks_later'), since.as('since'), id.as('id')])
    .$if(byMatch, (orders) =>
      orders
        .innerJoin('read_trades.trades as t', `t.${side}_order_id`, 'o.order_id')
        .where(sql<boolean>`not t.finished`)
        .where(isFirstMatch(side)),
    )
    .where('o.side', '=', side)
    .where(queueMembers[queue])
    .where(beyondKey(sorting, key?.slice(-sorting.columns.length)));
  if (range !== undefined) query = query.where(isInRange(range));
  if (searched !== undefined) query = query.where(searched);
  return query
    .orderBy(orderOf(sorting))
    .limit(limit + 1)
    .execute();
}

/** The same condition as contracts' `krwRangeOf`. */
export function isInRange(id: KrwRangeId): RawBuilder<boolean> {
  const { from, to } = krwRange(id);
  const above = sql`o.krw_amount ${sql.raw(from.included ? '>=' : '>')} ${sql.lit(from.krw)}::numeric`;
  if (to === null) return sql`${above}`;
  return sql`(${above} and o.krw_amount ${sql.raw(to.included ? '<=' : '<')} ${sql.lit(to.krw)}::numeric)`;
}

/** Separate conditions; an order matches any of them. */
const searchConditions = (side: Side, search: string): readonly RawBuilder<boolean>[] => [
  codeContaining(side, search, sql`o.order_id`),
  sql<boolean>`o.member_id in ${membersNamed(search)}`,
];
