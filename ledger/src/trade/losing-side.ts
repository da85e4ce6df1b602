import type { RulingOutcome, RulingReason } from '@matgyo/contracts/cases';
import type { Side } from '@matgyo/contracts/ids';

const against: Readonly<Record<Side, readonly RulingReason[]>> = {
  buy: ['PAYMENT_NOT_PROVEN', 'TETHER_PROVEN'],
  sell: ['PAYMENT_PROVEN', 'TETHER_NOT_PROVEN'],
};

/** A ruling as far as it decides who has lost. `amount`: what is completed, if less than matched. */
export interface RuledReasons {
  readonly reasons: readonly string[];
  readonly amount?: string | undefined;
}

/**
 * The side that loses a case: the ruling has a reason against it and none against the other side. Undefined if the
 * parties agreed or only a part is completed; the reason that a party was silent does not name the party.
 */
export function loserOf({ reasons, amount }: RuledReasons): Side | undefined {
  if (reasons.includes('PARTIES_AGREED') || amount !== undefined) return undefined;
  const isAgainst = (side: Side) => against[side].some((reason) => reasons.includes(reason));
  if (isAgainst('buy') === isAgainst('sell')) return undefined;
  return isAgainst('buy') ? 'buy' : 'sell';
}

/** Reasons that contradict an outcome: by them the other party is in the right. */
const contradicting: Readonly<Record<RulingOutcome, readonly RulingReason[]>> = {
  complete: ['PAYMENT_NOT_PROVEN', 'TETHER_NOT_PROVEN'],
  cancel: ['PAYMENT_PROVEN', 'TETHER_PROVEN'],
};

/**
 * The only side that may appeal against a ruling: the one that lost the case. Null: either may, because no side lost or
 * the outcome contradicts the reasons, such as a cancellation although the buyer proved the payment.
 */
export function appellantOf(ruling: RuledReasons & { readonly outcome: RulingOutcome }): Side | null {
  const contradicts = contradicting[ruling.outcome].some((reason) => ruling.reasons.includes(reason));
  return contradicts ? null : (loserOf(ruling) ?? null);
}
