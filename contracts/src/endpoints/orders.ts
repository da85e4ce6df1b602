import { z } from 'zod';
import { krwRangeIds } from '../krw-ranges.ts';
import { krwInput } from '../money.ts';
import { krwClaim, orderParams, rateClaim, usdtFigure } from './claims.ts';
import { endpoint, pageQuery, storedLanguage } from './endpoint.ts';
import {
  adminOrderView,
  nextCursor,
  orderReceipt,
  orderView,
  publicOrderView,
  publicTradeView,
} from './order-views.ts';

const language = z.object({ storedLanguage });
/** What the specification's clients send along with a cancellation; the token says who asks. */
const cancelBody = language.extend({ nickname: z.string().max(100).optional() });
const languageParams = orderParams.extend({ language: z.string().max(10) });

/** What is said and how the order stands now. */
const orderMessage = z.object({ message: z.string(), order: orderReceipt });

const placement = z.object({ krwAmount: krwClaim, price: rateClaim, amount: usdtFigure, storedLanguage });
/** Figures are checked by their rules, so the shape alone would call them optional. */
const figuresRequired = { required: ['krwAmount', 'price', 'amount'] };
const placementErrors = [
  'ACCOUNT_INACTIVE',
  'USER_NOT_VERIFIED',
  'KRW_NOT_POSITIVE',
  'ORDER_TOO_SMALL',
  'TOO_MANY_PENDING',
  'USDT_NOT_POSITIVE',
  'USDT_MISMATCH',
  'WON_ROUND_TO_ZERO',
  'AMOUNT_TOO_LARGE',
  'PRICE_NOT_SET',
  'PRICE_CHANGED',
] as const;

const actOnOrderErrors = ['ORDER_NOT_FOUND', 'STALE_REVISION'] as const;

/**
 * - `range`: one of the specification's ranges of won; `minKrw` and `maxKrw` are any others, both ends included.
 * - `search`: part of an order code or of a nickname, whatever the case; blank finds everything.
 * - `status`: a status as it is shown, older spellings included.
 * - `olderThanMinutes`: only what has waited at least so long.
 * - `sort` is by age: the oldest first unless asked.
 */
const queueQuery = pageQuery.extend({
  range: z.enum(krwRangeIds).optional(),
  minKrw: krwInput.optional(),
  maxKrw: krwInput.optional(),
  search: z.string().trim().max(60).default(''),
  status: z.string().max(40).optional(),
  olderThanMinutes: z.coerce.number().int().min(0).max(5_256_000).optional(),
  sort: z.enum(['oldest', 'newest']).default('oldest'),
});
const adminQueue = z.object({ items: z.array(adminOrderView), nextCursor });

const ownPage = z.object({ view: z.literal('own'), items: z.array(orderView), nextCursor });
const publicPage = z.object({
  view: z.literal('public'),
  items: z.array(publicOrderView),
  nextCursor,
  recentTrades: z.array(publicTradeView),
});

const sideLists = (side: 'sell' | 'buy') => ({
  listing: endpoint({
    method: 'GET',
    path: side === 'sell' ? '/sell/sell-orders' : '/buy/buy-orders',
    access: 'anyone',
    summary: `With a token the caller's own ${side} orders that are not in progress; without one the public list.`,
    query: pageQuery,
    response: z.discriminatedUnion('view', [ownPage, publicPage]),
  }),
  ownInProgress: endpoint({
    method: 'GET',
    path: side === 'sell' ? '/sell/user/inProgress-orders' : '/buy/user/inProgress-orders',
    access: 'signed-in',
    summary: `The caller's own ${side} orders with something reserved in a match.`,
    query: pageQuery,
    response: z.object({ items: z.array(orderView), nextCursor }),
  }),
  cancelOwn: endpoint({
    method: 'DELETE',
    path: side === 'sell' ? '/sell/sell-orders/:id/cancel' : '/buy/buy-orders/:id/cancel',
    access: 'signed-in',
    summary: 'The owner withdraws an order that is still pending approval.',
    params: orderParams,
    body: cancelBody,
    response: orderMessage,
    ledger: true,
    errors: [...actOnOrderErrors, 'ORDER_NOT_PENDING'],
  }),
  cancelByAdmin: endpoint({
    method: 'DELETE',
    path: side === 'sell' ? '/sell/admin/sell-orders/:id/cancel' : '/buy/admin/buy-orders/:id/cancel',
    access: 'admin',
    summary: 'An admin withdraws what is left of an order of which nothing is in a match.',
    params: orderParams,
    body: cancelBody,
    response: orderMessage,
    ledger: true,
    errors: [...actOnOrderErrors, 'ORDER_NOT_OPEN', 'ORDER_HAS_LIVE_MATCH'],
  }),
});

