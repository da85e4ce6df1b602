import type { MemberView } from '@matgyo/contracts/endpoints/members';
import type { sessionEndpoints } from '@matgyo/contracts/endpoints/sessions';
import type { MemberId } from '@matgyo/contracts/ids';
import { isStaff } from '@matgyo/contracts/roles';
import { isStaffPassword } from '@matgyo/contracts/staff-password';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { clientNetwork, type RateLimit, surroundingNetwork } from '../../platform/http/rate-limits.ts';
import { failure, RequestFailure } from '../../platform/http/request-failure.ts';
import { type MemberRow, memberOf, memberViewOf } from '../members/member-query.ts';
import { codesGuessedText, notifyPhone } from '../members/phone-changes.ts';
import type { IdentityParts } from '../parts.ts';
import { siteOf } from '../passkeys/site.ts';
import { laneOf } from '../passwords/passwords.ts';
import { assertStored, renewHash } from '../passwords/use-password.ts';
import { redeemOwn } from '../second-factor/redeem-own.ts';
import { shownAccount } from './account-check.ts';
import { deviceOf } from './device.ts';
import { noRoles, rolesInForce } from './session-callers.ts';
import type { ShownPassword } from './session-store.ts';
import { factorsOf } from './step-up.ts';

export interface SignedIn {
  readonly token: string;
  readonly expiresAt: Date;
  readonly user: MemberView;
  readonly secondFactorMissing: boolean;
  readonly passwordWeak: boolean;
}

type SignInRequest = HandlerRequest<(typeof sessionEndpoints)['signIn']>;
type CodeRequest = HandlerRequest<(typeof sessionEndpoints)['signInWithCode']>;
type PasskeyRequest = HandlerRequest<(typeof sessionEndpoints)['signInWithPasskey']>;
type Attempt = Pick<HandlerRequest, 'requestId' | 'ip' | 'header'>;

/**
 * Opens a session, or returns a ticket with which the second factor completes the sign-in. Neither the answer nor the
 * time it takes reveals whether the account exists, or whether the nickname or the password was wrong.
 *
 * @throws RequestFailure CREDENTIALS_WRONG, USER_NOT_VERIFIED, SECOND_FACTOR_REQUIRED with the ticket,
 * PASSKEY_REQUIRED, RECORD_MISMATCH, TOO_MANY_REQUESTS, CHALLENGE_REQUIRED, UNAVAILABLE
 */
export async function signIn(deps: IdentityParts, request: SignInRequest): Promise<SignedIn> {
  const { db, passwords, signIns, authenticators, passkeys, tickets } = deps;
  const { nickname, password } = request.body;
  const network = clientNetwork(request.ip);
  const name = nickname.toLowerCase();
  // Counted before the outcome is known, so that concurrent attempts cannot exceed the limit.
  const { isKnown, isChallenged, giveBack } = await countSignIn(deps, name, request);
  const stored = await credentialsOf(db, name);
  const verify = (challenged: boolean) =>
    passwords.verify(stored, password, { network, lane: laneOf({ isKnown, isChallenged: challenged }) });
  const isRight = await (isChallenged
    ? verify(true)
    : deps.challenges.whenFull('sign-in', request, verify)
  ).catch(async (refusal: unknown) => {
    // No password was checked.
    await giveBack();
    throw refusal;
  });
  if (!isRight || stored === undefined) {
    if (stored !== undefined) signIns.failed(stored.memberId, request);
    throw failure('CREDENTIALS_WRONG');
  }
  await giveBack();
  await assertStored(deps, stored);
  const member = await memberToSignIn(deps, stored.memberId);
  refuseUnverified(member);
  const hash = await renewHash(deps, stored, { password, requester: { network, lane: 'known' } });
  const shown = { hash, isWeak: !isStaffPassword(password, member) };
  const byPasskey = (await passkeys.has(member.id)) ? ['passkey'] : [];
  if ((await authenticators.stateOf(member.id)) !== undefined) {
    const ticket = await tickets.issue(member.id, shown);
    throw failure('SECOND_FACTOR_REQUIRED', { ticket, ways: ['code', 'recovery-code', ...byPasskey] });
  }
  // Also while inactive: the session would get the roles on activation.
  if (isStaff(member) && byPasskey.length > 0) throw failure('PASSKEY_REQUIRED');
  const signedIn = await db.transaction().execute(async (trx) => {
    const session = await opened(deps, { member, password: shown, hasFactor: false }, request, trx);
    await refuseNewFactor(trx, member);
    return session;
  });
  await deps.knownNetworks.add(member.id, network);
  return signedIn;
}

