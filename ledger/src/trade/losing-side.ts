import type { RulingOutcome, RulingReason } from '@matgyo/contracts/cases';
import type { Side } from '@matgyo/contracts/ids';

const against: Readonly<Record<Side, readonly RulingReason[]>> = {
  buy: ['PAYMENT_NOT_PROVEN', 'TETHER_PROVEN'],
  sell: ['PAYMENT_PROVEN', 'TETHER_NOT_PROVEN'],
};

/**
 * The side that loses a case: the ruling has a reason against it and none against the other side. Undefined if the
 * parties agreed; the reason that a party was silent does not name the party.
 */
export function loserOf(reasons: readonly string[]): Side | undefined {
  if (reasons.includes('PARTIES_AGREED')) return undefined;
  const speaks = (side: Side) => against[side].some((reason) => reasons.includes(reason));
  if (speaks('buy') === speaks('sell')) return undefined;
  return speaks('buy') ? 'buy' : 'sell';
}

/** Reasons by which an outcome takes from a party what was theirs. */
const takenBy: Readonly<Record<RulingOutcome, readonly RulingReason[]>> = {
  complete: ['PAYMENT_NOT_PROVEN', 'TETHER_NOT_PROVEN'],
  cancel: ['PAYMENT_PROVEN', 'TETHER_PROVEN'],
};

/** A ruling as far as it decides who may appeal. `amount`: what is completed, if less than matched. */
export interface RuledOutcome {
  readonly outcome: RulingOutcome;
  readonly reasons: readonly string[];
  readonly amount?: string | undefined;
}

/**
 * The only side that may appeal against a ruling: the one that lost the case. Null, either may: if no side lost, if only a part
 * was completed, or the outcome takes from the other side what the reasons say is theirs, as a cancellation does from a
 * buyer who paid.
 */
export function appellantOf({ outcome, reasons, amount }: RuledOutcome): Side | null {
  const takes = takenBy[outcome].some((reason) => reasons.includes(reason));
  return takes || amount !== undefined ? null : (loserOf(reasons) ?? null);
}
