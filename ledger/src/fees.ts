import { type Rate, shareOf, subtractUsdt, type Usdt } from '@matgyo/contracts/money';

export interface SettledFill {
  readonly amount: Usdt;
  readonly feeRate: Rate;
}

/** The rule by which `feeOnSettlement` charges; events and reports name it. */
export const feeRule = 'cumulative-v1';

/**
 * The fee of the settlement that makes `fills` complete (the last of them is the new one):
 * round4(Σ rateᵢ × amountᵢ) − fees already taken, half up. So many small fills cost what one large fill costs.
 */
export const feeOnSettlement = (fills: readonly SettledFill[], taken: Usdt): Usdt =>
  subtractUsdt(shareOf(fills.map(({ amount, feeRate }) => ({ amount, rate: feeRate }))), taken);
