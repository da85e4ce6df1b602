import type { MemberId } from '@matgyo/contracts/ids';
import type { ConflictOfInterest } from '@matgyo/contracts/ledger-refusals';
import { describe, expect, test } from 'vitest';
import { conflictOfInterest, refuseConflict } from './conflict-of-interest.ts';

const id = (letter: string) => letter.repeat(24) as MemberId;
const admin = { memberId: id('a'), inviteCode: 'ADMINCODE1' };
const others = [id('b'), id('c')];

describe('a conflict of interest', () => {
  test.each<[string, readonly MemberId[], string | null, ConflictOfInterest | null]>([
    ['owns none, fee for another code', others, 'ANOTHER', null],
    ['owns none, no fee', others, null, null],
    ['owns the first', [id('a'), id('b')], null, 'OWN_ORDER'],
    ['owns the second', [id('b'), id('a')], null, 'OWN_ORDER'],
    ['gets the fee', others, 'ADMINCODE1', 'FEE_TO_OWN_CODE'],
    ['gets the fee, code compared case-insensitively', others, 'admincode1', 'FEE_TO_OWN_CODE'],
    ['owns and gets the fee', [id('a')], 'ADMINCODE1', 'OWN_ORDER'],
  ])('%s', (_, owners, feeCode, expected) => {
    expect(conflictOfInterest(admin, { owners, feeCode })).toBe(expected);
  });

  test('does not exist for a missing code when the actor has none', () => {
    const actor = { memberId: id('a'), inviteCode: undefined };
    expect(conflictOfInterest(actor, { owners: others, feeCode: null })).toBeNull();
  });

  test('is refused by its own code', () => {
    const refusal = () => refuseConflict(admin, { owners: [id('a')], feeCode: null });
    expect(refusal).toThrow(expect.objectContaining({ code: 'OWN_ORDER' }));
    expect(() => refuseConflict(admin, { owners: others, feeCode: null })).not.toThrow();
  });
});
