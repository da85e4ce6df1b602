import {
  addUsdt,
  feeOnSettlement,
  type Krw,
  type Price,
  parseRate,
  type Usdt,
  usdtFor,
  zeroUsdt,
} from '@matgyo/contracts/money';

/** 1 % of the USDT sold (specification, section 9). */
const feeRate = parseRate('0.01');

export interface Quote {
  readonly krw: Krw;
  readonly price: Price;
  readonly usdt: Usdt;
  /** Borne by the seller, on top. What many fills cost together, since fees round cumulatively. */
  readonly fee: Usdt;
  /** What the seller sends: the amount and the fee. */
  readonly sent: Usdt;
}

/** What an order of `krw` at `price` comes to. */
export function quoteFor(krw: Krw, price: Price): Quote {
  const usdt = usdtFor(krw, price);
  const fee = feeRate === undefined ? zeroUsdt : feeOnSettlement([{ amount: usdt, feeRate }], zeroUsdt);
  return { krw, price, usdt, fee, sent: addUsdt(usdt, fee) };
}
