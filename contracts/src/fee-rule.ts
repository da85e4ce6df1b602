import type { Rate, Usdt } from './money.ts';

/**
 * A fee rule that is not in force. Of one trade its rate is, in this order: that of the seller's referral code, that of the
 * highest tier its amount reaches, the general one.
 */
export interface FeeRule {
  readonly rate: Rate;
  /** Rising; the rate of a tier is that of the whole amount. */
  readonly tiers: readonly { readonly from: Usdt; readonly rate: Rate }[];
  readonly codes: Readonly<Record<string, Rate>>;
  /** Of each trade. */
  readonly minimum?: Usdt | undefined;
  readonly maximum?: Usdt | undefined;
}

export const mostTiers = 20;
export const mostCodes = 100;
