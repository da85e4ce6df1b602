import { clientNetwork, type RateLimits } from '../../platform/http/rate-limits.ts';

type CodeLimits = Pick<RateLimits, 'codeTriesFrom' | 'wrongCodesFrom' | 'wrongAccountCodes'>;

/**
 * Counts one try of a code before it is known how it ends, so that many at once cannot slip through. Answers what takes
 * it back from the counts of wrong ones.
 *
 * @throws RequestFailure TOO_MANY_REQUESTS, the same whether or not there is such an account
 */
export async function countGuess(
  limits: CodeLimits,
  of: 'phone' | 'account',
  ip: string,
): Promise<{ wasRight(): Promise<void> }> {
  const network = clientNetwork(ip);
  await limits.codeTriesFrom.take(network);
  const wrong = [
    { limit: limits.wrongCodesFrom, at: network },
    ...(of === 'account' ? [{ limit: limits.wrongAccountCodes, at: 'all' }] : []),
  ];
  for (const { limit, at } of wrong) await limit.take(at);
  return {
    async wasRight() {
      for (const { limit, at } of wrong) await limit.giveBack(at);
    },
  };
}
