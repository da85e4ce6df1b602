import type { MemberId } from '@matgyo/contracts/ids';
import type { Access } from '@matgyo/contracts/paths/call-path';
import { expect, test } from 'vitest';
import { refuseUnlessAllowed } from './access.ts';
import type { Caller } from './handler.ts';

const member: Caller = {
  memberId: 'a'.repeat(24) as MemberId,
  nickname: 'minseo',
  sessionId: 'one',
  verified: true,
  status: 'active',
  admin: false,
  manager: false,
};
const people = {
  visitor: undefined,
  member,
  manager: { ...member, manager: true },
  admin: { ...member, admin: true },
};

/** Who may call an endpoint of each access level: ✓ or the error code. */
const rules: Readonly<Record<Access, Readonly<Record<keyof typeof people, string>>>> = {
  anyone: { visitor: '✓', member: '✓', manager: '✓', admin: '✓' },
  'signed-in': { visitor: 'INVALID_TOKEN', member: '✓', manager: '✓', admin: '✓' },
  staff: { visitor: 'INVALID_TOKEN', member: 'FORBIDDEN', manager: '✓', admin: '✓' },
  admin: { visitor: 'INVALID_TOKEN', member: 'FORBIDDEN', manager: 'FORBIDDEN', admin: '✓' },
};

function outcome(access: Access, caller: Caller | undefined): string {
  try {
    refuseUnlessAllowed(access, caller);
    return '✓';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test.each(Object.entries(rules))('%s: who may call, and the error for others', (access, expected) => {
  const found = Object.entries(people).map(([who, caller]) => [who, outcome(access as Access, caller)]);
  expect(Object.fromEntries(found)).toEqual(expected);
});
