import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';

const { own } = queryKeys;
const { admin, staff } = own;

/** A busy market changes many times a second; a screen is fetched again this often at most. */
const atMostEveryMs = 300;
/** One commit's changes arrive per read model: the first waits this long for the others. */
const togetherMs = 10;

/**
 * What of the client's queries a `changed` key means: those of the server are in contracts/src/realtime.ts, and
 * `price-log` is what is left of `price` once that is shown.
 */
export function queriesOf(key: string): readonly QueryKey[] {
  const [kind = '', id = ''] = key.split(':');
  switch (kind) {
    case 'price':
      return [['price'], ...queriesOf('price-log')];
    case 'price-log':
      return [staff.priceLog];
    case 'orders':
      return [['public-orders']];
    case 'order':
    case 'approval':
      return [own.orders.all, own.level, admin.orders];
    case 'trade':
      return [own.orders.all, own.trades.all, admin.orders, ['own', 'staff', 'matched-orders']];
    case 'trail':
      return [own.trail(id), admin.one(id), staff.matchedOrder(id)];
    case 'member':
      return [['own', 'account'], own.level, staff.members.all, own.invitations];
    case 'stats':
      return [['own', 'staff', 'stats']];
    case 'fees':
      return [['own', 'staff', 'fees']];
    case 'journal':
      return [['own', 'staff', 'trial-balance']];
    case 'chat':
      return [own.chat.lists];
    default:
      return [];
  }
}

/**
 * A first answer that is on its way may be from before the change, and react-query keeps it as fresh: it is asked for
 * once more when it is there. Cancelled instead, a slow one would never come in a busy market.
 */
function again(queryClient: QueryClient, queryKey: QueryKey): void {
  const first = queryClient
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  for (const query of first)
    query.promise?.then(
      () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }),
      () => undefined,
    );
}

/**
 * Has what changed fetched again: soon after a calm, else together with what comes until its next turn. Each query has
 * turns of its own, so that a busy list does not hold up an order. Only what is on screen is fetched; the rest is known
 * to be old.
 */
export function collectChanges(queryClient: QueryClient): (keys: readonly string[]) => void {
  /** Whether a query that is waiting for a turn, or has just had one, changed since. */
  const changedSince = new Map<string, boolean>();
  const turn = (name: string, queryKey: QueryKey) => {
    if (changedSince.get(name) !== true) {
      changedSince.delete(name);
      return;
    }
    changedSince.set(name, false);
    again(queryClient, queryKey);
    void queryClient.invalidateQueries({ queryKey });
    setTimeout(turn, atMostEveryMs, name, queryKey);
  };
  return (keys) => {
    const queries = keys.includes('everything') ? [[]] : keys.flatMap(queriesOf);
    for (const queryKey of queries) {
      const name = JSON.stringify(queryKey);
      const waits = changedSince.has(name);
      changedSince.set(name, true);
      if (!waits) setTimeout(turn, togetherMs, name, queryKey);
    }
  };
}
