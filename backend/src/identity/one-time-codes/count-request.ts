import { clientNetwork, networkAround, type RateLimits } from '../../platform/http/rate-limits.ts';

/**
 * Counts a request for a code, whether or not one is sent.
 *
 * @throws RequestFailure TOO_MANY_REQUESTS
 */
export async function countRequest(
  limits: Pick<RateLimits, 'codesFrom' | 'codesFromAround'>,
  ip: string,
): Promise<void> {
  await limits.codesFrom.take(clientNetwork(ip));
  await limits.codesFromAround.take(networkAround(ip));
}
