import type { Role } from '@matgyo/contracts/events/member-events';
import type { MemberId } from '@matgyo/contracts/ids';
import { describe, expect, test } from 'vitest';
import { mayChangePhone, mayEdit, membersSeenBy, seesIdPhoto, seesMember } from './member-policy.ts';

const person = (letter: string, roles: { admin?: boolean; manager?: boolean } = {}) => {
  const id = letter.repeat(24) as MemberId;
  return { id, memberId: id, admin: false, manager: false, ...roles };
};
const member = person('a');
const otherMember = person('b');
const manager = person('c', { manager: true });
const otherManager = person('d', { manager: true });
const admin = person('e', { admin: true });
const both = person('f', { admin: true, manager: true });
const everyone = [member, otherMember, manager, otherManager, admin, both];
const seenBy = (viewer: typeof member) => everyone.filter((one) => seesMember(viewer, one));

describe('visibility', () => {
  test('a member sees themselves', () => {
    expect(seenBy(member)).toEqual([member]);
    expect(membersSeenBy(member)).toBe('own');
  });
  test('a manager sees themselves and plain members', () => {
    expect(seenBy(manager)).toEqual([member, otherMember, manager]);
    expect(membersSeenBy(manager)).toBe('plain');
  });
  test('an admin sees everyone', () => {
    for (const viewer of [admin, both]) {
      expect(seenBy(viewer)).toEqual(everyone);
      expect(membersSeenBy(viewer)).toBe('all');
    }
  });
  test('ID photos are seen by admins only', () => {
    expect(everyone.filter(seesIdPhoto)).toEqual([admin, both]);
  });
});

describe('editing', () => {
  const editedBy = (editor: typeof member, edit = {}) => everyone.filter((one) => mayEdit(editor, one, edit));
  test('admins edit everyone, roles included', () => {
    expect(editedBy(admin, { admin: true })).toEqual(everyone);
  });
  test('managers edit plain members', () => {
    expect(editedBy(manager)).toEqual([member, otherMember]);
  });
  test.each([{ admin: true }, { manager: true }])('managers do not give roles: %j', (edit) => {
    expect(editedBy(manager, edit)).toEqual([]);
  });
  test('unchanged roles in an edit are no change', () => {
    expect(editedBy(manager, { admin: false, manager: false })).toEqual([member, otherMember]);
  });
});

test('an active admin’s phone is changed by that admin only', () => {
  const account = (roles: readonly Role[], status: 'active' | 'inactive' = 'active') => ({
    status,
    roles,
    memberId: admin.memberId,
    referralCode: null,
    inviteCode: 'INVITE',
  });
  expect(mayChangePhone(admin, account(['admin']))).toBe(true);
  expect(mayChangePhone(both, account(['admin', 'manager']))).toBe(false);
  expect(mayChangePhone(both, account(['manager']))).toBe(true);
  expect(mayChangePhone(both, account(['admin'], 'inactive'))).toBe(true);
  expect(mayChangePhone(both, { status: 'none' })).toBe(true);
});