/** An active admin's phone is changed by that admin only (`mayChangePhone`): a mistyped one would lock them out for good. */
function refuseUnverified(member: MemberRow): void {
  if (!member.phone_verified && !rolesInForce(member).admin) throw failure('USER_NOT_VERIFIED');
}

/** A factor that was registered since the sign-in looked for one: the next sign-in asks for it. */
async function refuseNewFactor(trx: Database, member: MemberRow): Promise<void> {
  const has = await factorsOf(trx, member.id);
  if (has?.app || (has?.passkey && isStaff(member)))
    throw failure('UNAVAILABLE', undefined, { retryAfterSeconds: 1 });
}

/** Wrong codes in a day, after a right password, of which the account's owner is notified. */
const alarmingCodes = 10;

/**
 * Continues a sign-in whose password was right, with the second factor. Wrong codes are counted by password as well: who
 * keeps guessing knows it, so the owner is notified, and a new password gives new attempts.
 */
export async function signInWithCode(deps: IdentityParts, request: CodeRequest): Promise<SignedIn> {
  const { ticket, code } = request.body;
  const shown = await deps.tickets.tryWith(ticket);
  if (shown === undefined) throw failure('SIGN_IN_EXPIRED');
  const member = await memberToSignIn(deps, shown.memberId);
  const entry = { member, password: shown.password, hasFactor: true };
  const { secondFactorOfPassword } = deps.limits;
  const attempts = await secondFactorOfPassword.take(member.id, shown.password.hash);
  try {
    const shownCode = { code, requestId: request.requestId, at: 'sign-in' } as const;
    const signedIn = await redeemOwn(deps, member, shownCode, async (trx) => {
      if (!(await deps.tickets.use(trx, ticket))) throw failure('SIGN_IN_EXPIRED');
      return opened(deps, entry, request, trx);
    });
    await secondFactorOfPassword.giveBack(member.id, shown.password.hash);
    await deps.knownNetworks.add(member.id, clientNetwork(request.ip));
    return signedIn;
  } catch (error) {
    const isWrong = error instanceof RequestFailure && error.code === 'SECOND_FACTOR_WRONG';
    if (isWrong) deps.signIns.failed(member.id, request);
    else await secondFactorOfPassword.giveBack(member.id, shown.password.hash);
    if (isWrong && attempts === alarmingCodes) notifyPhone(deps, member.phone, codesGuessedText);
    throw error;
  }
}

/**
 * Opens a session for the holder of a passkey, which counts as both factors: the device has checked a fingerprint, face
 * or PIN.
 */
export async function signInWithPasskey(deps: IdentityParts, request: PasskeyRequest): Promise<SignedIn> {
  const { db, passkeys, signIns } = deps;
  const { passkeySignInsFrom } = deps.limits;
  const network = clientNetwork(request.ip);
  await passkeySignInsFrom.take(network);
  const shown = await passkeys.check('sign-in', siteOf(request, deps.config), request.body.passkey);
  if (shown === undefined) throw failure('PASSKEY_REFUSED');
  if (shown.counter === undefined) {
    signIns.failed(shown.memberId, request);
    throw failure('PASSKEY_REFUSED');
  }
  const member = await memberToSignIn(deps, shown.memberId);
  refuseUnverified(member);
  const signedIn = await db.transaction().execute(async (trx) => {
    if (!(await passkeys.note(trx, shown))) throw failure('PASSKEY_REFUSED');
    return opened(deps, { member, password: undefined, hasFactor: true }, request, trx);
  });
  // This attempt, and the request for the challenge.
  await Promise.all([passkeySignInsFrom.giveBack(network), passkeySignInsFrom.giveBack(network)]);
  await deps.knownNetworks.add(member.id, network);
  return signedIn;
}

