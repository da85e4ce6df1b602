import { z } from 'zod';
import { sides } from '../ids.ts';
import { sha256Hex } from '../proofs.ts';
import { tradeIdSchema } from '../schemas/ids.ts';
import { krwSchema, rateSchema, usdtSchema } from '../schemas/money.ts';
import { approvalMark, exchange, requiredApproval } from './approval-events.ts';
import { caseEventSchemas } from './case-events.ts';
import type { EventsOf } from './event.ts';
import { paymentEventSchemas } from './payment-events.ts';
import { reasonCode } from './reasons.ts';

const tradeId = tradeIdSchema;

/** The terms of a trade; fixed when it is proposed. */
const terms = { ...exchange, feeRate: rateSchema, feeRule: z.string().min(1) };

const figures = { ...terms, fee: usdtSchema, sellerReferralCode: z.string().nullable() };

/** `approval`: set if an order was above the limit for one admin. `fourEyesKrw`: that limit, where neither was. */
const fourEyes = { approval: approvalMark, fourEyesKrw: krwSchema.optional() };

/** Whose consent a match at this price needs, and how many minutes they have. */
const wantedConsent = z.object({ of: z.array(z.enum(sides)).min(1).max(2), minutes: z.int().min(1) });

/** Events of `trade-<id>`, version 1 each. */
export const tradeEventSchemas = {
  /** Without `consent`: the price is within both limits. */
  TradeProposed: z.object({ ...terms, consent: wantedConsent.optional() }),
  /** Reserved on both orders; the time for the members' consent begins. */
  TradeOffered: z.object({ tradeId }),
  /** The owner of the order of `side` accepts the price. */
  ConsentGiven: z.object({ tradeId, side: z.enum(sides) }),
  TradeMatched: z.object({ tradeId }),
  TradeRejecting: z.object({ tradeId, reason: reasonCode }),
  TradeRejected: z.object({ tradeId, reason: reasonCode }),
  ...paymentEventSchemas,
  ...caseEventSchemas,
  /**
   * Freezes the seller's referral code at the decision, so that every process that finishes the trade states the same.
   * `reason`: why it is completed although a step was not marked. `amount` and `krw`: what a ruling completes, if less
   * than matched.
   */
  TradeCompleting: z.object({
    tradeId,
    sellerReferralCode: z.string().nullable(),
    reason: reasonCode.optional(),
    amount: usdtSchema.optional(),
    krw: krwSchema.optional(),
    ...fourEyes,
  }),
  /** Repeats all data that reports need: they are derived from this event alone. */
  TradeCompleted: z.object(figures),
  /**
   * Reverses the whole trade: reports take its figures back at the time of this event. `grounds`: SHA-256 of a text
   * that stays outside the log. `approval`: that of another admin, or that there was none.
   */
  TradeReversed: z.object({ ...figures, reason: reasonCode, grounds: sha256Hex, approval: requiredApproval }),
  /** By a ruling it states its approval, or the limit; rulings of earlier versions and other cancellations do not. */
  TradeCancelling: z.object({ tradeId, reason: reasonCode, ...fourEyes }),
  TradeCancelled: z.object({ tradeId, reason: reasonCode }),
} as const;

export type CaseEvent = EventsOf<typeof caseEventSchemas>;
export type PaymentEvent = EventsOf<typeof paymentEventSchemas>;
export type TradeEvent = EventsOf<typeof tradeEventSchemas>;
