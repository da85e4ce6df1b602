import type { InvalidateQueryFilters, QueryClient, QueryKey } from '@tanstack/react-query';
import { queryKeys } from '../api/queries.ts';

const { own } = queryKeys;
const { admin, staff } = own;

/** The market may change many times a second; a query is fetched at most this often. */
const intervalMsMin = 300;
/** A commit's changes arrive per read model; the first waits this long for the others. */
const togetherMs = 10;

/**
 * The queries that a `changed` key affects: the server's keys are in contracts/src/realtime.ts; `price-log` remains of
 * `price` once the price is shown.
 */
export function queriesOf(key: string): readonly QueryKey[] {
  const [kind = '', id = ''] = key.split(':');
  const affected: Readonly<Record<string, readonly QueryKey[]>> = {
    price: [queryKeys.price, staff.priceLog],
    'price-log': [staff.priceLog],
    orders: [queryKeys.publicOrders],
    order: [own.orders.all, own.level, admin.orders],
    approval: [own.orders.all, own.level, admin.orders],
    trade: [own.orders.all, own.trades.all, own.chat.lists, admin.orders, staff.matchedOrders],
    trail: [own.trail(id), admin.one(id), staff.matchedOrder(id)],
    member: [own.account, own.level, staff.members.one(id)],
    account: [staff.members.all],
    stats: [staff.stats],
    fees: [staff.fees],
    journal: [staff.trialBalance],
    chat: [own.chat.lists],
    notifications: [own.notifications],
    inquiries: [own.inquiries, staff.inbox],
  };
  return affected[kind] ?? [];
}

/**
 * An answer under way may be older than the change, and react-query would treat it as fresh: it is fetched again once
 * it has come. Not at once, because in a busy market a slow answer would be cancelled before it comes, again and again.
 */
function fetchAgainOnceAnswered(queryClient: QueryClient, queryKey: QueryKey): void {
  const underWay = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  for (const query of underWay)
    query.promise?.then(
      () => fetchAgain(queryClient, { queryKey: query.queryKey, exact: true }),
      () => undefined,
    );
}

const fetchAgain = (queryClient: QueryClient, filters: InvalidateQueryFilters) =>
  queryClient.invalidateQueries(filters, { cancelRefetch: false });

/**
 * Fetches changed queries again: soon after a pause, otherwise together with other changes at the next interval. Each
 * query has its own interval, so that a busy list does not delay an order. Only queries on screen are fetched; others
 * are marked stale.
 */
export function collectChanges(queryClient: QueryClient): (keys: readonly string[]) => void {
  /** By query in its interval: whether it changed again meanwhile. */
  const changedSince = new Map<string, boolean>();
  const refresh = (name: string, queryKey: QueryKey) => {
    if (changedSince.get(name) !== true) {
      changedSince.delete(name);
      return;
    }
    changedSince.set(name, false);
    fetchAgainOnceAnswered(queryClient, queryKey);
    void fetchAgain(queryClient, { queryKey });
    setTimeout(refresh, intervalMsMin, name, queryKey);
  };
  return (keys) => {
    const queries = keys.includes('everything') ? [[]] : keys.flatMap(queriesOf);
    for (const queryKey of queries) {
      const name = JSON.stringify(queryKey);
      const waits = changedSince.has(name);
      changedSince.set(name, true);
      if (!waits) setTimeout(refresh, togetherMs, name, queryKey);
    }
  };
}
