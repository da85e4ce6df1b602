import { z } from 'zod';
import { sides } from '../ids.ts';
import { type KrwRangeId, krwRangeIds } from '../krw-ranges.ts';
import { staffPaths } from '../paths/staff.ts';
import { priceSchema, rateSchema, usdtSchema } from '../schemas/money.ts';
import { memberParams, orderParams } from './client-values.ts';
import { endpoint, pageOf, pageQuery } from './endpoint.ts';
import {
  adminOrderView,
  count,
  exchanged,
  ledgerId,
  orderTerms,
  person,
  priceLimits,
  timestamp,
  tradeStatus,
  waitingCount,
} from './order-views.ts';

/** The number of orders, in total and per range of won. */
const orderCount = z.object({
  total: count,
  ranges: z.object(
    Object.fromEntries(krwRangeIds.map((id) => [id, count])) as Record<KrwRangeId, typeof count>,
  ),
});
/** The orders in a queue, and since when the oldest waits. */
const queueCount = orderCount.extend({ oldest: timestamp.nullable() });
/** `openInProgress`: those that are in both queues, and so in both counts. */
const sideCounts = z.object({
  pending: queueCount,
  open: queueCount,
  inProgress: queueCount,
  openInProgress: orderCount,
});

/** `open`: the current open amount, available for the match. */
const proposedOrder = z.object({ ...orderTerms, userId: person, open: usdtSchema, revision: count });

/**
 * One counterpart, and the match with it: the figures of `match-orders/preview`, by the same rules. `remaining` is the
 * open amount left of the given order.
 */
const matchProposal = z.object({
  counterpart: proposedOrder,
  exactAmount: z.boolean(),
  ...exchanged,
  maker: z.enum(sides),
  limits: priceLimits,
  beyondLimit: z.array(z.enum(sides)),
  feeEstimate: usdtSchema,
  feeRate: rateSchema,
  sellAboveBuyBy: priceSchema.nullable(),
  remaining: usdtSchema,
});
export type MatchProposal = z.output<typeof matchProposal>;

/** A match of one member: their side and the other party. */
const memberTrade = z.object({
  _id: ledgerId,
  side: z.enum(sides),
  ...tradeStatus,
  orderId: ledgerId,
  orderCode: z.string(),
  counterOrderId: ledgerId,
  counterpart: person,
  ...exchanged,
  fee: usdtSchema.nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type MemberTrade = z.output<typeof memberTrade>;

/** The calls of the admins' screens in addition to the specification's. */
export const staffEndpoints = {
  queueCounts: endpoint(staffPaths.queueCounts, {
    polled: true,
    summary:
      'The number of orders in each queue of each side, in total and by range of won, of matches in progress, and of disputes and appeals that wait for an admin.',
    response: z.object({ sell: sideCounts, buy: sideCounts, liveTrades: count, disputes: waitingCount }),
  }),
  order: endpoint(staffPaths.order, {
    summary: 'One order, as in the queues.',
    params: orderParams,
    response: adminOrderView,
    errors: ['ORDER_NOT_FOUND'],
  }),
  matchProposals: endpoint(staffPaths.matchProposals, {
    summary:
      'The best counterparts for an open order: those whose price needs no consent first, then an exact amount, then the same price, then the oldest. Of active owners, never its own, never one it is matched with now.',
    params: orderParams,
    query: z.object({ limit: z.coerce.number().int().min(1).max(20).default(5) }),
    response: z.object({ order: proposedOrder, items: z.array(matchProposal) }),
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_OPEN'],
  }),
  memberOrders: endpoint(staffPaths.memberOrders, {
    summary: 'All orders of one member, newest first.',
    params: memberParams,
    query: pageQuery,
    response: pageOf(adminOrderView),
    errors: ['MEMBER_NOT_FOUND'],
  }),
  memberTrades: endpoint(staffPaths.memberTrades, {
    summary: 'All matches of one member, on either side, newest first.',
    params: memberParams,
    query: pageQuery,
    response: pageOf(memberTrade),
    errors: ['MEMBER_NOT_FOUND'],
  }),
} as const;
