import type { HypotheticalFeeRule } from '@matgyo/contracts/fee-rule';
import {
  addExact,
  addUsdt,
  compareMoney,
  type ExactUsdt,
  exactShare,
  type Rate,
  type Usdt,
  withinUsdt,
  zeroUsdt,
} from '@matgyo/contracts/money';
import { feeDue } from './fees.ts';

/** The fields of a completed trade that a fee rule uses. */
interface DryRunTrade {
  readonly amount: Usdt;
  /** The seller's at that time. */
  readonly referralCode: string | null;
}

/** The rate that a rule has for a trade: of its code, otherwise of its tier, otherwise the general one. */
export function rateUnder(
  { rate, tiers, codes }: HypotheticalFeeRule,
  { amount, referralCode }: DryRunTrade,
): Rate {
  if (referralCode !== null && Object.hasOwn(codes, referralCode)) return codes[referralCode] ?? rate;
  return tiers.findLast(({ from }) => compareMoney(amount, from) >= 0)?.rate ?? rate;
}

/**
 * The fees of the trades of one sell order under another rule, in the order of their completion. Rounded by
 * `feeDue`, like the fees that are charged. A minimum and a maximum apply to each trade, before rounding.
 */
export class DryRunOrder {
  readonly #rule: HypotheticalFeeRule;
  #exact: ExactUsdt = zeroUsdt;
  #taken: Usdt = zeroUsdt;

  constructor(rule: HypotheticalFeeRule) {
    this.#rule = rule;
  }

  complete(trade: DryRunTrade): Usdt {
    const { minimum: least, maximum: most } = this.#rule;
    const share = withinUsdt(exactShare(trade.amount, rateUnder(this.#rule, trade)), { least, most });
    this.#exact = addExact(this.#exact, share);
    const fee = feeDue(this.#exact, this.#taken);
    this.#taken = addUsdt(this.#taken, fee);
    return fee;
  }
}
