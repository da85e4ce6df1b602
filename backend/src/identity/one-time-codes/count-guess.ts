import { clientNetwork, type RateLimits } from '../../platform/http/rate-limits.ts';

/**
 * Counts an attempt before its outcome is known, so that concurrent attempts cannot exceed the limit. Returns a
 * function that removes it from the count of wrong ones.
 *
 * @throws RequestFailure TOO_MANY_REQUESTS, the same whether or not there is such an account
 */
export async function countGuess(limits: RateLimits, ip: string): Promise<{ wasRight(): Promise<void> }> {
  const network = clientNetwork(ip);
  await limits.codeTriesFrom.take(network);
  await limits.wrongCodesFrom.take(network);
  return { wasRight: () => limits.wrongCodesFrom.giveBack(network) };
}
