import { Decimal } from 'decimal.js';

/**
 * Money is a plain decimal string with no sign, exponent or leading zeros, at fixed scale per kind:
 *
 * | kind    | unit         | decimals | rounding                                 |
 * |---------|--------------|----------|------------------------------------------|
 * | `Usdt`  | USDT         | 4        | half up                                  |
 * | `Krw`   | won          | 0 to 4   | whole won, half up, where we compute it  |
 * | `Price` | won per USDT | 0 to 4   | never rounded: it is set, not computed   |
 * | `Rate`  | a fraction   | 0 to 6   | never rounded                            |
 *
 * The brands keep one kind from being passed for another. JSON and SQL carry the same strings.
 */
export type Usdt = string & { readonly __money: 'USDT' };
export type Krw = string & { readonly __money: 'KRW' };
export type Price = string & { readonly __money: 'KRW per USDT' };
export type Rate = string & { readonly __money: 'fraction' };

const usdtDecimals = 4;
/** Largest amount of won of one order (1조 원); keeps every sum inside `numeric(20,4)`. */
export const krwMax = '1000000000000';
export const priceMax = '10000000';
/** Largest amount of USDT of one order, for the same reason: with a tiny price few won are a huge amount. */
export const usdtMax = '1000000000000' as Usdt;

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -30, toExpPos: 40 });

const decimalText = /^\d{1,20}(\.\d{1,20})?$/;

const plain = (value: Decimal): string => value.toFixed();
const usdtText = (value: Decimal): Usdt => value.toFixed(usdtDecimals, Decimal.ROUND_HALF_UP) as Usdt;

export const zeroUsdt = '0.0000' as Usdt;

/** User input: a JSON number or a decimal string. Anything else is undefined. */
function decimalFrom(input: unknown): Decimal | undefined {
  const text = typeof input === 'number' && Number.isFinite(input) ? String(input) : input;
  if (typeof text !== 'string' || !decimalText.test(text)) return undefined;
  return new Exact(text);
}

/** `input` as USDT, or undefined unless it is a decimal ≥ 0 with at most 4 decimals. */
export function parseUsdt(input: unknown): Usdt | undefined {
  const value = decimalFrom(input);
  return value === undefined || value.decimalPlaces() > usdtDecimals ? undefined : usdtText(value);
}

/** `input` as won, or undefined unless it is a decimal of 0 to `krwMax` with at most 4 decimals. */
export function parseKrw(input: unknown): Krw | undefined {
  const value = decimalFrom(input);
  return value === undefined || value.decimalPlaces() > 4 || value.gt(krwMax)
    ? undefined
    : (plain(value) as Krw);
}

/** `input` as a price, or undefined unless it is a decimal above 0 up to `priceMax` with at most 4 decimals. */
export function parsePrice(input: unknown): Price | undefined {
  const value = decimalFrom(input);
  if (value === undefined || value.decimalPlaces() > 4 || value.lte(0) || value.gt(priceMax))
    return undefined;
  return plain(value) as Price;
}

/** `input` as a rate, or undefined unless it is a decimal from 0 to below 1 with at most 6 decimals. */
export function parseRate(input: unknown): Rate | undefined {
  const value = decimalFrom(input);
  return value === undefined || value.decimalPlaces() > 6 || value.gte(1)
    ? undefined
    : (plain(value) as Rate);
}

export const isZero = (value: Usdt | Krw): boolean => new Exact(value).isZero();
export const isPositive = (value: Usdt | Krw): boolean => new Exact(value).gt(0);
export const addUsdt = (...values: readonly Usdt[]): Usdt =>
  usdtText(values.reduce((sum, value) => sum.plus(value), new Exact(0)));

export const addKrw = (...values: readonly Krw[]): Krw =>
  plain(values.reduce((sum, value) => sum.plus(value), new Exact(0))) as Krw;

/** `most` − `value`; 0 if that is negative. */
export const krwBelow = (most: Krw, value: Krw): Krw =>
  plain(Exact.max(0, new Exact(most).minus(value))) as Krw;

/** From millionths of a USDT, Solana's unit, rounded down. */
export const usdtOfMicros = (micros: bigint): Usdt =>
  new Exact(String(micros)).div(1_000_000).toFixed(usdtDecimals, Decimal.ROUND_DOWN) as Usdt;

/** a − b. Throws when that is negative: no quantity of the ledger is (docs/ledger.md, invariant 1). */
export function subtractUsdt(a: Usdt, b: Usdt): Usdt {
  const difference = new Exact(a).minus(b);
  if (difference.isNegative() && !difference.isZero()) throw new RangeError(`${a} − ${b} is below zero`);
  return usdtText(difference);
}

