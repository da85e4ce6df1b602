import { z } from 'zod';
import { krwRangeIds } from '../krw-ranges.ts';
import { conflictsOfInterest } from '../ledger-refusals.ts';
import { orderGroups, ownOrderSorts } from '../order-status.ts';
import type { CallPath } from '../paths/call-path.ts';
import { buyOrderPaths, combinedOrderPaths, sellOrderPaths } from '../paths/orders.ts';
import { rejectionReasons } from '../rejection-reasons.ts';
import { usdtSchema } from '../schemas/money.ts';
import { clientKrw, clientRate, clientUsdt, orderParams, searchText } from './client-values.ts';
import { endpoint, nextCursor, pageOf, pageQuery, storedLanguage } from './endpoint.ts';
import { tetherAddressField } from './member-fields.ts';
import {
  adminOrderView,
  count,
  orderReceipt,
  orderView,
  ownInProgressView,
  ownOrderView,
  publicOrderView,
  publicTradeView,
  settledParts,
} from './order-views.ts';

/** Sent by the specification's clients with a cancellation; the token identifies the caller. */
const cancelBody = z.object({ storedLanguage, nickname: z.string().max(100).optional() });
const languageParams = orderParams.extend({ language: z.string().max(10) });

/** A message, and the order's new state. */
const orderMessage = z.object({ message: z.string(), order: orderReceipt });

const placement = z.object({ krwAmount: clientKrw, price: clientRate, amount: clientUsdt, storedLanguage });
/** The figures are checked by their own rules; by their types alone they would be optional. */
const figuresRequired = { required: ['krwAmount', 'price', 'amount'] };
const placementErrors = [
  'ACCOUNT_INACTIVE',
  'USER_NOT_VERIFIED',
  'KRW_NOT_POSITIVE',
  'ORDER_TOO_SMALL',
  'TOO_MANY_OF_DAY',
  'TOO_MANY_PENDING',
  'LEVEL_LIMIT',
  'USDT_NOT_POSITIVE',
  'USDT_MISMATCH',
  'WON_ROUND_TO_ZERO',
  'AMOUNT_TOO_LARGE',
  'TETHER_ADDRESS_REQUIRED',
  'TETHER_ADDRESS_UNCONFIRMED',
  'BANK_ACCOUNT_REQUIRED',
  'BANK_ACCOUNT_UNCONFIRMED',
  'PRICE_NOT_SET',
  'PRICE_CHANGED',
] as const;

const changedOrderErrors = ['ORDER_NOT_FOUND', 'STALE_REVISION'] as const;

/**
 * - `range`: one of the specification's ranges of won.
 * - `search`: part of an order code or of a nickname, case-insensitive, or an order's id; blank matches all.
 * - `sort` is by age, by default the oldest first. `waiting` begins with the longest wait in the current state: an
 *   order in a match since its oldest match, those with overdue payment first; every other one since it was placed.
 */
const queueQuery = pageQuery.extend({
  range: z.enum(krwRangeIds).optional(),
  search: searchText,
  sort: z.enum(['oldest', 'newest', 'waiting']).default('oldest'),
});
const adminQueue = pageOf(adminOrderView);

/** `group`: only the caller's own orders with these statuses; `sort`: their order. The public list has neither. */
const listingQuery = pageQuery.extend({
  group: z.enum(orderGroups).optional(),
  sort: z.enum(ownOrderSorts).default('status'),
});

/**
 * Over all of a member's orders of a side, in the page's snapshot. `offered` is the open amount of those that were
 * neither rejected nor cancelled. `orders` and `groups` count the orders in the list, so none in progress.
 */
const ownTotals = z.object({
  offered: usdtSchema,
  reserved: usdtSchema,
  settled: usdtSchema,
  ...settledParts,
  orders: count,
  groups: z.object({ pending: count, open: count, partial: count, completed: count, ended: count }),
});
export type OwnTotals = z.output<typeof ownTotals>;

/** `totals` on the first page only. */
const ownPage = z.object({
  view: z.literal('own'),
  ...pageOf(orderView).shape,
  totals: ownTotals.nullable(),
});
const publicPage = z.object({
  view: z.literal('public'),
  ...pageOf(publicOrderView).shape,
  recentTrades: z.array(publicTradeView),
});

const queue = <At extends CallPath<'GET', 'admin'>>(path: At, summary: string) =>
  endpoint(path, { summary, polled: true, query: queueQuery, response: adminQueue });

