import { expect, test } from 'vitest';
import { isStaff, roleOf } from './roles.ts';

test.each([
  { admin: false, manager: false, role: 'member', staff: false },
  { admin: false, manager: true, role: 'manager', staff: true },
  { admin: true, manager: false, role: 'admin', staff: true },
  { admin: true, manager: true, role: 'admin', staff: true },
])('admin $admin, manager $manager: acts as $role, staff $staff', ({ role, staff, ...roles }) => {
  expect(roleOf(roles)).toBe(role);
  expect(isStaff(roles)).toBe(staff);
});
