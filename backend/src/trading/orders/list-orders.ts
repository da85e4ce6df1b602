import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { combinedOrderEndpoints, sellOrderEndpoints } from '@matgyo/contracts/endpoints/orders';
import type { staffEndpoints } from '@matgyo/contracts/endpoints/staff';
import type { MemberId, OrderId, Side } from '@matgyo/contracts/ids';
import { statusesMeantBy } from '@matgyo/contracts/order-status';
import type { QueueName } from '@matgyo/projections/read-models/orders/tables';
import type { PaymentMethodDependencies } from '../../identity/members/payment-methods.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { loadConflicts } from './order-conflicts.ts';
import { listAllOrders, listOpenOrders, type OrderPage } from './order-lists.ts';
import { loadMatches, type Matches } from './order-matches.ts';
import { listQueue } from './order-queues.ts';
import { type OrderRow, selectOrders } from './order-rows.ts';
import { adminOrderView, matchesShown, ownOrderView, publicOrderView } from './order-view.ts';
import { loadWallets } from './order-wallets.ts';
import { listOwnInProgress, listOwnOrders, type Owner, type OwnRequest } from './own-orders.ts';
import { recentTrades } from './recent-trades.ts';

/** With a token the caller's own orders that are not in progress, without one the public list of the side. */
export const listOrders =
  (db: Database, side: Side) =>
  async ({ caller, query }: HandlerRequest<typeof sellOrderEndpoints.listing>) => {
    if (caller !== undefined) return ownListing(db, { memberId: caller.memberId, side }, query);
    const { page, nextCursor } = await listOpenOrders(db, side, query);
    // Only the first page has recent trades: they are the same for both sides and all pages.
    const trades = query.cursor === undefined ? await recentTrades(db) : [];
    return { view: 'public' as const, items: page.map(publicOrderView), nextCursor, recentTrades: trades };
  };

/** Matches are read after the page and may be newer, as in the other lists; the next change shows both. */
async function ownListing(db: Database, owner: Owner, query: OwnRequest) {
  const { page, nextCursor, totals } = await listOwnOrders(db, owner, query);
  const items = ownViews(page, await matchesOf(db, page));
  return { view: 'own' as const, items, nextCursor, totals };
}

/** `GET /user/orders/:id`: answered as missing for all but the owner. */
export const ownOrder =
  (db: Database) =>
  async ({ caller, params }: HandlerRequest<typeof combinedOrderEndpoints.ownOrder>) => {
    const [orders, wallets] = await Promise.all([
      ownOrdersById(db, [params.id]),
      loadWallets(db, [params.id]),
    ]);
    const [order] = orders.get(caller.memberId) ?? [];
    if (order === undefined) throw failure('ORDER_NOT_FOUND');
    return { ...order, tetherAddress: wallets.get(params.id) ?? null };
  };

/** Orders by owner, as in their own lists. */
export async function ownOrdersById(
  db: Database,
  ids: readonly OrderId[],
): Promise<ReadonlyMap<MemberId, readonly OrderView[]>> {
  if (ids.length === 0) return new Map();
  // The side of an order is unknown here, so both are read at once.
  const ofSide = (side: Side) => ids.map((order_id) => ({ order_id, side }));
  const [rows, matches] = await Promise.all([
    selectOrders(db).where('o.order_id', 'in', ids).execute(),
    loadMatches(db, [...ofSide('sell'), ...ofSide('buy')], matchesShown),
  ]);
  const byOwner = Map.groupBy(rows, (row) => row.member_id);
  return new Map(Array.from(byOwner, ([owner, own]) => [owner, ownViews(own, matches)]));
}

const ownViews = (rows: readonly OrderRow[], matches: Matches): OrderView[] =>
  rows.map((row) => ownOrderView(row, matches.get(row.order_id) ?? []));

export const listInProgress =
  (db: Database, side: Side) =>
  async ({ caller, query }: HandlerRequest<typeof sellOrderEndpoints.ownInProgress>) => {
    const { page, nextCursor } = await listOwnInProgress(db, { memberId: caller.memberId, side }, query);
    const matches = await matchesOf(db, page);
    const items = page.map((row) => ({
      ...ownOrderView(row, matches.get(row.order_id) ?? []),
      waitsForOwner: row.waits,
    }));
    return { items, nextCursor };
  };

export const listAdminQueue =
  (deps: PaymentMethodDependencies, side: Side, queue: QueueName) =>
  async ({ caller, query }: HandlerRequest<typeof sellOrderEndpoints.pending>) => {
    const orders = await listQueue(deps.db, { side, queue }, query);
    return { items: await adminViews(deps, caller.memberId, orders), nextCursor: orders.nextCursor };
  };

export const listBothSides =
  (deps: PaymentMethodDependencies) =>
  async ({ caller, query }: HandlerRequest<typeof combinedOrderEndpoints.allOrders>) => {
    const statuses = query.status === undefined ? undefined : statusesMeantBy(query.status);
    const admin = caller?.admin === true ? caller : undefined;
    const orders = await listAllOrders(deps.db, { ...query, statuses, openOnly: admin === undefined });
    const { nextCursor } = orders;
    if (admin === undefined)
      return { view: 'public' as const, combinedOrders: orders.page.map(publicOrderView), nextCursor };
    return {
      view: 'admin' as const,
      combinedOrders: await adminViews(deps, admin.memberId, orders),
      nextCursor,
    };
  };

/** Of the orders that may have any: an order is placed, approved and reserved before its first match comes about. */
const matchesOf = (db: Database, page: readonly OrderRow[]): Promise<Matches> =>
  loadMatches(
    db,
    page.filter(({ revision }) => revision > 1),
    matchesShown,
  );

/** `GET /admin/orders/:id` */
export const adminOrder =
  (deps: PaymentMethodDependencies) =>
  async ({ caller, params }: HandlerRequest<typeof staffEndpoints.order>) => {
    const page = await selectOrders(deps.db).where('o.order_id', '=', params.id).execute();
    const [order] = await adminViews(deps, caller.memberId, { page });
    if (order === undefined) throw failure('ORDER_NOT_FOUND');
    return order;
  };

export async function adminViews(
  { db, payoutChanges }: PaymentMethodDependencies,
  adminId: MemberId,
  { page }: Pick<OrderPage, 'page'>,
) {
  const matches = await matchesOf(db, page);
  const sells = page.filter(({ side }) => side === 'sell');
  const wallets = await loadWallets(
    db,
    sells.map((row) => row.order_id),
  );
  const payouts = await payoutChanges.at([...new Set(sells.map((row) => row.member_id))]);
  const conflicts = await loadConflicts(db, adminId, page, matches);
  return page.map((row) =>
    adminOrderView(row, {
      matches: matches.get(row.order_id) ?? [],
      stated: wallets.get(row.order_id),
      // The one in use, not a pending one.
      ownWallet: payouts.get(row.member_id)?.inUse?.tetherAddress,
      conflicts,
    }),
  );
}
