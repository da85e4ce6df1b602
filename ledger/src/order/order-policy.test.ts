import type { MemberId } from '@matgyo/contracts/ids';
import { expect, test } from 'vitest';
import { trailVisibility } from './order-policy.ts';

const [owner, other] = ['a'.repeat(24), 'b'.repeat(24)] as [MemberId, MemberId];
const sale = { memberId: owner, side: 'sell' } as const;
const purchase = { memberId: owner, side: 'buy' } as const;

test('admins see all of a trail', () => {
  const all = { others: true, fee: true, proof: true };
  expect(trailVisibility(sale, { memberId: other, admin: true })).toEqual(all);
  expect(trailVisibility(purchase, { memberId: owner, admin: true })).toEqual(all);
});

test('the owner sees it without other people and without the proof, the seller with the fee', () => {
  const viewer = { memberId: owner, admin: false };
  expect(trailVisibility(sale, viewer)).toEqual({ others: false, fee: true, proof: false });
  expect(trailVisibility(purchase, viewer)).toEqual({ others: false, fee: false, proof: false });
});

test('for others the order does not exist', () => {
  expect(trailVisibility(sale, { memberId: other, admin: false })).toBeUndefined();
});
