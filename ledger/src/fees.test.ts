import { addUsdt, compareMoney, type Rate, type Usdt, zeroUsdt } from '@matgyo/contracts/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feeOnSettlement } from './fees.ts';

const usdt = (text: string) => text as Usdt;
const rate = (text: string) => text as Rate;

describe('the fee rule', () => {
  const fills = (...amounts: readonly string[]) =>
    amounts.map((amount) => ({ amount: usdt(amount), feeRate: rate('0.01') }));

  /** The fees of consecutive settlements. */
  function feesOf(settled: ReturnType<typeof fills>): readonly Usdt[] {
    let taken = zeroUsdt;
    return settled.map((_, index) => {
      const fee = feeOnSettlement(settled.slice(0, index + 1), taken);
      taken = addUsdt(taken, fee);
      return fee;
    });
  }

  test('charges 1 % of USDT sold, half up to 4 decimals', () => {
    expect(feesOf(fills('714.2857'))).toEqual(['7.1429']);
  });

  test('charges a fill too small for its own fee with a later one', () => {
    expect(feesOf(fills('0.0040', '0.0040', '0.0040'))).toEqual(['0.0000', '0.0001', '0.0000']);
  });

  test('charges many small fills like one large fill, and never a negative fee', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 60 }),
        (units) => {
          const amounts = units.map(
            (unit) => `${Math.floor(unit / 10_000)}.${String(unit % 10_000).padStart(4, '0')}`,
          );
          const settled = fills(...amounts);
          const fees = feesOf(settled);
          const whole = addUsdt(...settled.map(({ amount }) => amount));
          expect(addUsdt(...fees)).toBe(feeOnSettlement(fills(whole), zeroUsdt));
          for (const fee of fees) expect(compareMoney(fee, zeroUsdt)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  test('charges each fill at its agreed rate', () => {
    const settled = [
      { amount: usdt('100.0000'), feeRate: rate('0.01') },
      { amount: usdt('100.0000'), feeRate: rate('0.02') },
    ];
    expect(feesOf(settled)).toEqual(['1.0000', '2.0000']);
  });
});
