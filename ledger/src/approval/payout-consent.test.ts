import type { MemberId } from '@matgyo/contracts/ids';
import { expect, test } from 'vitest';
import { payoutConsent } from './payout-consent.ts';

const [member, editor, third] = ['member', 'editor', 'third'] as MemberId[] as [MemberId, MemberId, MemberId];
const change = { memberId: member, makers: [editor] };

test('a change of payout data by staff is approved by an admin who neither made it nor is the member', () => {
  expect(payoutConsent(third, change, false)).toBe('second-admin');
  expect(payoutConsent(editor, change, false)).toBeNull();
  expect(payoutConsent(member, change, false)).toBeNull();
});

test('the admin who made a change that it replaced does not approve it either', () => {
  expect(payoutConsent(editor, { memberId: member, makers: [editor, third] }, false)).toBeNull();
});

test('the only admin approves a manager’s change as a second person, and their own change alone', () => {
  expect(payoutConsent(third, change, true)).toBe('second-admin');
  expect(payoutConsent(editor, change, true)).toBe('no-second-admin');
  expect(payoutConsent(member, change, true)).toBe('no-second-admin');
});
