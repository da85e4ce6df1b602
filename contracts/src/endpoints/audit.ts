import { z } from 'zod';
import { actorRoles } from '../events/metadata.ts';
import { sides } from '../ids.ts';
import { usdtSchema } from '../money.ts';
import { orderStatuses } from '../order-status.ts';
import { orderParams } from './claims.ts';
import { endpoint, pageQuery } from './endpoint.ts';
import { ledgerId, moment, nextCursor } from './order-views.ts';

/** The order as it stood after an event. `feeTotal` is what its settled fills have cost so far. */
const stateAfter = z.object({
  status: z.enum(orderStatuses),
  open: usdtSchema,
  reserved: usdtSchema,
  settled: usdtSchema,
  withdrawn: usdtSchema,
  feeTotal: usdtSchema,
});

/**
 * One event of an order's life, its own or one of its trades'. To an owner, who acted is told only where it was
 * they themselves, and the other order of a trade is left out: those are other people's.
 */
const trailEntry = z.object({
  entry: z.int().positive(),
  eventId: z.uuid(),
  stream: z.string(),
  revision: z.int().nonnegative(),
  type: z.string(),
  at: moment,
  actorId: ledgerId.nullable(),
  actorNickname: z.string().nullable(),
  actorRole: z.enum(actorRoles),
  reason: z.string().nullable(),
  tradeId: ledgerId.nullable(),
  counterOrderId: ledgerId.nullable(),
  amount: usdtSchema.nullable(),
  fee: usdtSchema.nullable(),
  commandId: z.uuid().nullable(),
  prevHash: z.string(),
  hash: z.string(),
  state: stateAfter,
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
      amount: usdtSchema,
      /** Whether the hash chains of the order's stream and of its trades' verify, and the trail says what they say. */
      verified: z.boolean(),
      items: z.array(trailEntry),
      nextCursor,
    }),
    errors: ['ORDER_NOT_FOUND'],
  }),
} as const;
