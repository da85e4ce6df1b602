/*
 * Money in whole numbers, for checking what the ledger computed with decimals. A unit is 0.0001 of USDT or won.
 */

const decimals = 4;
const perWhole = 10n ** BigInt(decimals);
const rateDecimals = 6;
const perRate = 10n ** BigInt(rateDecimals);

/** `12.3456` as 123456n. */
export const unitsOf = (text: string): bigint => shifted(text, decimals);

function shifted(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  if (fraction.length > places) throw new RangeError(`${text} has more than ${places} decimals`);
  return BigInt(whole + fraction.padEnd(places, '0'));
}

const halfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** USDT of an order, in units: won by price. */
export const usdtDue = (krw: string, price: bigint): bigint => halfUp(unitsOf(krw) * perWhole, price);

/** Won of a fill, in units: amount by price, in whole won. */
export const krwDue = (amount: bigint, price: bigint): bigint =>
  halfUp(amount * price, perWhole * perWhole) * perWhole;

/** Whether it is at most that share of the whole. */
export const isWithinShare = (part: bigint, whole: bigint, rate: string): boolean =>
  part * perRate <= whole * shifted(rate, rateDecimals);

/** What one settlement adds to Σ rate × amount, unrounded. */
export const feeBasis = (amount: bigint, rate: string): bigint => amount * shifted(rate, rateDecimals);

/** The fees due for everything settled so far, in units. */
export const feesDue = (basis: bigint): bigint => halfUp(basis, perRate);
