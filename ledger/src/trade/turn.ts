import type { Side } from '@matgyo/contracts/ids';
import { partyOf } from '@matgyo/contracts/payment-steps';
import { awaitedStep } from './payment.ts';
import type { RestingTrade, Trade } from './trade.ts';

/** Who has to act next in a trade: a party, both of them, or an admin, who completes it. */
export type Turn = Side | 'both' | 'admin';

type Waiting =
  | Pick<Extract<RestingTrade, { state: 'offered' }>, 'state' | 'consent'>
  | Pick<Extract<RestingTrade, { state: 'matched' }>, 'state' | 'payment' | 'cases'>;

/**
 * Whose turn it is: the parties' whose consent is missing, then that of the party who owes the next payment step, and
 * an admin's once all are marked. Null: a case is open, or the trade is on its way or has ended.
 */
export function turnIn(trade: Waiting | Trade): Turn | null {
  if (trade.state === 'offered') {
    const { of, given } = trade.consent;
    const [first, second] = of.filter((side) => !given.includes(side));
    return second === undefined ? (first ?? null) : 'both';
  }
  if (trade.state !== 'matched' || trade.cases.open !== null) return null;
  const step = awaitedStep(trade.payment);
  return step === undefined ? 'admin' : partyOf[step];
}
