import { memberPaths } from '@matgyo/contracts/paths/members';
import { isStaff } from '@matgyo/contracts/roles';
import { currentSession } from '../session/session.ts';
import { watchUserActivity } from '../session/user-activity.ts';
import { call } from './call.ts';

const everyMs = 300_000;

/** Keeps a staff session alive while the user reads or types, which sends no requests. Call once, at start. */
export function keepInUse(): void {
  let lastMs = Date.now();
  watchUserActivity(() => {
    const session = currentSession();
    if (session === undefined || !isStaff(session) || Math.abs(Date.now() - lastMs) < everyMs) return;
    lastMs = Date.now();
    call(memberPaths.findMember, { params: { nickname: session.nickname } }).catch(() => undefined);
  });
}
