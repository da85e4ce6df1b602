import type { passwordEndpoints } from '@matgyo/contracts/endpoints/passwords';
import type { MemberId } from '@matgyo/contracts/ids';
import { isStaff } from '@matgyo/contracts/roles';
import { isStaffPassword } from '@matgyo/contracts/staff-password';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { clientNetwork } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordAudit, recordOwnIfStaff } from '../../proof/audit/audit-log.ts';
import { memberByNickname, memberIdOf, memberOf } from '../members/member-query.ts';
import { notifyPhone, passwordChangedText, wasPhoneChangedByStaff } from '../members/phone-changes.ts';
import { countedBy, countGuess } from '../one-time-codes/count-guess.ts';
import type { IdentityParts } from '../parts.ts';
import { shownAccount } from '../sessions/account-check.ts';
import { lockedSessionsOf, lockOwnSession } from '../sessions/lock-sessions.ts';
import { renewToken } from '../sessions/renew-token.ts';
import { checkOwnPassword, wrongPassword } from './own-password.ts';
import { laneOf } from './passwords.ts';
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

type RecoverRequest = HandlerRequest<(typeof passwordEndpoints)['recoverPassword']>;

/**
 * Sets a new password for the holder of the account's phone (docs/decisions/identity.md). No reply reveals whether the
 * nickname exists: every wrong input gets OTP_WRONG and takes as long.
 *
 * @throws RequestFailure OTP_WRONG, STAFF_PASSWORD_WEAK and RECORD_MISMATCH after the right code, TOO_MANY_REQUESTS,
 * CHALLENGE_REQUIRED, UNAVAILABLE
 */
export const recoverPassword = (deps: IdentityParts) => async (request: RecoverRequest) => {
  const { body, ip, requestId } = request;
  const network = clientNetwork(ip);
  const isKnown = await deps.knownNetworks.has(body.nickname, network);
  const guess = await countGuess(deps.limits, countedBy(ip, isKnown && body.nickname));
  // A hash is of one member: of no one for an unknown nickname, so that it takes as long.
  const hashedFor = (await memberIdOf(deps.db, body.nickname)) ?? ('no one' as MemberId);
  // First, so that the code is not consumed if the queue for hashing is full.
  const passwordHash = await deps.challenges
    .whenFull('recovery', request, (isChallenged) =>
      deps.passwords.hash(hashedFor, body.password, { network, lane: laneOf({ isKnown, isChallenged }) }),
    )
    .catch(async (refusal: unknown) => {
      await guess.wasRight();
      throw refusal;
    });
  const entered = { nickname: body.nickname, code: body.code, ip };
  const phone = await deps.accountCodes.redeem('recovery', entered, async () => {
    const member = await memberByNickname(deps.db, body.nickname);
    if (member === undefined || !isStaff(member)) return;
    if (isStaffPassword(body.password, member)) return;
    await guess.wasRight();
    throw failure('STAFF_PASSWORD_WEAK', { fields: { password: 'STAFF_PASSWORD_WEAK' } });
  });
  if (phone === undefined) throw failure('OTP_WRONG');
  await guess.wasRight();
  const memberId = await deps.db.transaction().execute(async (trx) => {
    const member = await memberByNickname(trx, body.nickname);
    // Waits for a passkey that is being added, so that it is removed, too.
    if (member !== undefined) await lockedSessionsOf(trx, member.id).execute();
    // Whether passkeys stay depends on the roles, which SQL may have changed.
    if (member !== undefined) await deps.accountCheck.hasRoles(shownAccount(member));
    const owner = await verifiedOwner(trx, body.nickname, phone);
    if (owner !== hashedFor) return undefined;
    // Another person's passkey could lock the owner out. Those of staff stay: a phone is not a second factor.
    const removed = member !== undefined && isStaff(member) ? [] : await deps.passkeys.remove(trx, owner);
    await replacePassword(trx, deps.sessions, { memberId: owner, passwordHash });
    // Or wrong passwords from elsewhere would keep the owner from signing in with the new one.
    await deps.knownNetworks.add(owner, network, trx);
    if (await wasPhoneChangedByStaff(trx, owner))
      await recordAudit(trx, {
        action: 'password-recovered-after-phone-change',
        actor: null,
        subjectId: owner,
        requestId,
      });
    const entry = { action: 'staff-password-recovered', requestId } as const;
    if (member !== undefined) await recordOwnIfStaff(trx, shownAccount(member), entry);
    await deps.sealedRows.enter(trx, {
      'app.members': [owner],
      'app.credentials': [owner],
      'app.passkeys': removed,
    });
    return owner;
  });
  if (memberId === undefined) throw failure('OTP_WRONG');
  deps.sessions.forget(memberId);
  notifyPhone(deps, phone, passwordChangedText);
  return { message: 'Password changed' };
};

/** The account must still have the phone that the code was sent to. */
async function verifiedOwner(trx: Database, nickname: string, phone: string): Promise<MemberId | undefined> {
  const owner = await trx
    .updateTable('app.members as member')
    .set({ phone_verified: true })
    .where('nickname_key', '=', nickname.toLowerCase())
    .where('phone', '=', phone)
    .returning('member.id')
    .executeTakeFirst();
  return owner?.id;
}
