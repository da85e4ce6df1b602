import { z } from 'zod';
import { noSecondAdmin } from '../approvals.ts';
import { rulingOutcomes } from '../cases.ts';
import { sha256Hex } from '../proofs.ts';
import {
  approvalIdSchema,
  caseIdSchema,
  memberIdSchema,
  orderIdSchema,
  tradeIdSchema,
} from '../schemas/ids.ts';
import { krwSchema, priceSchema, usdtSchema } from '../schemas/money.ts';
import type { EventsOf } from './event.ts';
import { reasonCode } from './reasons.ts';

const approvalId = approvalIdSchema;
/** `askedBy` is repeated in decisions, so that the requesting admin can be notified. */
const decision = z.object({ approvalId, askedBy: memberIdSchema });
const byAdmin = decision.extend({ by: memberIdSchema });

/** What a match exchanges, and between whom. */
export const exchange = {
  tradeId: tradeIdSchema,
  sellOrderId: orderIdSchema,
  buyOrderId: orderIdSchema,
  sellerId: memberIdSchema,
  buyerId: memberIdSchema,
  amount: usdtSchema,
  price: priceSchema,
  krw: krwSchema,
};

/** Concerns a trade at `revision` of its stream. */
const onTrade = z.object({
  revision: z.int().nonnegative(),
  ...exchange,
  /** The seller's referral code at that time; the fee counts for it. */
  sellerReferralCode: z.string().nullable(),
});

/**
 * Completes a match; as a ruling decides if `ruling` is present. Its `outcome`: to complete if missing; its `amount`:
 * what is completed, if less than matched.
 */
const completion = onTrade.extend({
  kind: z.literal('completion'),
  reason: reasonCode.optional(),
  ruling: z
    .object({
      caseId: caseIdSchema,
      outcome: z.enum(rulingOutcomes).optional(),
      amount: usdtSchema.optional(),
      reasons: z.array(reasonCode).min(1),
      grounds: sha256Hex,
    })
    .optional(),
});

/** Reverses a completed trade. */
const reversal = onTrade.extend({
  kind: z.literal('reversal'),
  fee: usdtSchema,
  reason: reasonCode,
  grounds: sha256Hex,
});

/** Sets a member's roles and status at `revision` of the member's stream. Missing fields stay unchanged. */
const role = z.object({
  kind: z.literal('role'),
  revision: z.int().nonnegative(),
  memberId: memberIdSchema,
  admin: z.boolean().optional(),
  manager: z.boolean().optional(),
  status: z.enum(['active', 'inactive']).optional(),
});

/**
 * Sets the price over the one at `revision` of its stream, which is `before`. `from`: of the prices in force in the
 * last 24 hours the one from which it moves furthest.
 */
const price = z.object({
  kind: z.literal('price'),
  revision: z.int().nonnegative(),
  price: priceSchema,
  before: priceSchema,
  from: priceSchema,
});

/** The requested action with all its inputs; only exactly this is carried out. */
export const requestedActionSchema = z.discriminatedUnion('kind', [completion, reversal, role, price]);
export type RequestedAction = Readonly<z.output<typeof requestedActionSchema>>;

/** Events of `approval-<id>`, version 1 each. */
export const approvalEventSchemas = {
  ApprovalRequested: decision.extend({ minutes: z.int().min(1), act: requestedActionSchema }),
  /** The action follows, in the same append if the log supports it. */
  ApprovalGranted: byAdmin,
  /** Refused by another admin, or withdrawn by the requesting admin. */
  ApprovalRefused: byAdmin,
  ApprovalExpired: decision,
  ApprovalFulfilled: z.object({ approvalId }),
  /**
   * What it rests on has changed, before it was granted or before it was carried out: nothing was done. `reason`: the
   * refusal's code. Events of before do not repeat `askedBy`.
   */
  ApprovalLapsed: z.object({ approvalId, reason: reasonCode, askedBy: memberIdSchema.optional() }),
} as const;

export type ApprovalEvent = EventsOf<typeof approvalEventSchemas>;

/** Set on the event of an action that always needs two admins: the approval's id, or that there was no other admin. */
export const requiredApproval = z.union([approvalIdSchema, z.literal(noSecondAdmin)]);
/** The same, for an action that needs two admins only in some cases. */
export const approvalMark = requiredApproval.optional();
export type ApprovalMark = z.output<typeof requiredApproval>;
