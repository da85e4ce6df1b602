import { z } from 'zod';
import { paymentMethods, paymentSteps, transferOutcomes } from '../payment-steps.ts';
import { sha256Hex } from '../proofs.ts';
import { tradeIdSchema } from '../schemas/ids.ts';
import { usdtSchema } from '../schemas/money.ts';
import { isSolanaSignature } from '../solana-address.ts';
import { reasonCode } from './reasons.ts';

const tradeId = tradeIdSchema;
const step = z.enum(paymentSteps);
const ofWindow = z.object({ tradeId, reason: reasonCode });

/** A step that a party marks as done. With `reason`, an admin marked it for the party. */
const mark = z.object({ tradeId, reason: reasonCode.optional() });

/**
 * Events of `trade-<id>` while it is matched, version 1 each. Bank details and images stay outside the log;
 * `evidence` is the SHA-256 over them and a salt kept with them.
 */
export const paymentEventSchemas = {
  PaymentSent: mark.extend({ method: z.enum(paymentMethods).optional(), evidence: sha256Hex.optional() }),
  PaymentReceived: mark,
  /** `signature` names the transaction on Solana. */
  TetherSent: mark.extend({ signature: z.string().refine(isSolanaSignature).optional() }),
  /** The final outcome of that transaction. `amount`: the USDT that reached the buyer's wallet, rounded down. */
  TransferChecked: z.object({
    tradeId,
    signature: z.string().refine(isSolanaSignature),
    outcome: z.enum(transferOutcomes),
    amount: usdtSchema.optional(),
  }),
  TetherReceived: mark,
  StepTakenBack: z.object({ tradeId, step }),
  WindowPaused: ofWindow,
  WindowResumed: ofWindow,
  /** `minutes`: with those that had passed since its end. */
  WindowExtended: ofWindow.extend({ minutes: z.int().min(1) }),
  /** The window of `step` ended; `minutes` is its length. `cancels`: the same append cancels the trade. */
  WindowExpired: z.object({ tradeId, step, minutes: z.int().min(1), cancels: z.literal(true).optional() }),
} as const;
