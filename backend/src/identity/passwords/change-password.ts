import type { passwordEndpoints } from '@matgyo/contracts/endpoints/passwords';
import { isStaff } from '@matgyo/contracts/roles';
import { isStaffPassword } from '@matgyo/contracts/staff-password';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { clientNetwork } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordOwnIfStaff } from '../../proof/audit/audit-log.ts';
import { memberOf } from '../members/member-query.ts';
import { notifyPhone, passwordChangedText } from '../members/phone-changes.ts';
import type { IdentityParts } from '../parts.ts';
import { lockOwnSession } from '../sessions/lock-sessions.ts';
import { renewToken } from '../sessions/renew-token.ts';
import { checkOwnPassword, wrongPassword } from './own-password.ts';
import { replacePassword } from './replace-password.ts';

type ChangeRequest = HandlerRequest<(typeof passwordEndpoints)['changePassword']>;

/** Changes the caller's own password: requires the current one, ends other sessions, and sends a text message. */
export const changePassword =
  (deps: IdentityParts) =>
  async ({ caller: { memberId, sessionId }, body, ip, requestId }: ChangeRequest) => {
    const { db, sessions, passwords, limits, sealedRows } = deps;
    const requester = { network: clientNetwork(ip), lane: 'known' } as const;
    const member = await memberOf(db, memberId);
    const isWeak = !isStaffPassword(body.password, member);
    if (isStaff(member) && isWeak)
      throw failure('STAFF_PASSWORD_WEAK', { fields: { password: 'STAFF_PASSWORD_WEAK' } });
    const shown = { memberId, password: body.currentPassword, ip };
    const instead = await checkOwnPassword(deps, shown, 'currentPassword');
    await limits.credentialChangesOf.unlessRefused([memberId], async () => {
      const passwordHash = await passwords.hash(memberId, body.password, requester);
      await db.transaction().execute(async (trx) => {
        await lockOwnSession(trx, { memberId, sessionId });
        const to = { memberId, passwordHash, instead, except: sessionId };
        // Of two concurrent changes, the second was authorized with a password that is no longer valid.
        if (!(await replacePassword(trx, sessions, to))) throw wrongPassword('currentPassword');
        await trx
          .updateTable('app.sessions')
          .set({ password_is_weak: isWeak })
          .where('id', '=', sessionId)
          .execute();
        await recordOwnIfStaff(trx, { ...member, memberId }, { action: 'staff-password-changed', requestId });
        await sealedRows.enter(trx, { 'app.credentials': [memberId] });
      });
    });
    sessions.forget(memberId);
    notifyPhone(deps, member.phone, passwordChangedText);
    return { message: 'Password changed', token: await renewToken(deps, { sessionId, memberId }) };
  };
