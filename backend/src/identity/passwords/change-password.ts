import type { passwordEndpoints } from '@matgyo/contracts/endpoints/passwords';
import type { MemberId } from '@matgyo/contracts/ids';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { clientNetwork } from '../../platform/http/rate-limits.ts';
import { memberById } from '../members/member-query.ts';
import { passwordChangedText, tellPhone } from '../members/phone-changes.ts';
import { checkOwnPassword, wrongPassword } from './own-password.ts';
import { recordStaffPassword } from './record-password.ts';
import { replacePassword } from './replace-password.ts';
import type { PasswordDependencies } from './routes.ts';

type ChangeRequest = HandlerRequest<(typeof passwordEndpoints)['changePassword']>;

/**
 * One's own password: the current one is asked for, other sessions end, and staff get a message on their phone.
 *
 * @throws RequestFailure CURRENT_PASSWORD_WRONG, TOO_MANY_REQUESTS, UNAVAILABLE
 */
export const changePassword =
  (deps: PasswordDependencies) =>
  async ({ caller: { memberId, sessionId }, body, ip, requestId }: ChangeRequest) => {
    const { db, sessions, passwords, kept } = deps;
    const shown = { memberId, password: body.currentPassword, ip };
    const instead = await checkOwnPassword(deps, shown, 'currentPassword');
    const passwordHash = await passwords.hash(body.password, { network: clientNetwork(ip), isKnown: true });
    const replaced = await db.transaction().execute(async (trx) => {
      const isDone = await replacePassword(trx, sessions, {
        ...{ memberId, passwordHash, instead },
        except: sessionId,
      });
      if (!isDone) return false;
      await recordStaffPassword(trx, 'staff-password-changed', { memberId, requestId });
      await kept.enter(trx, { 'app.credentials': [memberId] });
      return true;
    });
    // Of two changes at once the second was made by somebody who no longer knows the password.
    if (!replaced) throw wrongPassword('currentPassword');
    sessions.forget(memberId);
    await tellStaff(deps, memberId);
    return { message: 'Password changed' };
  };

async function tellStaff(deps: PasswordDependencies, memberId: MemberId): Promise<void> {
  const member = await memberById(deps.db, memberId);
  if (member?.admin || member?.manager) tellPhone(deps, member.phone, passwordChangedText);
}
