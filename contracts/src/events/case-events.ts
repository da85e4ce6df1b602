import { z } from 'zod';
import { noSecondAdmin } from '../approvals.ts';
import { appealOutcomes, caseParties, rulingOutcomes, rulingReasons } from '../cases.ts';
import { sides } from '../ids.ts';
import { sha256Hex } from '../proofs.ts';
import { caseIdSchema, memberIdSchema, tradeIdSchema } from '../schemas/ids.ts';
import { usdtSchema } from '../schemas/money.ts';
import { reasonCode } from './reasons.ts';

const ofCase = z.object({ tradeId: tradeIdSchema, caseId: caseIdSchema });
const by = z.enum(caseParties);

/**
 * Events of `trade-<id>` about a case, version 1 each. Text and images stay outside the log, where they can be erased;
 * `statement` and `grounds` are the SHA-256 over them and a salt kept with them.
 */
export const caseEventSchemas = {
  CaseOpened: ofCase.extend({ by, reason: reasonCode }),
  CaseStatementAdded: ofCase.extend({ by, statement: sha256Hex }),
  CaseTaken: ofCase.extend({ adminId: memberIdSchema }),
  CaseReleased: ofCase,
  /** The trade continues in its state before the case. */
  CaseWithdrawn: ofCase,
  /** TradeCompleting or TradeCancelling is appended with it. `amount`: what is completed, if less than matched. */
  CaseRuled: ofCase.extend({
    outcome: z.enum(rulingOutcomes),
    reasons: z.array(reasonCode).min(1).max(rulingReasons.length),
    grounds: sha256Hex,
    amount: usdtSchema.optional(),
  }),
  /** After the ruling was carried out. Until the appeal is decided, statements can be added again. */
  CaseAppealed: ofCase.extend({ by: z.enum(sides), statement: sha256Hex }),
  /**
   * Final. A completed trade whose ruling is overturned is reversed in the same append; then `grounds` are in
   * TradeReversed.
   * `approvedBy`: who approved the ruling; earlier events do not name them. `approval`: decided by who ruled or
   * approved, because there was no other admin.
   */
  AppealRuled: ofCase.extend({
    outcome: z.enum(appealOutcomes),
    grounds: sha256Hex.optional(),
    approvedBy: memberIdSchema.optional(),
    approval: z.literal(noSecondAdmin).optional(),
  }),
} as const;
