import { z } from 'zod';
import { noSecondAdmin } from '../approvals.ts';
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
/** `askedBy` is repeated where who asked is notified of it. */
const decision = z.object({ approvalId, askedBy: memberIdSchema });
const byAdmin = decision.extend({ by: memberIdSchema });

/** To complete a match as it stood at `revision` of its stream, by a ruling if `ruling` is there. */
const completion = z.object({
  kind: z.literal('completion'),
  revision: z.int().nonnegative(),
  tradeId: tradeIdSchema,
  sellOrderId: orderIdSchema,
  buyOrderId: orderIdSchema,
  sellerId: memberIdSchema,
  buyerId: memberIdSchema,
  amount: usdtSchema,
  price: priceSchema,
  krw: krwSchema,
  /** The seller's then: whom the fee counts for. */
  sellerReferralCode: z.string().nullable(),
  reason: reasonCode.optional(),
  ruling: z
    .object({ caseId: caseIdSchema, reasons: z.array(reasonCode).min(1), grounds: sha256Hex })
    .optional(),
});

/** To set a member's roles and status, as they stood at `revision` of their stream. What is missing stays. */
const role = z.object({
  kind: z.literal('role'),
  revision: z.int().nonnegative(),
  memberId: memberIdSchema,
  admin: z.boolean().optional(),
  manager: z.boolean().optional(),
  status: z.enum(['active', 'inactive']).optional(),
});

/** What was asked for, with everything it rests on: nothing else is carried out. */
export const askedActSchema = z.discriminatedUnion('kind', [completion, role]);
export type AskedAct = Readonly<z.output<typeof askedActSchema>>;

/** Events of `approval-<id>`, version 1 each. */
export const approvalEventSchemas = {
  ApprovalRequested: decision.extend({ minutes: z.int().min(1), act: askedActSchema }),
  /** The act follows, in the same append where the log can do that. */
  ApprovalGranted: byAdmin,
  /** By another admin, or taken back by who asked. */
  ApprovalRefused: byAdmin,
  ApprovalExpired: decision,
  ApprovalFulfilled: z.object({ approvalId }),
  /** Granted, but what it is about changed before it was carried out: nothing was done. `reason` is the refusal's code. */
  ApprovalLapsed: z.object({ approvalId, reason: reasonCode }),
} as const;

export type ApprovalEvent = EventsOf<typeof approvalEventSchemas>;

/** On the event of an act that takes two: which approval it had, or that there was no other admin. */
export const approvalMark = z.union([approvalIdSchema, z.literal(noSecondAdmin)]).optional();
export type ApprovalMark = NonNullable<z.output<typeof approvalMark>>;
