import type { MemberId } from '@matgyo/contracts/ids';
import { describe, expect, test } from 'vitest';
import { isParty, partyAmong, seesFee, seesPayout } from './trade-policy.ts';

const [sellerId, buyerId, other] = ['a', 'b', 'c'].map((letter) => letter.repeat(24) as MemberId) as [
  MemberId,
  MemberId,
  MemberId,
];
const parties = { sellerId, buyerId };
const seller = { memberId: sellerId, admin: false };
const buyer = { memberId: buyerId, admin: false };
const stranger = { memberId: other, admin: false };
const admin = { memberId: other, admin: true };
const adminWhoSells = { ...seller, admin: true };
const adminWhoBuys = { ...buyer, admin: true };

test('a trade is seen by its parties and by admins; an admin who is a party sees it as that party', () => {
  expect(partyAmong(parties, seller)).toBe('sell');
  expect(partyAmong(parties, buyer)).toBe('buy');
  expect(partyAmong(parties, admin)).toBe('admin');
  expect(partyAmong(parties, adminWhoSells)).toBe('sell');
  expect(partyAmong(parties, adminWhoBuys)).toBe('buy');
  expect(partyAmong(parties, stranger)).toBeUndefined();
});

test('its parties are the seller and the buyer', () => {
  expect([sellerId, buyerId, other].map((memberId) => isParty(parties, memberId))).toEqual([
    true,
    true,
    false,
  ]);
});

test('the fee is seen by the seller and by admins, never by the buyer', () => {
  const people = [seller, buyer, stranger, admin, adminWhoBuys];
  expect(people.map((viewer) => seesFee(parties, viewer))).toEqual([true, false, false, true, true]);
});

describe('bank account and wallet', () => {
  const statuses = [
    'proposed',
    'matched',
    'completing',
    'completed',
    'cancelling',
    'cancelled',
    'rejected',
    'reversed',
  ] as const;
  const shown = (viewer: typeof seller) =>
    statuses.filter((status) => seesPayout({ ...parties, status }, viewer));

  test('both parties see them while the trade is under way', () => {
    expect(shown(buyer)).toEqual(['matched', 'completing']);
    expect(shown(seller)).toEqual(['matched', 'completing']);
  });
  test('admins see them at any time', () => {
    expect(shown(admin)).toEqual(statuses);
  });
  test('others never see them', () => {
    expect(shown(stranger)).toEqual([]);
  });
});
