import { z } from 'zod';
import { sides } from '../ids.ts';
import {
  minutesAddedMax,
  onBehalfReasons,
  paymentMethods,
  paymentSteps,
  senderNameCharsMax,
  transferOutcomes,
  windowReasons,
} from '../payment-steps.ts';
import { usdtSchema } from '../schemas/money.ts';
import { isSolanaSignature } from '../solana-address.ts';
import { withoutUnseen } from '../unseen-characters.ts';
import { timestamp } from './order-views.ts';

const step = z.enum(paymentSteps);

/** The last step that the caller saw marked, null: none. With it the call is refused if a step was marked or undone since. */
export const seenMark = step.nullable().optional();

/**
 * The outcome of the transaction that a step names. `unchecked`: Solana was not queried, `pending`: the result is
 * awaited. `amount`: the USDT that reached the buyer's wallet.
 */
export const transfer = z.object({
  outcome: z.enum(['unchecked', 'pending', ...transferOutcomes]),
  amount: usdtSchema.nullable(),
});
export type TransferView = z.output<typeof transfer>;

/** A marked step; `byAdmin`: an admin marked it for the party. */
const markedStep = z.object({
  step,
  at: timestamp,
  byAdmin: z.boolean(),
  signature: z.string().nullable(),
  transfer: transfer.nullable(),
});

/**
 * The next step and the party who owes it. `due` is null while the window is paused; `expired`: it ended, and both
 * parties were notified. `cancels`: the match is cancelled when it ends.
 */
const nextStep = z.object({
  step,
  party: z.enum(sides),
  due: timestamp.nullable(),
  paused: z.boolean(),
  expired: z.boolean(),
  cancels: z.boolean(),
});

/**
 * The marked steps of a match's payment; `next` is null once it is over, or all are marked. `caseId`: the open case,
 * during which no step is pending.
 */
export const paymentProgress = {
  steps: z.array(markedStep),
  next: nextStep.nullable(),
  caseId: z.string().nullable(),
};
export type NextStep = z.output<typeof nextStep>;

/**
 * The buyer's statement with the mark of the payment. `matches`: name and image are what the mark's `evidence` is the
 * hash of, or there are none.
 */
export const receiptView = z.object({
  method: z.enum(paymentMethods).nullable(),
  senderName: z.string().nullable(),
  image: z.string().nullable(),
  matches: z.boolean(),
});
export type ReceiptView = z.output<typeof receiptView>;

export const markBody = z.object({
  step,
  /** With `payment-sent`: how the won were sent. */
  method: z.enum(paymentMethods).optional(),
  /** With `payment-sent`: the sender's name as the recipient's bank shows it. */
  senderName: z.string().overwrite(withoutUnseen).trim().min(1).max(senderNameCharsMax).optional(),
  /** The seller's USDT transaction on Solana. */
  signature: z.string().trim().refine(isSolanaSignature, 'SIGNATURE_INVALID').optional(),
  /** Given by an admin who marks it for the party. */
  reason: z.enum(onBehalfReasons).optional(),
});

export const takeBackBody = z.object({ step });

/** Exactly one of `pause`, `resume` and `extendMinutes`. `step`: whose time it is, so that no other step's is changed. */
export const windowBody = z
  .object({
    step: step.optional(),
    pause: z.literal(true).optional(),
    resume: z.literal(true).optional(),
    extendMinutes: z.int().min(1).max(minutesAddedMax).optional(),
    reason: z.enum(windowReasons, 'STEP_NEEDS_REASON'),
  })
  .refine(
    ({ pause, resume, extendMinutes }) =>
      [pause, resume, extendMinutes].filter((given) => given !== undefined).length === 1,
  );

export const stepMessage = z.object({ message: z.string(), next: step.nullable() });
