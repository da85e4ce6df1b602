import { clientNetwork, type RateLimits } from '../../platform/http/rate-limits.ts';

/**
 * Counts an attempt before its outcome is known, so that concurrent attempts cannot exceed the limit. Returns a
 * function that removes it from the count of wrong ones.
 *
 * @throws RequestFailure TOO_MANY_REQUESTS, the same whether or not there is such an account
 */
export async function countGuess(
  limits: RateLimits,
  by: readonly string[],
): Promise<{ wasRight(): Promise<void> }> {
  await limits.codeTriesFrom.take(...by);
  await limits.wrongCodesFrom.take(...by);
  return { wasRight: () => limits.wrongCodesFrom.giveBack(...by) };
}

/**
 * By what a client's codes and tries are counted: its address, and `owner`, an account that is known there or signed in.
 * Its neighbours, as behind a carrier's address, do not use up the owner's.
 */
export const countedBy = (ip: string, owner: string | false = false): readonly string[] =>
  owner === false ? [clientNetwork(ip)] : [clientNetwork(ip), owner.toLowerCase()];
