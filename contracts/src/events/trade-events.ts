import { z } from 'zod';
import { memberIdSchema, orderIdSchema, tradeIdSchema } from '../schemas/ids.ts';
import { krwSchema, priceSchema, rateSchema, usdtSchema } from '../schemas/money.ts';
import { caseEventSchemas } from './case-events.ts';
import type { EventsOf } from './event.ts';
import { paymentEventSchemas } from './payment-events.ts';
import { reasonCode } from './reasons.ts';

const tradeId = tradeIdSchema;

/** What a trade is about; frozen when it is proposed. */
const terms = {
  tradeId,
  sellOrderId: orderIdSchema,
  buyOrderId: orderIdSchema,
  sellerId: memberIdSchema,
  buyerId: memberIdSchema,
  amount: usdtSchema,
  price: priceSchema,
  krw: krwSchema,
  feeRate: rateSchema,
  feeRule: z.string().min(1),
};

/** Events of `trade-<id>`, version 1 each. */
export const tradeEventSchemas = {
  TradeProposed: z.object(terms),
  TradeMatched: z.object({ tradeId }),
  TradeRejecting: z.object({ tradeId, reason: reasonCode }),
  TradeRejected: z.object({ tradeId, reason: reasonCode }),
  ...paymentEventSchemas,
  ...caseEventSchemas,
  /**
   * Freezes the seller's referral code at the decision, so that every process that finishes the trade states the same. `reason`: why
   * it is completed although a step was not marked.
   */
  TradeCompleting: z.object({
    tradeId,
    sellerReferralCode: z.string().nullable(),
    reason: reasonCode.optional(),
  }),
  /** Repeats everything figures need: reports derive from this event alone. */
  TradeCompleted: z.object({ ...terms, fee: usdtSchema, sellerReferralCode: z.string().nullable() }),
  TradeCancelling: z.object({ tradeId, reason: reasonCode }),
  TradeCancelled: z.object({ tradeId, reason: reasonCode }),
} as const;

export type CaseEvent = EventsOf<typeof caseEventSchemas>;
export type PaymentEvent = EventsOf<typeof paymentEventSchemas>;
export type TradeEvent = EventsOf<typeof tradeEventSchemas>;
