import { type Side, sides } from '@matgyo/contracts/ids';
import { isClosed, type OrderStatus } from '@matgyo/contracts/order-status';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { beyond, cutPage, merged, orderOf, pageBy } from '../../platform/http/page-cursor.ts';
import { type OrderRow, selectOrders } from './order-rows.ts';

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export type OrderPage = ReturnType<typeof cutPage<OrderRow>>;

/*
 * Which orders a list contains (docs/http.md). Conditions are literal, not parameters, so that they match the read
 * model's partial indexes.
 */
export const isPending = sql<boolean>`o.phase = 'pending'`;
export const isOpen = sql<boolean>`o.phase = 'open' and o.open > 0`;
export const isInProgress = sql<boolean>`o.reserved > 0`;

/** Newest first, unless the order is stated. */
export const byPlacement = {
  columns: ['o.placed_at', 'o.order_id'],
  keyOf: (row: OrderRow) => [row.placed_at, row.order_id],
} as const;

export const newestOrders = (
  orders: ReturnType<typeof selectOrders>,
  page: PageRequest,
): Promise<OrderPage> => pageBy(orders, page, byPlacement);

/** The public list of one side: open orders, newest first. */
export const listOpenOrders = (db: Database, side: Side, page: PageRequest): Promise<OrderPage> =>
  newestOrders(selectOrders(db).where('o.side', '=', side).where(isOpen), page);

export interface AllOrdersFilter extends PageRequest {
  /** Undefined: every status. Empty: none. */
  readonly statuses: readonly OrderStatus[] | undefined;
  /** Only public orders. */
  readonly openOnly: boolean;
}

/** Orders of both sides, newest first: each side and status by its own index, then merged. */
export async function listAllOrders(
  db: Database,
  { limit, cursor, statuses, openOnly }: AllOrdersFilter,
): Promise<OrderPage> {
  const rows: OrderRow[] = [];
  for (const side of sides)
    for (const status of statuses?.filter((one) => !openOnly || !isClosed(one)) ?? [undefined]) {
      let query = selectOrders(db).where('o.side', '=', side);
      if (openOnly) query = query.where(isOpen);
      if (status !== undefined) query = query.where('o.status', '=', status);
      const further = query.where(beyond(byPlacement, cursor)).orderBy(orderOf(byPlacement));
      rows.push(...(await further.limit(limit + 1).execute()));
    }
  return cutPage(merged(rows, byPlacement), limit, byPlacement.keyOf);
}
