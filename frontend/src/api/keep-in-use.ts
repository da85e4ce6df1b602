import { memberPaths } from '@matgyo/contracts/paths/members';
import { currentSession } from '../session/session.ts';
import { watchUserActivity } from '../session/user-activity.ts';
import { call } from './call.ts';

const everyMs = 300_000;

/** Reading or typing makes no requests, and a staff session would end meanwhile. Call once, at start. */
export function keepInUse(): void {
  let saidMs = Date.now();
  watchUserActivity(() => {
    const session = currentSession();
    if (session === undefined || !(session.admin || session.manager) || Date.now() - saidMs < everyMs) return;
    saidMs = Date.now();
    call(memberPaths.findMember, { params: { nickname: session.nickname } }).catch(() => undefined);
  });
}