/** @throws RequestFailure UNAVAILABLE; RECORD_MISMATCH if roles, status or a second factor were changed by SQL */
async function memberToSignIn({ db, accountCheck }: IdentityParts, memberId: MemberId): Promise<MemberRow> {
  const member = await memberOf(db, memberId);
  // If the read model is late, the session ends once it shows the change, and gives no role that the account does not
  // have.
  await accountCheck.isCurrent(shownAccount(member));
  return member;
}

interface Entry {
  readonly member: MemberRow;
  /** Undefined: a passkey was used. */
  readonly password: ShownPassword | undefined;
  readonly hasFactor: boolean;
}

async function opened(
  { sessions, tokens, signIns, config }: IdentityParts,
  { member, password, hasFactor }: Entry,
  request: Attempt,
  trx: Database,
): Promise<SignedIn> {
  const device = deviceOf(request.header('user-agent'));
  const session = await sessions.open(trx, { member, password, device });
  // The password has changed in the meantime.
  if (session === undefined) throw failure('CREDENTIALS_WRONG');
  await signIns.opened(trx, member, request);
  const { id: sessionId, expiresAt } = session;
  const inForce = rolesInForce(member);
  const isBound = config.requireSecondFactor && isStaff(inForce);
  const secondFactorMissing = isBound && !hasFactor;
  const passwordWeak = isBound && password?.isWeak === true;
  const roles = secondFactorMissing || passwordWeak ? noRoles : inForce;
  const claims = { memberId: member.id, nickname: member.nickname, ...roles, sessionId };
  const token = tokens.sign(claims, expiresAt);
  return { token, expiresAt, secondFactorMissing, passwordWeak, user: memberViewOf(member, member) };
}

/**
 * Counts one attempt. A network that signed in to the account recently (`isKnown`) may still try when the total for the
 * account is used up, so that guesses from elsewhere do not lock the owner out. Where its address or, unless it is
 * known, the surrounding network is used up, the request needs a solved challenge (`isChallenged`).
 */
async function countSignIn(
  { limits, knownNetworks, challenges }: IdentityParts,
  name: string,
  request: Attempt,
) {
  const [network, surrounding] = [clientNetwork(request.ip), surroundingNetwork(request.ip)];
  const taken: (() => Promise<void>)[] = [];
  const take = async (limit: RateLimit, ...at: readonly string[]): Promise<void> => {
    await limit.take(...at);
    taken.push(() => limit.giveBack(...at));
  };
  const giveBack = async (): Promise<void> => {
    await Promise.all(taken.map((one) => one()));
  };
  const takeChallenged = async (refusal: unknown): Promise<true> => {
    if (!(refusal instanceof RequestFailure)) throw refusal;
    // First, so that no client solves a challenge in vain.
    await limits.challengedSignInsSurrounding.refuseIfUsedUp(surrounding);
    await limits.signInHere.refuseIfUsedUp(name, network);
    await challenges.require('sign-in', request);
    await take(limits.challengedSignInsSurrounding, surrounding);
    return true;
  };
  try {
    const isKnown = await knownNetworks.has(name, network);
    const takeUnchallenged = async (): Promise<false> => {
      await take(limits.signInFrom, network);
      if (!isKnown) await take(limits.signInFromSurrounding, surrounding);
      return false;
    };
    // Before the counts by nickname: an address at its limit could otherwise store one for each of many nicknames.
    const isChallenged = await takeUnchallenged().catch(takeChallenged);
    await take(limits.signInHere, name, network);
    await take(limits.signInAnywhere, name).catch((refusal: unknown) => {
      if (!isKnown) throw refusal;
    });
    return { isKnown, isChallenged, giveBack };
  } catch (refusal) {
    // No password was checked: attempts at a closed account do not close their network to its other people.
    await giveBack();
    throw refusal;
  }
}

async function credentialsOf(db: Database, nicknameKey: string) {
  return db
    .selectFrom('app.members as member')
    .innerJoin('app.credentials as credentials', 'credentials.member_id', 'member.id')
    .select(['member.id as memberId', 'credentials.password_hash as hash'])
    .where('member.nickname_key', '=', nicknameKey)
    .executeTakeFirst();
}
