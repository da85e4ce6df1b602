import { expect, it } from 'vitest';
import { fieldsOf, type RuleFields, readRule } from './rule-form.ts';

const empty: RuleFields = { rate: '1', minimum: '', maximum: '', tiers: [], codes: [] };

it('reads percentages and amounts as typed, and ignores empty lines', () => {
  expect(readRule({ ...empty, tiers: [{ from: '', rate: '' }] })).toEqual({ rule: { rate: '0.01' } });
  expect(
    readRule({
      rate: ' 0.25 ',
      minimum: '0.1',
      maximum: '1,000',
      tiers: [{ from: '1,000', rate: '0.1' }],
      codes: [{ code: ' SPRING ', rate: '12.5' }],
    }),
  ).toEqual({
    rule: {
      rate: '0.0025',
      minimum: '0.1000',
      maximum: '1000.0000',
      tiers: [{ from: '1000.0000', rate: '0.001' }],
      codes: { SPRING: '0.125' },
    },
  });
});

it.each([
  [{ rate: '' }, 'rate'],
  [{ rate: '100' }, 'rate'],
  [{ rate: '0.00001' }, 'rate'],
  [{ minimum: '-1' }, 'minimum'],
  // Not 15.
  [{ minimum: '1,5' }, 'minimum'],
  [{ minimum: '2', maximum: '1' }, 'maximum'],
  [{ tiers: [{ from: '10', rate: '' }] }, 'tiers.0.rate'],
  [
    {
      tiers: [
        { from: '10', rate: '1' },
        { from: '10', rate: '1' },
      ],
    },
    'tiers.1.from',
  ],
  [{ codes: [{ code: '', rate: '1' }] }, 'codes.0.code'],
])('names the field of %j that is wrong', (fields, field) => {
  expect([...(readRule({ ...empty, ...fields }).wrong ?? [])]).toEqual([field]);
});

it('restores the typed fields from an address', () => {
  const { rule } = readRule({ ...empty, rate: '0.5', codes: [{ code: 'A', rate: '0' }] });
  expect(fieldsOf(JSON.stringify(rule))).toEqual({
    ...empty,
    rate: '0.5',
    codes: [{ code: 'A', rate: '0' }],
  });
  expect(fieldsOf('{')).toBeUndefined();
  expect(fieldsOf('{"rate":5}')).toBeUndefined();
});
