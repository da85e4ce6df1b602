/*
 * Money in whole numbers, for checking what the ledger computed with decimals. A unit is 0.0001 USDT.
 */

/** `12.3456` as 123456n, at a given number of decimals. */
export function unitsOf(text: string, decimals = 4): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  if (fraction.length > decimals) throw new RangeError(`${text} has more than ${decimals} decimals`);
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

const rateDecimals = 6;
const basisPerUnit = 10n ** BigInt(rateDecimals);

/** Fees due after one more settlement: Σ rate × amount, half up to a unit. The basis is kept unrounded. */
export function feeDue(
  basis: bigint,
  amount: bigint,
  rate: string,
): { readonly basis: bigint; readonly units: bigint } {
  const sum = basis + amount * unitsOf(rate, rateDecimals);
  return { basis: sum, units: (2n * sum + basisPerUnit) / (2n * basisPerUnit) };
}

/** Won of a fill: amount × price, half up to whole won. */
export function krwDue(amount: string, price: string): string {
  const product = unitsOf(amount) * unitsOf(price);
  const perWon = 10n ** 8n;
  return String((2n * product + perWon) / (2n * perWon));
}
