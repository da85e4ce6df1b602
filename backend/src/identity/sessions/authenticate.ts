import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import { sessionEndpoints } from '@matgyo/contracts/endpoints/sessions';
import type { Context } from 'koa';
import { refuseUnlessAllowed } from '../../platform/http/access.ts';
import { cookieIn } from '../../platform/http/cookie.ts';
import { isForeignOrigin } from '../../platform/http/foreign-origin.ts';
import type { Authenticate } from '../../platform/http/mount.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { RequestState } from '../../platform/http/request-log.ts';
import type { Sessions } from './session-store.ts';
import type { RequireStepUp } from './step-up.ts';
import type { Tokens } from './token.ts';

export const sessionCookie = 'matgyo_session';

/** Header of requests that the client makes by itself, without a person. They do not keep a session alive. */
const unattendedHeader = 'x-unattended';

/**
 * Finds the caller of a request by its bearer token or, for GET and signing out only, by its cookie. An invalid token
 * is refused. An invalid cookie, and one sent by a page of another host, is ignored, because browsers send cookies by
 * themselves. Calls that require a step-up are refused without one.
 */
export function createAuthenticate(
  tokens: Tokens,
  sessions: Sessions,
  requireStepUp: RequireStepUp,
  trustProxy: number,
): Authenticate {
  const byToken = async (authorization: string, attended: boolean) => {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const session = token === undefined ? undefined : tokens.sessionOf(token);
    if (session === undefined) throw failure('INVALID_TOKEN');
    const caller = await sessions.callerOf(session, { attended });
    if (caller === undefined) throw failure(await sessions.refusalOf(session.sessionId));
    return caller;
  };
  const cookieOf = (ctx: Context, endpoint: Endpoint): string | undefined => {
    const servesCookie =
      (endpoint.method === 'GET' || endpoint === sessionEndpoints.signOut) &&
      !isForeignOrigin((name) => ctx.get(name), trustProxy);
    return servesCookie
      ? cookieIn(ctx.get('cookie'), sessionCookie, (ctx.state as RequestState).secure)
      : undefined;
  };
  const identify: Authenticate = async (ctx, endpoint) => {
    const attended = ctx.get(unattendedHeader) === '';
    const authorization = ctx.get('authorization');
    if (authorization !== '') return byToken(authorization, attended);
    const cookie = cookieOf(ctx, endpoint);
    const session = cookie === undefined ? undefined : tokens.sessionOf(cookie);
    return session === undefined ? undefined : sessions.callerOf(session, { attended });
  };
  return async (ctx, endpoint) => {
    const caller = await identify(ctx, endpoint);
    if (endpoint.stepUp === true && caller !== undefined) {
      refuseUnlessAllowed(endpoint.access, caller);
      await requireStepUp(caller);
    }
    return caller;
  };
}
