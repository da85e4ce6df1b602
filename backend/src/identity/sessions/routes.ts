import type { PasskeyAssertion } from '@matgyo/contracts/endpoints/passkeys';
import { sessionEndpoints } from '@matgyo/contracts/endpoints/sessions';
import { capability, type Route } from '../../platform/http/capability.ts';
import { setCookieLine } from '../../platform/http/cookie.ts';
import { isForeignOrigin } from '../../platform/http/foreign-origin.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { clientNetwork } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { memberOf } from '../members/member-query.ts';
import type { IdentityParts } from '../parts.ts';
import { siteOf } from '../passkeys/site.ts';
import { checkOwnPassword } from '../passwords/own-password.ts';
import { redeemOwn } from '../second-factor/redeem-own.ts';
import { sessionCookie } from './authenticate.ts';
import { endDevice, endOtherDevices, listDevices } from './devices.ts';
import { type SignedIn, signIn, signInWithCode, signInWithPasskey } from './sign-in.ts';
import { recordStepUp } from './step-up.ts';

export function sessionRoutes(deps: IdentityParts): readonly Route[] {
  return capability(sessionEndpoints, {
    async signIn(request) {
      return answerOf(await signIn(deps, request));
    },

    async signInWithCookie(request) {
      refuseForeign(deps, request);
      return withCookie(request, await signIn(deps, request));
    },

    async signInWithCode(request) {
      return answerOf(await signInWithCode(deps, request));
    },

    async signInWithCodeAndCookie(request) {
      refuseForeign(deps, request);
      return withCookie(request, await signInWithCode(deps, request));
    },

    async passkeyOptions(request) {
      await deps.limits.passkeySignInsFrom.take(clientNetwork(request.ip));
      return deps.passkeys.request('sign-in', siteOf(request, deps.config));
    },

    async signInWithPasskey(request) {
      return answerOf(await signInWithPasskey(deps, request));
    },

    async stepUpPasskeyOptions(request) {
      const { memberId, sessionId } = request.caller;
      await deps.limits.passkeyOptionsOf.take(memberId);
      return deps.passkeys.request({ stepUpOf: sessionId }, siteOf(request, deps.config), memberId);
    },

    async stepUp(request) {
      const { memberId, sessionId } = request.caller;
      const { body, ip, requestId } = request;
      const { password, code, passkey } = body;
      if (password !== undefined) await checkOwnPassword(deps, { memberId, password, ip }, 'password');
      if (code !== undefined) {
        const owner = await memberOf(deps.db, memberId);
        await redeemOwn(deps, owner, { code, requestId, at: 'session' }, async () => undefined);
      }
      if (passkey !== undefined) await stepUpWithPasskey(deps, request, passkey);
      await recordStepUp(deps.db, deps.stepUpHash, sessionId);
      return { message: 'Confirmed' };
    },

    async signOut({ caller, reply, secure }) {
      await deps.sessions.revoke(caller.sessionId);
      reply.header('Set-Cookie', setCookieLine(sessionCookie, '', 0, secure));
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

async function stepUpWithPasskey(
  deps: IdentityParts,
  request: HandlerRequest<(typeof sessionEndpoints)['stepUp']>,
  passkey: PasskeyAssertion,
): Promise<void> {
  const { db, passkeys, limits } = deps;
  const { memberId, sessionId } = request.caller;
  const shown = await passkeys.check({ stepUpOf: sessionId }, siteOf(request, deps.config), passkey);
  if (shown?.memberId !== memberId || !(await passkeys.note(db, shown))) throw failure('PASSKEY_REFUSED');
  // The request for the challenge was counted already.
  await limits.passkeyOptionsOf.giveBack(memberId);
}

const answerOf = ({ token, user, secondFactorMissing, passwordWeak }: SignedIn) => ({
  message: 'Login successful',
  token,
  user,
  secondFactorMissing,
  passwordWeak,
});

function withCookie({ reply, secure }: Pick<HandlerRequest, 'reply' | 'secure'>, signedIn: SignedIn) {
  const seconds = (signedIn.expiresAt.getTime() - Date.now()) / 1_000;
  reply.header('Set-Cookie', setCookieLine(sessionCookie, signedIn.token, seconds, secure));
  return answerOf(signedIn);
}

/** Otherwise another site could sign its visitor in as another member and read what they enter then. */
function refuseForeign({ config }: IdentityParts, { header }: Pick<HandlerRequest, 'header'>): void {
  if (isForeignOrigin(header, config.trustProxy)) throw failure('FORBIDDEN');
}
