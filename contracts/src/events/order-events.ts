import { z } from 'zod';
import { sides } from '../ids.ts';
import { memberIdSchema, orderIdSchema, tradeIdSchema } from '../schemas/ids.ts';
import { krwSchema, priceSchema, rateSchema, usdtSchema } from '../schemas/money.ts';
import type { EventsOf } from './event.ts';
import { reasonCode } from './reasons.ts';

const orderId = orderIdSchema;

/** Events of `order-<id>`, version 1 each. */
export const orderEventSchemas = {
  /** `priceRevision` is the revision of the price stream whose price the member accepted. */
  OrderPlaced: z.object({
    orderId,
    side: z.enum(sides),
    memberId: memberIdSchema,
    amount: usdtSchema,
    krwAmount: krwSchema,
    price: priceSchema,
    priceRevision: z.int().nonnegative(),
  }),
  OrderApproved: z.object({ orderId }),
  OrderRejected: z.object({ orderId, reason: reasonCode }),
  /** `withdrawn` is the amount that was still open; settled fills stay settled. */
  OrderCancelled: z.object({
    orderId,
    by: z.enum(['owner', 'admin']),
    withdrawn: usdtSchema,
    reason: reasonCode,
  }),
  FillReserved: z.object({
    orderId,
    tradeId: tradeIdSchema,
    counterOrderId: orderIdSchema,
    amount: usdtSchema,
  }),
  /** Blocks a late reservation: the trade was rejected before it reserved in this order. */
  FillRefused: z.object({ orderId, tradeId: tradeIdSchema, reason: reasonCode }),
  FillReleased: z.object({ orderId, tradeId: tradeIdSchema, amount: usdtSchema, reason: reasonCode }),
  /**
   * A sell order's settlement carries the fee, borne by the seller on top; a buy order's carries none. `released`: the
   * rest of what the trade had reserved, if a ruling completed less.
   */
  FillSettled: z.object({
    orderId,
    tradeId: tradeIdSchema,
    amount: usdtSchema,
    released: usdtSchema.optional(),
    fee: usdtSchema.optional(),
    feeRate: rateSchema.optional(),
  }),
  OrderCompleted: z.object({ orderId }),
} as const;

export type OrderEvent = EventsOf<typeof orderEventSchemas>;
