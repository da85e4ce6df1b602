import type { Rate, Usdt } from './money.ts';

/**
 * A hypothetical fee rule. A trade's rate is the first of these that applies: the rate of the seller's referral code,
 * of the highest tier its amount reaches, the general one.
 */
export interface HypotheticalFeeRule {
  readonly rate: Rate;
  /** Ascending; a tier's rate applies to the whole amount. */
  readonly tiers: readonly { readonly from: Usdt; readonly rate: Rate }[];
  readonly codes: Readonly<Record<string, Rate>>;
  /** Per trade. */
  readonly minimum?: Usdt | undefined;
  readonly maximum?: Usdt | undefined;
}

export const tiersMax = 20;
export const codesMax = 100;