/** Negative, zero or positive, as a is less than, equal to or greater than b. Both of one kind. */
export const compareMoney = <M extends Usdt | Krw | Price | Rate>(a: M, b: M): number => new Exact(a).cmp(b);
export const minUsdt = (a: Usdt, b: Usdt): Usdt => (compareMoney(a, b) <= 0 ? a : b);

/** The absolute difference of two prices. */
export const priceGap = (a: Price, b: Price): Price => plain(new Exact(a).minus(b).abs()) as Price;

/** price × (1 − rate), rounded up to 4 decimals, so that it is never below the limit. */
export const priceBelow = (price: Price, rate: Rate): Price =>
  plain(new Exact(1).minus(rate).times(price).toDecimalPlaces(4, Decimal.ROUND_UP)) as Price;

/** price × (1 + rate), rounded down to 4 decimals, so that it is never above the limit. */
export const priceAbove = (price: Price, rate: Rate): Price =>
  plain(new Exact(1).plus(rate).times(price).toDecimalPlaces(4, Decimal.ROUND_DOWN)) as Price;

/** USDT = KRW / price, half up to 4 decimals (specification, section 9). */
export const usdtFor = (krw: Krw, price: Price): Usdt => usdtText(new Exact(krw).div(price));

/**
 * KRW of a fill: amount × price, half up to whole won. Rounded per fill: n fills differ from one of the same sum and
 * price by at most ⌊n / 2⌋ won (docs/ledger.md).
 */
export const krwFor = (amount: Usdt, price: Price): Krw =>
  plain(new Exact(amount).times(price).toDecimalPlaces(0, Decimal.ROUND_HALF_UP)) as Krw;

const clientTolerance = '0.01';

/**
 * Whether a client's USDT figure agrees with the server's within 0.01 (specification, section 5). Undefined when it is
 * not a decimal number.
 */
export function clientUsdtAgrees(claimed: unknown, computed: Usdt): boolean | undefined {
  const value = decimalFrom(claimed);
  return value?.minus(computed).abs().lte(clientTolerance);
}

/** Unrounded USDT: an amount, or a share of one. */
export type ExactUsdt = Usdt | (string & { readonly __money: 'USDT, not rounded' });

/** Σ amount × rate, not rounded. */
export const sharesOf = (parts: readonly { readonly amount: Usdt; readonly rate: Rate }[]): ExactUsdt =>
  plain(
    parts.reduce((sum, { amount, rate }) => sum.plus(new Exact(amount).times(rate)), new Exact(0)),
  ) as ExactUsdt;

/** amount × rate, not rounded. */
export const exactShare = (amount: Usdt, rate: Rate): ExactUsdt =>
  plain(new Exact(amount).times(rate)) as ExactUsdt;

/** `value`, but no less than `least` and no more than `most`. */
export function withinUsdt(
  value: ExactUsdt,
  { least, most }: { readonly least?: Usdt | undefined; readonly most?: Usdt | undefined },
): ExactUsdt {
  if (least !== undefined && new Exact(value).lt(least)) return least;
  return most !== undefined && new Exact(value).gt(most) ? most : value;
}

export const addExact = (a: ExactUsdt, b: ExactUsdt): ExactUsdt => plain(new Exact(a).plus(b)) as ExactUsdt;

/** Half up to 4 decimals. */
export const roundedUsdt = (value: ExactUsdt): Usdt => usdtText(new Exact(value));

/** a − b, signed. */
export const usdtDifference = (a: Usdt, b: Usdt): string => {
  const difference = new Exact(a).minus(b);
  return difference.isZero() ? zeroUsdt : difference.toFixed(usdtDecimals);
};

/** −value, for reversals. */
export const negated = <M extends string>(value: M): M => {
  const turned = value.startsWith('-') ? value.slice(1) : `-${value}`;
  return (/[1-9]/.test(value) ? turned : value) as M;
};

/** A sum over many amounts. */
export class UsdtSum {
  #sum = new Exact(0);

  add(value: Usdt): void {
    this.#sum = this.#sum.plus(value);
  }

  get total(): Usdt {
    return usdtText(this.#sum);
  }
}

/** The same of won. */
export class KrwSum {
  #sum = new Exact(0);

  add(value: Krw): void {
    this.#sum = this.#sum.plus(value);
  }

  get total(): Krw {
    return plain(this.#sum) as Krw;
  }
}