const queue = (path: string, summary: string) =>
  endpoint({ method: 'GET', path, access: 'admin', summary, query: queueQuery, response: adminQueue });

const review = {
  method: 'POST',
  access: 'admin',
  response: orderMessage,
  ledger: true,
  errors: [...actOnOrderErrors, 'ORDER_NOT_PENDING'],
} as const;

export const sellOrderEndpoints = {
  ...sideLists('sell'),
  place: endpoint({
    method: 'POST',
    path: '/sell',
    access: 'signed-in',
    summary: 'Places a sell order at the current price. The server computes the USDT from the won.',
    body: placement.extend({ tetherAddress: z.string().max(100).optional() }).meta(figuresRequired),
    response: orderMessage.extend({ wallet: z.object({ differsFromSignUp: z.boolean() }) }),
    success: 201,
    ledger: true,
    errors: [...placementErrors, 'TETHER_ADDRESS_INVALID'],
  }),
  pending: queue('/sell/admin/all/pending-orders', 'Sell orders waiting for approval.'),
  open: queue('/sell/admin/all/onsale-orders', 'Approved sell orders with something still open.'),
  inProgress: queue('/sell/admin/all/inProgress-orders', 'Sell orders with something reserved in a match.'),
  approve: endpoint({
    ...review,
    path: '/sell/admin/sell-orders/:id/approve/:language',
    summary: 'Approves a pending sell order.',
    params: languageParams,
  }),
  reject: endpoint({
    ...review,
    path: '/sell/admin/sell-orders/:id/reject/:language',
    summary: 'Rejects a pending sell order.',
    params: languageParams,
  }),
} as const;

export const buyOrderEndpoints = {
  ...sideLists('buy'),
  place: endpoint({
    method: 'POST',
    path: '/buy',
    access: 'signed-in',
    summary: 'Places a buy order at the current price. The server computes the USDT from the won.',
    body: placement.meta(figuresRequired),
    response: orderMessage,
    success: 201,
    ledger: true,
    errors: placementErrors,
  }),
  pending: queue('/buy/admin/all/pending-orders', 'Buy orders waiting for approval.'),
  open: queue('/buy/admin/all/onbuy-orders', 'Approved buy orders with something still open.'),
  inProgress: queue('/buy/admin/all/inProgress-orders', 'Buy orders with something reserved in a match.'),
  approve: endpoint({
    ...review,
    path: '/buy/admin/buy-orders/:id/approve',
    summary: 'Approves a pending buy order.',
    params: orderParams,
    body: language,
  }),
  reject: endpoint({
    ...review,
    path: '/buy/admin/buy-orders/:id/reject',
    summary: 'Rejects a pending buy order.',
    params: orderParams,
    body: language,
  }),
} as const;

const publicOrders = z.object({
  view: z.literal('public'),
  combinedOrders: z.array(publicOrderView),
  nextCursor,
});
const allOrders = z.object({ view: z.literal('admin'), combinedOrders: z.array(adminOrderView), nextCursor });

/** Both sides at once. */
export const combinedOrderEndpoints = {
  allOrders: endpoint({
    method: 'GET',
    path: '/sell/all-orders',
    access: 'anyone',
    summary:
      'Orders of both sides, newest first: open and masked for the public, all and whole for an admin.',
    query: pageQuery.extend({ status: z.string().max(40).optional() }),
    response: z.discriminatedUnion('view', [publicOrders, allOrders]),
  }),
} as const;
