import { expect, test } from 'vitest';
import { appellantOf, loserOf } from './losing-side.ts';

test.each([
  ['the won were proven, so the seller was wrong', ['PAYMENT_PROVEN'], 'sell'],
  ['the won were not proven', ['PAYMENT_NOT_PROVEN'], 'buy'],
  ['the USDT were proven, so the buyer was wrong', ['TETHER_PROVEN'], 'buy'],
  ['the USDT were not proven', ['TETHER_NOT_PROVEN'], 'sell'],
  ['paid and not delivered', ['PAYMENT_PROVEN', 'TETHER_NOT_PROVEN'], 'sell'],
  ['delivered and not paid', ['PAYMENT_NOT_PROVEN', 'TETHER_PROVEN'], 'buy'],
  ['both did what they owed', ['PAYMENT_PROVEN', 'TETHER_PROVEN'], undefined],
  ['neither did', ['PAYMENT_NOT_PROVEN', 'TETHER_NOT_PROVEN'], undefined],
  ['they agreed, whatever was proven', ['PAYMENT_PROVEN', 'PARTIES_AGREED'], undefined],
  ['a party was silent, and the reason does not say which', ['PARTY_SILENT'], undefined],
])('a case is lost or not: %s', (_, reasons, side) => {
  expect(loserOf({ reasons })).toBe(side);
  expect(loserOf({ reasons, amount: '1.0000' })).toBeUndefined();
});

test.each([
  ['complete', ['PAYMENT_PROVEN'], 'sell'],
  ['complete', ['TETHER_PROVEN'], 'buy'],
  ['cancel', ['PAYMENT_NOT_PROVEN'], 'buy'],
  ['cancel', ['TETHER_NOT_PROVEN'], 'sell'],
  // The side named by the reasons is the one that did not lose.
  ['cancel', ['PAYMENT_PROVEN'], null],
  ['cancel', ['PAYMENT_PROVEN', 'TETHER_NOT_PROVEN'], null],
  ['cancel', ['TETHER_PROVEN'], null],
  ['complete', ['PAYMENT_NOT_PROVEN'], null],
  ['complete', ['TETHER_NOT_PROVEN'], null],
  ['complete', ['PAYMENT_PROVEN', 'TETHER_PROVEN'], null],
  ['cancel', ['PARTIES_AGREED'], null],
] as const)('who may appeal against a ruling to %s with %j: %s', (outcome, reasons, side) => {
  expect(appellantOf({ outcome, reasons })).toBe(side);
  expect(appellantOf({ outcome, reasons, amount: '1.0000' })).toBeNull();
});
