import {
  addUsdt,
  type Krw,
  type Price,
  type Rate,
  type Usdt,
  usdtFor,
  zeroUsdt,
} from '@matgyo/contracts/money';
import { feeOnSettlement } from '@matgyo/ledger/fees';

export interface Quote {
  readonly krw: Krw;
  readonly price: Price;
  readonly usdt: Usdt;
  /** Borne by the seller, on top. What many fills cost together, since fees round cumulatively. */
  readonly fee: Usdt | undefined;
  /** What the seller sends: the amount and the fee. */
  readonly sent: Usdt | undefined;
}

/** What an order of `krw` at `price` comes to; fee and total stay open until this installation's rate is known. */
export function quoteFor(krw: Krw, price: Price, feeRate: Rate | undefined): Quote {
  const usdt = usdtFor(krw, price);
  if (feeRate === undefined) return { krw, price, usdt, fee: undefined, sent: undefined };
  const fee = feeOnSettlement([{ amount: usdt, feeRate }], zeroUsdt);
  return { krw, price, usdt, fee, sent: addUsdt(usdt, fee) };
}
