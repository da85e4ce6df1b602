import type { Access } from '@matgyo/contracts/paths/call-path';
import { isStaff } from '@matgyo/contracts/roles';
import type { Caller } from './handler.ts';
import { failure } from './request-failure.ts';

/** @throws RequestFailure INVALID_TOKEN without a caller, FORBIDDEN without the role. */
export function refuseUnlessAllowed(access: Access, caller: Caller | undefined): void {
  if (access === 'anyone') return;
  if (caller === undefined) throw failure('INVALID_TOKEN');
  if (access === 'admin' && !caller.admin) throw failure('FORBIDDEN');
  if (access === 'staff' && !isStaff(caller)) throw failure('FORBIDDEN');
}
