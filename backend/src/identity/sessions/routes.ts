import { sessionEndpoints } from '@matgyo/contracts/endpoints/sessions';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Database } from '../../platform/database/tables.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import { isForeignOrigin } from '../../platform/http/foreign-origin.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { apiPrefix } from '../../platform/http/mount.ts';
import { clientNetwork } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { memberById, memberViewOf } from '../members/member-query.ts';
import { checkOwnPassword, type OwnPasswordDependencies } from '../passwords/own-password.ts';
import { sessionCookie } from './authenticate.ts';
import { deviceOf } from './device.ts';
import { type DeviceDependencies, endDevice, endOtherDevices, listDevices } from './devices.ts';
import type { KnownNetworks } from './known-networks.ts';
import { rolesInForce } from './session-store.ts';
import type { SignInRecords } from './sign-in-records.ts';
import { proveSession } from './step-up.ts';
import type { Tokens } from './token.ts';

export interface SessionDependencies extends OwnPasswordDependencies, DeviceDependencies {
  readonly tokens: Tokens;
  readonly signIns: SignInRecords;
  readonly knownNetworks: KnownNetworks;
  /** See `TRUST_PROXY`. */
  readonly trustProxy: number;
}

type SignInRequest = HandlerRequest<(typeof sessionEndpoints)['signIn']>;

export function sessionRoutes(deps: SessionDependencies): readonly Route[] {
  return capability(sessionEndpoints, {
    async signIn(request) {
      const { token, user } = await signIn(deps, request);
      return { message: 'Login successful', token, user };
    },

    async signInWithCookie(request) {
      // A page of another host could sign its visitor in as somebody else, and see what they enter then.
      if (isForeignOrigin(request.header, deps.trustProxy)) throw failure('FORBIDDEN');
      const { token, user, expiresAt } = await signIn(deps, request);
      request.reply.header('Set-Cookie', cookie(token, expiresAt, request.secure));
      return { message: 'Login successful', token, user };
    },

    async stepUp({ caller: { memberId, sessionId }, body, ip }) {
      await checkOwnPassword(deps, { memberId, password: body.password, ip }, 'password');
      await proveSession(deps.db, sessionId);
      return { message: 'Confirmed' };
    },

    async signOut({ caller, reply, secure }) {
      await deps.sessions.revoke(caller.sessionId);
      reply.header('Set-Cookie', cookie('', new Date(0), secure));
      return { message: 'Logout successful' };
    },

    async devices({ caller }) {
      return { items: await listDevices(deps, caller) };
    },

    async endDevice({ caller, params, requestId }) {
      await endDevice(deps, caller, { id: params.id, requestId });
      return { message: 'Signed out there' };
    },

    async endOtherDevices({ caller, requestId }) {
      return { message: 'Signed out elsewhere', ended: await endOtherDevices(deps, caller, requestId) };
    },
  });
}

/**
 * Opens a session. Whether the nickname or the password was wrong, and whether the account exists, shows neither
 * in the answer nor in its time.
 *
 * @throws RequestFailure CREDENTIALS_WRONG, USER_NOT_VERIFIED, TOO_MANY_REQUESTS, UNAVAILABLE
 */
async function signIn(deps: SessionDependencies, request: SignInRequest) {
  const { db, sessions, tokens, passwords, signIns, knownNetworks } = deps;
  const { nickname, password } = request.body;
  const network = clientNetwork(request.ip);
  const name = nickname.toLowerCase();
  // Counted before it is known how it ends, so that many at once cannot slip through.
  const giveBack = await countSignIn(deps, name, network);
  const stored = await credentialsOf(db, name);
  const isRight = await passwords.verify(stored?.password_hash, password, network);
  if (!isRight || stored === undefined) {
    if (stored !== undefined) signIns.failed(stored.id, request);
    throw failure('CREDENTIALS_WRONG');
  }
  await giveBack();
  if (!stored.phone_verified) throw failure('USER_NOT_VERIFIED');

  const member = await memberById(db, stored.id);
  // Signed up a moment ago, and not yet an account in the read model.
  if (member === undefined) throw failure('UNAVAILABLE', undefined, { retryAfterSeconds: 1 });
  const opened = await signIns.opened(sessions, member, stored.password_hash, {
    ...request,
    device: deviceOf(request.header('user-agent')),
  });
  if (opened === undefined) throw failure('CREDENTIALS_WRONG');
  await knownNetworks.add(member.id, network);
  const { id: sessionId, expiresAt } = opened;
  const claims = { memberId: member.id, nickname: member.nickname, ...rolesInForce(member), sessionId };
  const token = tokens.sign(claims, expiresAt);
  return { token, expiresAt, user: memberViewOf(member, member) };
}

/**
 * Counts one try, and answers what takes it back. Where somebody has signed in to the account lately they may try also
 * when others have used up what all together may, so that nobody is locked out of their own by guesses from elsewhere.
 *
 * @throws RequestFailure TOO_MANY_REQUESTS
 */
async function countSignIn(
  { limits, knownNetworks }: Pick<SessionDependencies, 'limits' | 'knownNetworks'>,
  name: string,
  network: string,
): Promise<() => Promise<void>> {
  await limits.signInFrom.take(network);
  await limits.signInHere.take(name, network);
  const fromAnywhere = await limits.signInAnywhere.take(name).then(
    () => true,
    async (refusal: unknown) => {
      if (await knownNetworks.has(name, network)) return false;
      throw refusal;
    },
  );
  return async () => {
    await Promise.all([
      limits.signInFrom.giveBack(network),
      limits.signInHere.giveBack(name, network),
      ...(fromAnywhere ? [limits.signInAnywhere.giveBack(name)] : []),
    ]);
  };
}

async function credentialsOf(
  db: Database,
  nicknameKey: string,
): Promise<{ id: MemberId; password_hash: string; phone_verified: boolean } | undefined> {
  return db
    .selectFrom('app.members as member')
    .innerJoin('app.credentials as credentials', 'credentials.member_id', 'member.id')
    .select(['member.id', 'credentials.password_hash', 'member.phone_verified'])
    .where('member.nickname_key', '=', nicknameKey)
    .executeTakeFirst();
}

/** Out of reach of scripts and of other sites; over TLS only when the request came that way. */
const cookie = (token: string, expiresAt: Date, secure: boolean): string =>
  [
    `${sessionCookie}=${token}`,
    `Path=${apiPrefix}`,
    `Expires=${expiresAt.toUTCString()}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ');
