import type { Side } from '@matgyo/contracts/ids';
import { addUsdt, minUsdt, subtractUsdt, type Usdt, zeroUsdt } from '@matgyo/contracts/money';

/**
 * Of the settled amount what was reversed since, and the rest. `reversed`: null if nothing was. It may be newer than
 * `settled`, while one of their read models is rebuilt: never less than nothing.
 */
export function settledParts(settled: Usdt, reversed: Usdt | null = null) {
  if (reversed === null) return { reversed: zeroUsdt, completed: settled };
  const taken = minUsdt(settled, reversed);
  return { reversed: taken, completed: subtractUsdt(settled, taken) };
}

/** The figures of a TradeReversed: those of the completion. */
interface Reversal {
  readonly amount: Usdt;
  readonly fee: Usdt;
}

/**
 * What reversals took back of what an order settled and was charged. Its own figures stay (docs/ledger.md, reversals).
 * Fees are taken from sales only.
 */
export const reversedParts = (
  { side, settled }: { readonly side: Side; readonly settled: Usdt },
  reversals: readonly Reversal[],
) => ({
  ...settledParts(settled, addUsdt(...reversals.map(({ amount }) => amount))),
  feeReversed: side === 'sell' ? addUsdt(...reversals.map(({ fee }) => fee)) : zeroUsdt,
});
