import type { CodeBudgetKind } from '@matgyo/contracts/endpoints/operations';
import type { Logger } from 'pino';
import type { RateLimits } from '../../platform/http/rate-limits.ts';

/** An operator learns of it while a fifth of the day's messages is left, which takes challenges. */
const alarmFrom = 0.8;

export interface SpentCodes {
  readonly kind: CodeBudgetKind;
  readonly sent: number;
  readonly most: number;
}

/**
 * How many messages with codes are sent in a day, in total: to phones that sign up, and apart from those to phones of
 * accounts, so that a crowd which signs up keeps no member from recovering a password (docs/decisions/limits.md).
 */
export interface CodeBudget {
  /** Before anything about the receiver is looked at. @throws RequestFailure TOO_MANY_REQUESTS */
  refuseIfSpent(kind: CodeBudgetKind): Promise<void>;
  /** Whether so much is spent that strangers get a code for a solved challenge only. */
  takesChallenge(kind: CodeBudgetKind): Promise<boolean>;
  /** Counts a message that goes out now. @throws RequestFailure TOO_MANY_REQUESTS */
  spend(kind: CodeBudgetKind): Promise<void>;
  /** What is spent or nearly so. */
  alarms(): Promise<readonly SpentCodes[]>;
  /** All of it, for a scrape. */
  spent(): Promise<readonly SpentCodes[]>;
}

const kinds: readonly CodeBudgetKind[] = ['sign-up', 'account'];

export function createCodeBudget(
  limits: Pick<RateLimits, 'codesInAll'>,
  most: number,
  logger: Logger,
): CodeBudget {
  const spentOf = async (kind: CodeBudgetKind): Promise<SpentCodes> => ({
    ...{ kind, most },
    sent: Math.min(most, await limits.codesInAll.used(kind)),
  });
  const spent = () => Promise.all(kinds.map(spentOf));
  return {
    refuseIfSpent: (kind) => limits.codesInAll.refuseIfUsedUp(kind),
    takesChallenge: async (kind) => most > 0 && (await limits.codesInAll.used(kind)) >= most * alarmFrom,
    async spend(kind) {
      const sent = await limits.codesInAll.take(kind);
      if (sent === Math.ceil(most * alarmFrom) || sent === most)
        logger.warn({ kind, sent, most }, 'the messages with codes of a day are nearly spent');
    },
    async alarms() {
      return (await spent()).filter(({ sent }) => sent >= most * alarmFrom);
    },
    spent,
  };
}
