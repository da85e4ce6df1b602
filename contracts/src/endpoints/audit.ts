import { z } from 'zod';
import { sides } from '../ids.ts';
import { usdtSchema } from '../money.ts';
import { orderStatuses } from '../order-status.ts';
import { orderParams } from './claims.ts';
import { endpoint, pageQuery } from './endpoint.ts';
import { ledgerId, moment, nextCursor } from './order-views.ts';

/** The order as it stood after an event. */
const stateAfter = z.object({
  status: z.enum(orderStatuses),
  amount: usdtSchema,
  open: usdtSchema,
  reserved: usdtSchema,
  settled: usdtSchema,
  withdrawn: usdtSchema,
});

/**
 * One event of an order's life. `data` is the event's own; what would tell an owner about other people is
 * left out of it, and `actorId` is null unless the owner or the reader is an admin.
 */
const trailEntry = z.object({
  eventId: z.string(),
  stream: z.string(),
  revision: z.int().nonnegative(),
  type: z.string(),
  at: moment,
  actorId: z.string().nullable(),
  actorNickname: z.string().nullable(),
  actorRole: z.string(),
  data: z.record(z.string(), z.unknown()),
  prevHash: z.string(),
  hash: z.string(),
  state: stateAfter.nullable(),
});
export type TrailEntry = z.output<typeof trailEntry>;

export const auditEndpoints = {
  orderTrail: endpoint({
    method: 'GET',
    path: '/orders/:id/trail',
    access: 'signed-in',
    summary: 'An order’s whole life and that of its matches, in order, with the state after each event.',
    params: orderParams,
    query: pageQuery,
    response: z.object({
      orderId: ledgerId,
      orderCode: z.string(),
      side: z.enum(sides),
      /** Whether the hash chain of every stream shown verifies. */
      verified: z.boolean(),
      items: z.array(trailEntry),
      nextCursor,
    }),
    errors: ['ORDER_NOT_FOUND'],
  }),
} as const;
