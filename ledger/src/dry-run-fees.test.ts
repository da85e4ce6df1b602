import type { HypotheticalFeeRule } from '@matgyo/contracts/fee-rule';
import { addUsdt, compareMoney, type Usdt, zeroUsdt } from '@matgyo/contracts/money';
import { feeRuleText } from '@matgyo/contracts/schemas/fee-rule';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DryRunOrder, rateUnder } from './dry-run-fees.ts';
import { feeOnSettlement } from './fees.ts';

const ruleOf = (written: object): HypotheticalFeeRule => feeRuleText.parse(JSON.stringify(written));
const usdt = (text: string) => text as Usdt;

/** The fees of the trades of one order, all with the same code. */
function feesUnder(written: object, amounts: readonly string[], referralCode: string | null = null) {
  const order = new DryRunOrder(ruleOf(written));
  return amounts.map((amount) => order.complete({ amount: usdt(amount), referralCode }));
}

describe('a flat rule', () => {
  test('charges its rate on every trade, half up to 4 decimals', () => {
    expect(feesUnder({ rate: '0.005' }, ['714.2857'])).toEqual(['3.5714']);
    expect(feesUnder({ rate: '0' }, ['714.2857'])).toEqual(['0.0000']);
  });

  test('at the rate in force equals the rule in force, trade by trade', () => {
    const unit = fc.integer({ min: 1, max: 5_000_000 });
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 40 }), (units) => {
        const amounts = units.map((n) => `${Math.floor(n / 10_000)}.${String(n % 10_000).padStart(4, '0')}`);
        const { rate } = ruleOf({ rate: '0.01' });
        const fills = amounts.map((amount) => ({ amount: usdt(amount), feeRate: rate }));
        let taken = zeroUsdt;
        const inForce = fills.map((_, index) => {
          const fee = feeOnSettlement(fills.slice(0, index + 1), taken);
          taken = addUsdt(taken, fee);
          return fee;
        });
        expect(feesUnder({ rate: '0.01' }, amounts)).toEqual(inForce);
      }),
    );
  });
});

test('a tiered rule charges the rate of the highest tier reached on the whole amount', () => {
  const tiered = {
    rate: '0.01',
    tiers: [
      { from: '100', rate: '0.008' },
      { from: '1000', rate: '0.005' },
    ],
  };
  const each = ['99.9999', '100.0000', '999.9999', '1000.0000'].map((amount) => feesUnder(tiered, [amount]));
  expect(each.flat()).toEqual(['1.0000', '0.8000', '8.0000', '5.0000']);
});

test('a rule by code takes precedence over tiers, for exactly that code', () => {
  const byCode = { rate: '0.01', tiers: [{ from: '10', rate: '0.008' }], codes: { SPRING: '0.002' } };
  expect(feesUnder(byCode, ['100.0000'], 'SPRING')).toEqual(['0.2000']);
  expect(feesUnder(byCode, ['100.0000'], 'spring')).toEqual(['0.8000']);
  expect(rateUnder(ruleOf(byCode), { amount: usdt('1.0000'), referralCode: 'toString' })).toBe('0.01');
});

test('a minimum and a maximum bound the fee of each trade', () => {
  const bounded = { rate: '0.01', minimum: '0.5', maximum: '3' };
  expect(feesUnder(bounded, ['10.0000', '100.0000', '1000.0000'])).toEqual(['0.5000', '1.0000', '3.0000']);
});

test('fees are rounded once over an order: many small trades cost the same as one large one, and none is negative', () => {
  expect(feesUnder({ rate: '0.01' }, ['0.0040', '0.0040', '0.0040'])).toEqual(['0.0000', '0.0001', '0.0000']);
  const fees = feesUnder(
    { rate: '0.003333' },
    Array.from({ length: 300 }, () => '0.0101'),
  );
  expect([addUsdt(...fees)]).toEqual(feesUnder({ rate: '0.003333' }, ['3.0300']));
  expect(fees.every((fee) => compareMoney(fee, zeroUsdt) >= 0)).toBe(true);
});

test.each([
  ['{"rate": "0.01",\n "tiers": [}', '', '"tiers": [}" is not valid JSON'],
  ['{}', 'rate', 'invalid input'],
  ['{"rate": "1"}', 'rate', 'a fraction from 0 to below 1'],
  ['{"rate": "0.0000001"}', 'rate', 'at most 6 decimals'],
  ['{"rate": "0.01", "tier": []}', '', 'tier'],
  [
    '{"rate": "0.01", "tiers": [{"from": "5", "rate": "0.1"}, {"from": "5", "rate": "0.1"}]}',
    'tiers.1.from',
    'more than 5.0000',
  ],
  ['{"rate": "0.01", "codes": {"A": "x"}}', 'codes.A', 'a fraction'],
  ['{"rate": "0.01", "minimum": "2", "maximum": "1"}', 'maximum', 'no less than the minimum'],
  ['{"rate": "0.01", "minimum": "-1"}', 'minimum', 'a decimal number of USDT'],
])('%s is refused, naming where it is wrong', (text, field, expected) => {
  const [issue] = feeRuleText.safeParse(text).error?.issues ?? [];
  expect(issue?.path.join('.')).toBe(field);
  expect(issue?.message.toLowerCase()).toContain(expected.toLowerCase());
});
