import { addUsdt, compareMoney, type Krw, krwFor, type Price } from '@matgyo/contracts/money';
import { hasEnded } from '@matgyo/contracts/order-status';
import type { OrderState } from '../order/order-state.ts';

/** An order's state, and what it was placed for. */
export interface CountedOrder extends OrderState {
  readonly krwAmount: Krw;
  readonly price: Price;
}

/**
 * The won that an order counts against its owner's limit: nothing once it has ended; untouched, the won it was placed
 * for; otherwise its open and reserved USDT at its price, half up. The same rule as SQL:
 * `backend/src/trading/levels/standing.ts`.
 */
export function openKrwOf({ phase, amount, open, reserved, krwAmount, price }: CountedOrder): Krw {
  if (hasEnded(phase)) return '0' as Krw;
  const left = addUsdt(open, reserved);
  return compareMoney(left, amount) === 0 ? krwAmount : krwFor(left, price);
}
