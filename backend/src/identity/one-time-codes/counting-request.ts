import { clientNetwork, networkAround, type RateLimits } from '../../platform/http/rate-limits.ts';

export type RequestLimits = Pick<RateLimits, 'codesFrom' | 'codesFromAround'>;

export interface CodeRequest {
  readonly ip: string;
  /** The account was signed in from there: neighbours cannot use up its codes. */
  readonly isKnown?: boolean;
}

/**
 * Counts a request for a code unless it is refused. A code that is silently not sent counts, because otherwise the count
 * would show which accounts exist.
 *
 * @throws RequestFailure TOO_MANY_REQUESTS, and what `send` throws
 */
export function countingRequest(
  { codesFrom, codesFromAround }: RequestLimits,
  { ip, isKnown = false }: CodeRequest,
  send: () => Promise<void>,
): Promise<void> {
  const within = isKnown ? send : () => codesFromAround.unlessRefused([networkAround(ip)], send);
  return codesFrom.unlessRefused([clientNetwork(ip)], within);
}
