import type { passwordEndpoints } from '@matgyo/contracts/endpoints/passwords';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { clientNetwork } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordStaffPassword } from './record-password.ts';
import { replacePassword } from './replace-password.ts';
import type { PasswordDependencies } from './routes.ts';

type ChangeRequest = HandlerRequest<(typeof passwordEndpoints)['changePassword']>;

/**
 * One's own password. A stolen token must not be worth one, so the current password is asked for and may be guessed
 * ten times; guesses are counted apart from those at sign-in, so that they keep its owner from nothing else.
 *
 * @throws RequestFailure CURRENT_PASSWORD_WRONG, TOO_MANY_REQUESTS, UNAVAILABLE
 */
export const changePassword =
  ({ db, sessions, passwords, limits }: PasswordDependencies) =>
  async ({ caller: { memberId, sessionId }, body, ip, requestId }: ChangeRequest) => {
    const network = clientNetwork(ip);
    await limits.passwordChangesOf.take(memberId);
    const stored = await db
      .selectFrom('app.credentials')
      .select('password_hash')
      .where('member_id', '=', memberId)
      .executeTakeFirst();
    const isRight = await passwords.verify(stored?.password_hash, body.currentPassword, network);
    if (stored === undefined || !isRight) throw wrong();
    await limits.passwordChangesOf.giveBack(memberId);
    const passwordHash = await passwords.hash(body.password, network);
    const replaced = await db.transaction().execute(async (trx) => {
      const isDone = await replacePassword(trx, sessions, {
        memberId,
        passwordHash,
        instead: stored.password_hash,
        except: sessionId,
      });
      if (isDone) await recordStaffPassword(trx, 'staff-password-changed', { memberId, requestId });
      return isDone;
    });
    // Of two changes at once the second was made by somebody who no longer knows the password.
    if (!replaced) throw wrong();
    sessions.forget(memberId);
    return { message: 'Password changed' };
  };

const wrong = () =>
  failure('CURRENT_PASSWORD_WRONG', { fields: { currentPassword: 'CURRENT_PASSWORD_WRONG' } });
