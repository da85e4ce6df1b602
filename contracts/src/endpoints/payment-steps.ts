import { z } from 'zod';
import { sides } from '../ids.ts';
import {
  longestSenderName,
  mostMinutesAdded,
  onBehalfReasons,
  paymentSteps,
  transferOutcomes,
  windowReasons,
} from '../payment-steps.ts';
import { usdtSchema } from '../schemas/money.ts';
import { isSolanaSignature } from '../solana-address.ts';
import { withoutUnseen } from '../unseen-characters.ts';
import { moment } from './order-views.ts';

const step = z.enum(paymentSteps);

/**
 * What became of the transaction that a step names. `unchecked`: Solana was not asked, `pending`: it will say. `amount`: what
 * reached the buyer's wallet.
 */
const transfer = z.object({
  outcome: z.enum(['unchecked', 'pending', ...transferOutcomes]),
  amount: usdtSchema.nullable(),
});
export type TransferView = z.output<typeof transfer>;

/** A step that is marked; `byAdmin`: an admin marked it for the party. */
const markedStep = z.object({
  step,
  at: moment,
  byAdmin: z.boolean(),
  signature: z.string().nullable(),
  transfer: transfer.nullable(),
});

/**
 * The step that comes next and whose it is. `due` is null while the time stands still; `expired`: it ran out, and both
 * parties were notified.
 */
const nextStep = z.object({
  step,
  party: z.enum(sides),
  due: moment.nullable(),
  paused: z.boolean(),
  expired: z.boolean(),
});

/**
 * What is marked of a match's payment; `next` is null once it is over, or all is marked. `caseId`: of the case that is open,
 * during which nothing is waited for.
 */
export const paymentProgress = {
  steps: z.array(markedStep),
  next: nextStep.nullable(),
  caseId: z.string().nullable(),
};
export type NextStep = z.output<typeof nextStep>;

/** What the buyer said with the mark of the payment. `matches`: it is what the mark's `evidence` is the hash of. */
export const receiptView = z.object({
  senderName: z.string().nullable(),
  image: z.string().nullable(),
  matches: z.boolean(),
});
export type ReceiptView = z.output<typeof receiptView>;

export const markBody = z.object({
  step,
  /** With `payment-sent`: the name the bank shows the seller. */
  senderName: z.string().overwrite(withoutUnseen).trim().min(1).max(longestSenderName).optional(),
  /** Of the transaction on Solana by which the seller sent the USDT. */
  signature: z.string().trim().refine(isSolanaSignature, 'SIGNATURE_INVALID').optional(),
  /** From an admin who marks it for the party. */
  reason: z.enum(onBehalfReasons).optional(),
});

export const takeBackBody = z.object({ step });

/** One of `pause`, `resume` and `extendMinutes`. */
export const windowBody = z
  .object({
    pause: z.literal(true).optional(),
    resume: z.literal(true).optional(),
    extendMinutes: z.int().min(1).max(mostMinutesAdded).optional(),
    reason: z.enum(windowReasons, 'STEP_NEEDS_REASON'),
  })
  .refine(
    ({ pause, resume, extendMinutes }) =>
      [pause, resume, extendMinutes].filter((given) => given !== undefined).length === 1,
  );

export const stepMessage = z.object({ message: z.string(), next: step.nullable() });
