import type { OrderView, OwnOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { ChangedEvent } from '@matgyo/contracts/realtime';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { currentPriceQuery } from '../api/price.ts';
import { queryKeys } from '../api/queries.ts';

type Price = NonNullable<ChangedEvent['price']>;
interface Page {
  readonly items: readonly OrderView[];
}

/**
 * Shows the data pushed with a change, unless newer data is known. Lists are fetched all the same, because a changed
 * order may move to another place or list; a price is complete. Returns the keys that are still to be fetched.
 */
export function showPushed(
  queryClient: QueryClient,
  { keys, price, orders = [] }: ChangedEvent,
): readonly string[] {
  for (const order of orders) showOrder(queryClient, order);
  const isShown = price !== undefined && showPrice(queryClient, price);
  return isShown ? keys.map((key) => (key === 'price' ? 'price-log' : key)) : keys;
}

function showPrice(queryClient: QueryClient, price: Price): boolean {
  const { queryKey: current } = currentPriceQuery;
  const known = queryClient.getQueryData<Price>(current);
  if (known === undefined) return false;
  // A request under way may be older.
  void queryClient.cancelQueries({ queryKey: current });
  if ((known.revision ?? -1) <= (price.revision ?? -1)) queryClient.setQueryData(current, price);
  return true;
}

function showOrder(queryClient: QueryClient, order: OrderView): void {
  const { side, history, inProgress, one } = queryKeys.own.orders;
  // Requests under way may be older.
  for (const queryKey of [side(order.side), one(order._id)]) void queryClient.cancelQueries({ queryKey });
  const isOlder = (known: OrderView): boolean => known._id === order._id && known.revision <= order.revision;
  // Some calls answer more of an order, which is kept until they are made again.
  const newer = <View extends OrderView>(known: View): View =>
    isOlder(known) ? { ...known, ...order } : known;
  const shown = <P extends Page>(page: P): P =>
    page.items.some(isOlder) ? { ...page, items: page.items.map(newer) } : page;
  queryClient.setQueriesData<InfiniteData<Page>>(
    { queryKey: history(order.side) },
    (known) => known && { ...known, pages: known.pages.map(shown) },
  );
  queryClient.setQueriesData<Page>({ queryKey: inProgress(order.side) }, (known) => known && shown(known));
  queryClient.setQueriesData<OwnOrderView>({ queryKey: one(order._id) }, (known) => known && newer(known));
}
