import type { Side } from '@matgyo/contracts/ids';
import { type KrwRangeId, krwRange } from '@matgyo/contracts/krw-ranges';
import type { Krw } from '@matgyo/contracts/money';
import type { OrderStatus } from '@matgyo/contracts/order-status';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';
import { containing } from '../database/text-search.ts';
import { cutPage, decodeCursor } from '../http/page-cursor.ts';
import {
  isInProgress,
  isOpen,
  isPending,
  type OrderPage,
  type PageRequest,
  placed,
  placedAfter,
  placedKey,
} from './order-lists.ts';
import { selectOrders } from './order-rows.ts';

export interface QueueFilter extends PageRequest {
  readonly range?: KrwRangeId | undefined;
  /** Won an order was placed for, both ends included. */
  readonly minKrw?: Krw | undefined;
  readonly maxKrw?: Krw | undefined;
  /** Part of the order code or of the owner's nickname, whatever the case; '' finds all. */
  readonly search: string;
  /** Undefined: every status. Empty: none. */
  readonly statuses?: readonly OrderStatus[] | undefined;
  readonly olderThanMinutes?: number | undefined;
  readonly sort: 'oldest' | 'newest';
}

export type Queue = 'pending' | 'open' | 'in progress';
export const queueMembers = { pending: isPending, open: isOpen, 'in progress': isInProgress } as const;

/** In the queue of orders in progress those with nothing left open come first (specification, section 4). */
const hasMoreToMatch = sql<boolean>`(o.open > 0)`;

const queueCursor = z.tuple([z.boolean(), z.iso.datetime(), z.string()]);

/** The order code as contracts' `orderCode` makes it; a queue is searched row by row, for it is short. */
const orderCode = sql`(case o.side when 'sell' then 'sell' else 'buy' end) || trunc(o.amount)::text || '-' || substr(o.order_id, 17)`;

/** An admin's queue of one side, the oldest first unless asked otherwise. */
export async function listQueue(
  db: Database,
  { side, queue }: { readonly side: Side; readonly queue: Queue },
  filter: QueueFilter,
): Promise<OrderPage> {
  const { limit, cursor, sort, statuses, olderThanMinutes } = filter;
  const after = decodeCursor(queueCursor, cursor);
  const direction = sort === 'oldest' ? 'asc' : 'desc';
  let query = selectOrders(db)
    .select(hasMoreToMatch.as('has_more'))
    .where('o.side', '=', side)
    .where(queueMembers[queue]);
  for (const condition of [...wonConditions(filter), ...searchConditions(filter.search)])
    query = query.where(condition);
  if (statuses !== undefined) query = query.where(sql<boolean>`o.status = any(${statuses}::text[])`);
  if (olderThanMinutes !== undefined)
    query = query.where(sql<boolean>`o.placed_at <= now() - make_interval(mins => ${olderThanMinutes})`);
  if (after !== undefined) query = query.where(beyond(queue, sort, after));
  if (queue === 'in progress') query = query.orderBy(hasMoreToMatch);
  const rows = await query
    .orderBy('o.placed_at', direction)
    .orderBy('o.order_id', direction)
    .limit(limit + 1)
    .execute();
  return cutPage(rows, limit, (row) => [row.has_more, ...placedKey(row)]);
}

/** Written so that an index serves it: a comparison of rows where the list runs in one direction throughout. */
function beyond(
  queue: Queue,
  sort: QueueFilter['sort'],
  [hadMore, at, id]: z.output<typeof queueCursor>,
): RawBuilder<boolean> {
  const key = placedAfter(at, id);
  const further = sort === 'oldest' ? sql<boolean>`${placed} > ${key}` : sql<boolean>`${placed} < ${key}`;
  if (queue !== 'in progress') return further;
  if (sort === 'oldest')
    return sql`(${hasMoreToMatch}, o.placed_at, o.order_id) > (${hadMore}, ${at}::timestamptz, ${id})`;
  return sql`(${hasMoreToMatch} > ${hadMore} or (${hasMoreToMatch} = ${hadMore} and ${further}))`;
}

function wonConditions({
  range,
  minKrw,
  maxKrw,
}: Pick<QueueFilter, 'range' | 'minKrw' | 'maxKrw'>): readonly RawBuilder<boolean>[] {
  return [
    ...(range === undefined ? [] : [isInRange(range)]),
    ...(minKrw === undefined ? [] : [sql<boolean>`o.krw_amount >= ${minKrw}`]),
    ...(maxKrw === undefined ? [] : [sql<boolean>`o.krw_amount <= ${maxKrw}`]),
  ];
}

/** The condition that contracts' `krwRangeOf` decides. */
export function isInRange(id: KrwRangeId): RawBuilder<boolean> {
  const { from, to } = krwRange(id);
  const above = sql`o.krw_amount ${sql.raw(from.included ? '>=' : '>')} ${sql.lit(from.krw)}::numeric`;
  if (to === null) return sql`${above}`;
  return sql`(${above} and o.krw_amount ${sql.raw(to.included ? '<=' : '<')} ${sql.lit(to.krw)}::numeric)`;
}

function searchConditions(search: string): readonly RawBuilder<boolean>[] {
  if (search === '') return [];
  const text = containing(search.toLowerCase());
  return [sql<boolean>`(${orderCode} like ${text} or owner.nickname_key like ${text})`];
}
