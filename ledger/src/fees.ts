import { type Rate, shareOf, subtractUsdt, type Usdt } from '@matgyo/contracts/money';

export interface SettledFill {
  readonly amount: Usdt;
  readonly feeRate: Rate;
}

/** The rule of `feeOnSettlement`; events and reports name it. */
export const feeRule = 'cumulative-v1';

/**
 * The fee of the newest settlement, the last of `fills`: round4(Σ rateᵢ × amountᵢ) − fees already taken, half up. So
 * many small fills cost the same as one large fill.
 */
export const feeOnSettlement = (fills: readonly SettledFill[], taken: Usdt): Usdt =>
  subtractUsdt(shareOf(fills.map(({ amount, feeRate }) => ({ amount, rate: feeRate }))), taken);
