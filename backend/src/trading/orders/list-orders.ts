import type { combinedOrderEndpoints, sellOrderEndpoints } from '@matgyo/contracts/endpoints/orders';
import type { Side } from '@matgyo/contracts/ids';
import { statusesMeantBy } from '@matgyo/contracts/order-status';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { recentTrades } from '../trades/recent-trades.ts';
import {
  listAllOrders,
  listOpenOrders,
  listOwnInProgress,
  listOwnOrders,
  type OrderPage,
} from './order-lists.ts';
import { loadMatches } from './order-matches.ts';
import { listQueue, type Queue } from './order-queues.ts';
import { adminOrderView, matchesShown, ownOrderView, publicOrderView } from './order-view.ts';
import { loadWallets } from './order-wallets.ts';

type Listing = HandlerRequest<typeof sellOrderEndpoints.listing>;
type InProgress = HandlerRequest<typeof sellOrderEndpoints.ownInProgress>;
type QueueRequest = HandlerRequest<typeof sellOrderEndpoints.pending>;
type AllOrders = HandlerRequest<typeof combinedOrderEndpoints.allOrders>;

/** With a token the caller's own orders that are not in progress, without one the public list of that side. */
export const listOrders =
  (db: Database, side: Side) =>
  async ({ caller, query }: Listing) => {
    if (caller !== undefined) {
      const orders = await listOwnOrders(db, { memberId: caller.memberId, side }, query);
      return { view: 'own' as const, ...(await ownPage(db, orders)) };
    }
    const { page, nextCursor } = await listOpenOrders(db, side, query);
    // The trades stand beside the first page of orders only: they are the same for both sides and every page.
    const trades = query.cursor === undefined ? await recentTrades(db) : [];
    return { view: 'public' as const, items: page.map(publicOrderView), nextCursor, recentTrades: trades };
  };

export const listInProgress =
  (db: Database, side: Side) =>
  async ({ caller, query }: InProgress) =>
    ownPage(db, await listOwnInProgress(db, { memberId: caller.memberId, side }, query));

export const listAdminQueue =
  (db: Database, side: Side, queue: Queue) =>
  async ({ query }: QueueRequest) => {
    const statuses = query.status === undefined ? undefined : statusesMeantBy(query.status);
    const orders = await listQueue(db, { side, queue }, { ...query, statuses });
    return { items: await adminViews(db, orders), nextCursor: orders.nextCursor };
  };

export const listBothSides =
  (db: Database) =>
  async ({ caller, query }: AllOrders) => {
    const statuses = query.status === undefined ? undefined : statusesMeantBy(query.status);
    const whole = caller?.admin === true;
    const orders = await listAllOrders(db, { ...query, statuses, openOnly: !whole });
    const { nextCursor } = orders;
    if (!whole)
      return { view: 'public' as const, combinedOrders: orders.page.map(publicOrderView), nextCursor };
    return { view: 'admin' as const, combinedOrders: await adminViews(db, orders), nextCursor };
  };

async function ownPage(db: Database, { page, nextCursor }: OrderPage) {
  const matches = await loadMatches(db, page, matchesShown);
  return { items: page.map((row) => ownOrderView(row, matches.get(row.order_id) ?? [])), nextCursor };
}

export async function adminViews(db: Database, { page }: OrderPage) {
  const matches = await loadMatches(db, page, matchesShown);
  const sells = page.filter(({ side }) => side === 'sell').map((row) => row.order_id);
  const wallets = await loadWallets(db, sells);
  return page.map((row) => adminOrderView(row, matches.get(row.order_id) ?? [], wallets.get(row.order_id)));
}
