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
  /** Paid by the seller on top. The same for one fill or many, since fees are rounded cumulatively. */
  readonly fee: Usdt | undefined;
  /** Amount plus fee, sent by the seller. */
  readonly sent: Usdt | undefined;
}

/** The quote of an order; fee and total are undefined until the fee rate is loaded. */
export function quoteFor(krw: Krw, price: Price, feeRate: Rate | undefined): Quote {
  const usdt = usdtFor(krw, price);
  if (feeRate === undefined) return { krw, price, usdt, fee: undefined, sent: undefined };
  const fee = feeOnSettlement([{ amount: usdt, feeRate }], zeroUsdt);
  return { krw, price, usdt, fee, sent: addUsdt(usdt, fee) };
}
