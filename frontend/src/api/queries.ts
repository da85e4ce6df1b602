import type { Side } from '@matgyo/contracts/ids';
import type {
  InfiniteData,
  QueryFunctionContext,
  QueryKey,
  QueryState,
  UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { call, type OptionsOf, type ParamsOf, type QueryOf, type Route } from './call.ts';

/**
 * What changes together: the groups of all cached data. A query's key is its group and what it asks. A member's own data
 * begins with `own`, so that signing out removes it.
 */
export const queryKeys = {
  price: ['price'],
  publicOrders: ['public-orders'],
  config: ['config'],
  own: {
    all: ['own'],
    account: ['own', 'account'],
    level: ['own', 'level'],
    orders: {
      all: ['own', 'orders'],
      side: (side: Side) => ['own', 'orders', side],
      /** For all filters and sort orders. */
      history: (side: Side) => ['own', 'orders', side, 'history'],
      inProgress: (side: Side) => ['own', 'orders', side, 'in-progress'],
      one: (orderId: string) => ['own', 'orders', 'one', orderId],
    },
    chat: {
      /** Lists and counts; an open room updates itself. */
      lists: ['own', 'chat', 'lists'],
      rooms: ['own', 'chat', 'rooms'],
    },
    notifications: ['own', 'notifications'],
    browserPush: ['own', 'browser-push'],
    devices: ['own', 'devices'],
    secondFactor: ['own', 'second-factor'],
    passkeys: ['own', 'passkeys'],
    inquiries: ['own', 'inquiries'],
    paymentMethods: ['own', 'payment-methods'],
    invitations: ['own', 'invitations'],
    /** Data that changes with each match, completion or cancellation. */
    trades: {
      all: ['own', 'trades'],
      one: (tradeId: string) => ['own', 'trades', 'one', tradeId],
      payment: (tradeId: string) => ['own', 'trades', 'payment', tradeId],
    },
    trail: (orderId: string) => ['own', 'orders', 'trail', orderId],
    /** The admins' queues and matches: a change of any order or trade affects all of `orders`. */
    admin: {
      orders: ['own', 'admin', 'orders'],
      one: (orderId: string) => ['own', 'admin', 'orders', 'one', orderId],
      stuck: ['own', 'admin', 'stuck'],
    },
    /** Data of all members, for admins and managers. */
    staff: {
      all: ['own', 'staff'],
      stats: ['own', 'staff', 'stats'],
      matchedOrders: ['own', 'staff', 'matched-orders'],
      matchedOrder: (orderId: string) => ['own', 'staff', 'matched-order', orderId],
      priceLog: ['own', 'staff', 'price-log'],
      members: { all: ['own', 'staff', 'members'], one: (id: string) => ['own', 'staff', 'members', id] },
      inbox: ['own', 'staff', 'inbox'],
      fees: ['own', 'staff', 'fees'],
      trialBalance: ['own', 'staff', 'trial-balance'],
      replays: ['own', 'staff', 'replays'],
    },
  },
} as const;

export const answerTo = <R extends Route>(group: QueryKey, route: R, options: OptionsOf<R> = {}) => ({
  queryKey: [...group, route.path, options.params, options.query, options.body] as QueryKey,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(route, { ...options, signal }),
});

/** The `staleTime` of what never changes: fetched again only while it is missing, after a reconnect for example. */
export const fetchedOnce = ({ state }: { readonly state: { readonly data: unknown } }) =>
  state.data === undefined ? 0 : ('static' as const);

/** How often a visible screen polls while changes are not pushed. */
export const pollEveryMs = 3000;

let pushed = false;

/** Sets whether changes come over the socket now. */
export function setPushed(now: boolean): void {
  pushed = now;
}

/**
 * A `refetchInterval` that pauses while changes are pushed. It is evaluated again with each reply, so that a switch
 * between the two fetches everything shown once. A fetch that failed after a push is retried, because the push is not
 * repeated.
 */
export const pollUnlessPushed =
  (everyMs = pollEveryMs) =>
  ({ state }: { readonly state: { readonly error: Error | null } }): number | false =>
    pushed && state.error === null ? false : everyMs;

/** The answer of a call, as a query of a group that is asked again while it is on screen. */
export const liveAnswerTo = <R extends Route>(group: QueryKey, route: R, options?: OptionsOf<R>) => ({
  ...answerTo(group, route, options),
  refetchInterval: pollUnlessPushed(),
});

/** Each page starts at the cursor with which the one before ends. */
export const cursors = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor ?? undefined,
};

/** How many lines of a list a request answers, if it does not say otherwise. */
export const pageSize = 50;

/** The pages of a list that a call answers, as a query of a group. */
export const pages = <R extends Route>(
  group: QueryKey,
  route: R,
  query?: Omit<QueryOf<R>, 'cursor'>,
  params?: ParamsOf<R>,
) => ({
  ...cursors,
  queryKey: [...group, route.path, 'pages', params, query] as QueryKey,
  queryFn: ({ pageParam, signal }: QueryFunctionContext<QueryKey, string | undefined>) =>
    call(route, {
      signal,
      query: { limit: pageSize, ...query, cursor: pageParam } as unknown as QueryOf<R>,
      ...(params !== undefined && { params }),
    }),
});

/** Loads the next page of a list. The fetch that this replaces may have been for a change, so it is repeated. */
export async function loadNextPage(
  list: Pick<UseInfiniteQueryResult, 'isFetching' | 'fetchNextPage' | 'refetch'>,
): Promise<void> {
  await list.fetchNextPage();
  if (list.isFetching) await list.refetch();
}

const slowPollMs = 15_000;

/** A long list is polled less often, since each poll reloads all its pages. */
export const pollPages = (query: { readonly state: QueryState<InfiniteData<unknown, unknown>> }) =>
  pollUnlessPushed((query.state.data?.pages.length ?? 0) > 2 ? slowPollMs : undefined)(query);
