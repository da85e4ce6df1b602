import {
  type ExactUsdt,
  type Rate,
  roundedUsdt,
  sharesOf,
  subtractUsdt,
  type Usdt,
} from '@matgyo/contracts/money';

export interface SettledFill {
  readonly amount: Usdt;
  readonly feeRate: Rate;
}

export const feeRuleId = 'cumulative-v1';

/**
 * The fee still due on an order: the exact sum of its shares, rounded once (half up, 4 decimals), minus the fees
 * already taken. So many small fills cost the same as one large fill.
 */
export const feeDue = (shares: ExactUsdt, taken: Usdt): Usdt => subtractUsdt(roundedUsdt(shares), taken);

/** The fee of the newest settlement, the last of `fills`: round4(Σ rateᵢ × amountᵢ) − fees already taken. */
export const feeOnSettlement = (fills: readonly SettledFill[], taken: Usdt): Usdt =>
  feeDue(sharesOf(fills.map(({ amount, feeRate }) => ({ amount, rate: feeRate }))), taken);
