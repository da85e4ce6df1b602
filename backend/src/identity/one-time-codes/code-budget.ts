import { type CodeBudgetKind, codeBudgetKinds } from '@matgyo/contracts/endpoints/operations';
import type { Logger } from 'pino';
import type { RateLimits } from '../../platform/http/rate-limits.ts';

/** Part of the day's messages from which the operator is alarmed; the rest requires challenges. */
const alarmFrom = 0.8;

/**
 * The day's budget of text messages: one for phones that sign up and one for phones of accounts, so that many sign-ups
 * do not keep members from recovering a password. Security messages are counted too, but sent beyond it
 * (docs/decisions/limits.md).
 */
export type CodeBudget = ReturnType<typeof createCodeBudget>;

export function createCodeBudget(limits: Pick<RateLimits, 'codesInAll'>, most: number, logger: Logger) {
  const spentOf = async (kind: CodeBudgetKind) => ({
    kind,
    most,
    sent: Math.min(most, await limits.codesInAll.used(kind)),
  });
  /** All budgets, for metrics. */
  const spent = () => Promise.all(codeBudgetKinds.map(spentOf));
  return {
    /** Called before reading anything about the recipient. */
    refuseIfSpent: (kind: CodeBudgetKind): Promise<void> => limits.codesInAll.refuseIfUsedUp(kind),
    /** Whether strangers get a code only for a solved challenge, because most of the budget is spent. */
    takesChallenge: async (kind: CodeBudgetKind): Promise<boolean> =>
      most > 0 && (await limits.codesInAll.used(kind)) >= most * alarmFrom,
    /** Counts a message that is sent now. `beyond`: also once the budget is spent. */
    async spend(kind: CodeBudgetKind, { beyond = false } = {}): Promise<void> {
      const counted = limits.codesInAll.take(kind);
      const sent = await (beyond ? counted.catch(() => undefined) : counted);
      if (sent === Math.ceil(most * alarmFrom) || sent === most)
        logger.warn({ kind, sent, most }, 'the text messages of a day are nearly spent');
    },
    /** Budgets that are spent or nearly spent. */
    alarms: async () => (await spent()).filter(({ sent }) => sent >= most * alarmFrom),
    spent,
  };
}