/** Why an order is rejected; the specification's clients give no reason. */
const rejection = z.object({ storedLanguage, reason: z.enum(rejectionReasons).optional() });

const review = {
  response: orderMessage,
  ledger: true,
  errors: [...changedOrderErrors, ...conflictsOfInterest, 'ORDER_NOT_PENDING'],
} as const;

const endpointsOfSide = (side: 'sell' | 'buy', paths: typeof sellOrderPaths | typeof buyOrderPaths) => ({
  listing: endpoint(paths.listing, {
    summary: `With a token the caller's own ${side} orders that are not in progress; without one the public list.`,
    query: listingQuery,
    response: z.discriminatedUnion('view', [ownPage, publicPage]),
  }),
  ownInProgress: endpoint(paths.ownInProgress, {
    summary: `The caller's own ${side} orders with something reserved in a match: those of which a match waits for the caller, then newest first.`,
    query: pageQuery,
    response: pageOf(ownInProgressView),
  }),
  cancelOwn: endpoint(paths.cancelOwn, {
    summary: 'The owner cancels an order that is still pending approval.',
    params: orderParams,
    body: cancelBody,
    response: orderMessage,
    ledger: true,
    errors: [...changedOrderErrors, 'ORDER_NOT_PENDING'],
  }),
  cancelByAdmin: endpoint(paths.cancelByAdmin, {
    summary: 'An admin cancels the rest of an order without live matches.',
    params: orderParams,
    body: cancelBody,
    response: orderMessage,
    ledger: true,
    errors: [...changedOrderErrors, ...conflictsOfInterest, 'ORDER_NOT_OPEN', 'ORDER_HAS_LIVE_MATCH'],
  }),
  pending: queue(paths.pending, `Orders to ${side} that wait for approval.`),
  open: queue(paths.open, `Approved orders to ${side} with something still open.`),
  inProgress: queue(paths.inProgress, `Orders to ${side} with something reserved in a match.`),
});

export const sellOrderEndpoints = {
  ...endpointsOfSide('sell', sellOrderPaths),
  place: endpoint(sellOrderPaths.place, {
    summary: 'Places a sell order at the current price. The server computes the USDT from the won.',
    body: placement.extend({ tetherAddress: tetherAddressField.optional() }).meta(figuresRequired),
    response: orderMessage.extend({ wallet: z.object({ differsFromSignUp: z.boolean() }) }),
    success: 201,
    ledger: true,
    errors: [...placementErrors, 'TETHER_ADDRESS_INVALID'],
  }),
  approve: endpoint(sellOrderPaths.approve, {
    ...review,
    summary: 'Approves a pending sell order.',
    params: languageParams,
  }),
  reject: endpoint(sellOrderPaths.reject, {
    ...review,
    summary: 'Rejects a pending sell order, with a reason for its member.',
    params: languageParams,
    body: rejection,
  }),
} as const;

export const buyOrderEndpoints = {
  ...endpointsOfSide('buy', buyOrderPaths),
  place: endpoint(buyOrderPaths.place, {
    summary: 'Places a buy order at the current price. The server computes the USDT from the won.',
    body: placement.meta(figuresRequired),
    response: orderMessage,
    success: 201,
    ledger: true,
    errors: placementErrors,
  }),
  approve: endpoint(buyOrderPaths.approve, {
    ...review,
    summary: 'Approves a pending buy order.',
    params: orderParams,
    body: z.object({ storedLanguage }),
  }),
  reject: endpoint(buyOrderPaths.reject, {
    ...review,
    summary: 'Rejects a pending buy order, with a reason for its member.',
    params: orderParams,
    body: rejection,
  }),
} as const;

const publicOrders = z.object({
  view: z.literal('public'),
  combinedOrders: z.array(publicOrderView),
  nextCursor,
});
const allOrders = z.object({ view: z.literal('admin'), combinedOrders: z.array(adminOrderView), nextCursor });

/** For one side or both. */
export const combinedOrderEndpoints = {
  ownOrder: endpoint(combinedOrderPaths.ownOrder, {
    summary: "One of the caller's own orders.",
    params: orderParams,
    response: ownOrderView,
    errors: ['ORDER_NOT_FOUND'],
  }),
  allOrders: endpoint(combinedOrderPaths.allOrders, {
    summary:
      'Orders of both sides, newest first: open and masked for the public, all and whole for an admin.',
    query: pageQuery.extend({ status: z.string().max(40).optional() }),
    response: z.discriminatedUnion('view', [publicOrders, allOrders]),
  }),
} as const;
