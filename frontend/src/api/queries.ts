import type { Side } from '@matgyo/contracts/ids';
import type { QueryKey } from '@tanstack/react-query';
import { call, type OptionsOf, type ParamsOf, type QueryOf, type Route } from './call.ts';

/** Keys of all cached data. A member's own data begins with `own`, so that signing out removes it. */
export const queryKeys = {
  price: { current: ['price', 'current'], history: (days: number) => ['price', 'history', days] },
  publicOrders: (side: Side) => ['public-orders', side],
  config: ['config'],
  own: {
    all: ['own'],
    account: (nickname: string) => ['own', 'account', nickname],
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
      unread: ['own', 'chat', 'lists', 'unread'],
      sessions: (filters: object) => ['own', 'chat', 'lists', 'sessions', filters],
      mine: ['own', 'chat', 'lists', 'mine'],
      messages: (room: string) => ['own', 'chat', 'messages', room],
      people: (room: string) => ['own', 'chat', 'people', room],
      image: (id: string) => ['own', 'chat', 'image', id],
    },
    notifications: {
      all: ['own', 'notifications'],
      list: (box: string) => ['own', 'notifications', 'list', box],
      unread: (box: string) => ['own', 'notifications', 'unread', box],
      /** This browser's push subscription. */
      browser: (language: string) => ['own', 'notifications', 'browser', language],
    },
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
      cases: (show: string) => ['own', 'trades', 'cases', show],
      case: (id: string) => ['own', 'trades', 'case', id],
      payment: (tradeId: string) => ['own', 'trades', 'payment', tradeId],
      history: (query: object) => ['own', 'trades', 'history', query],
      partners: ['own', 'trades', 'partners'],
      transactions: (query: object) => ['own', 'trades', 'transactions', query],
    },
    orderName: (orderId: string) => ['own', 'order-name', orderId],
    trail: (orderId: string) => ['own', 'orders', 'trail', orderId],
    /** The admins' queues and matches: a change of any order or trade affects all of `orders`. */
    admin: {
      orders: ['own', 'admin', 'orders'],
      queue: (side: Side, queue: string, filter: object) => ['own', 'admin', 'orders', side, queue, filter],
      counts: ['own', 'admin', 'orders', 'counts'],
      proposals: (orderId: string) => ['own', 'admin', 'orders', 'proposals', orderId],
      named: (side: Side, text: string) => ['own', 'admin', 'orders', 'named', side, text],
      preview: (match: object) => ['own', 'admin', 'orders', 'preview', match],
      one: (orderId: string) => ['own', 'admin', 'orders', 'one', orderId],
      found: (search: string) => ['own', 'admin', 'orders', 'found', search],
      stuck: ['own', 'admin', 'stuck'],
    },
    /** Data of all members, for admins and managers. */
    staff: {
      stats: (of: 'all' | 'invited') => ['own', 'staff', 'stats', of],
      matchedOrders: (search: string) => ['own', 'staff', 'matched-orders', search],
      matchedOrder: (orderId: string) => ['own', 'staff', 'matched-order', orderId],
      priceLog: ['own', 'staff', 'price-log'],
      members: {
        all: ['own', 'staff', 'members'],
        list: (filters: object) => ['own', 'staff', 'members', 'list', filters],
        one: (memberId: string) => ['own', 'staff', 'members', 'one', memberId],
        payouts: ['own', 'staff', 'members', 'payouts'],
        orders: (memberId: string) => ['own', 'staff', 'members', 'orders', memberId],
        trades: (memberId: string) => ['own', 'staff', 'members', 'trades', memberId],
        level: (memberId: string) => ['own', 'staff', 'members', 'level', memberId],
        editor: (...of: [nickname: string, revision: string]) => ['own', 'staff', 'members', 'editor', ...of],
      },
      levelTables: ['own', 'staff', 'level-tables'],
      inbox: ['own', 'staff', 'inbox'],
      feeReport: (query: object) => ['own', 'staff', 'fees', 'report', query],
      feeDays: (query: object) => ['own', 'staff', 'fees', 'days', query],
      feeComparison: (query: object) => ['own', 'staff', 'fees', 'comparison', query],
      levelsDryRun: (query: object) => ['own', 'staff', 'levels-dry-run', query],
      feeDryRun: (query: object) => ['own', 'staff', 'fees', 'dry-run', query],
      trialBalance: (asOf: string) => ['own', 'staff', 'trial-balance', asOf],
      balanceComparison: (query: object) => ['own', 'staff', 'balance-comparison', query],
      auditLog: (filters: object) => ['own', 'staff', 'audit-log', filters],
      publicKeys: ['own', 'staff', 'public-keys'],
      replays: {
        all: ['own', 'staff', 'replays'],
        list: ['own', 'staff', 'replays', 'list'],
        one: (replayId: string) => ['own', 'staff', 'replays', 'one', replayId],
      },
    },
  },
} as const;

/** The answer of a call, for a query under this key. */
export const answerTo = <R extends Route>(queryKey: QueryKey, route: R, options?: OptionsOf<R>) => ({
  queryKey,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(route, { ...options, signal }),
});

/** How often a visible screen polls while changes are not pushed. */
export const pollEveryMs = 3000;

let pushed = false;

/** Sets whether changes come over the socket now. */
export function setPushed(now: boolean): void {
  pushed = now;
}

interface PolledQuery {
  readonly state: { readonly error: Error | null };
}

/**
 * A `refetchInterval` that pauses while changes are pushed. It is evaluated again with each reply, so that a switch
 * between the two fetches everything shown once. A fetch that failed after a push is retried, because the push is not
 * repeated.
 */
export const pollUnlessPushed =
  (everyMs = pollEveryMs) =>
  ({ state }: PolledQuery): number | false =>
    pushed && state.error === null ? false : everyMs;

/** Each page starts at the cursor with which the one before ends. */
export const cursors = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor ?? undefined,
};

interface PageRequest {
  readonly pageParam: string | undefined;
  readonly signal: AbortSignal;
}

/** The pages of a list that a call answers. */
export const pages = <R extends Route>(
  route: R,
  query: Omit<QueryOf<R>, 'cursor'>,
  params?: ParamsOf<R>,
) => ({
  ...cursors,
  queryFn: ({ pageParam, signal }: PageRequest) =>
    call(route, {
      signal,
      query: { ...query, cursor: pageParam } as unknown as QueryOf<R>,
      ...(params !== undefined && { params }),
    }),
});

const slowPollMs = 15_000;

interface PagedQuery {
  readonly state: {
    readonly data?: { readonly pages: readonly unknown[] } | undefined;
    readonly error: Error | null;
  };
}

/** A long list is polled less often, since each poll reloads all its pages. */
export const pollPages = (query: PagedQuery) =>
  pollUnlessPushed((query.state.data?.pages.length ?? 0) > 2 ? slowPollMs : undefined)(query);
