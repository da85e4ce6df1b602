import { sessionEndpoints } from '@matgyo/contracts/endpoints/sessions';
import type { Caller } from '../../platform/http/handler.ts';
import type { Authenticate } from '../../platform/http/mount.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { Sessions } from './session-store.ts';
import type { Tokens } from './token.ts';

export const sessionCookie = 'matgyo_session';

/**
 * The caller of a request: by its bearer token, or, for GET and signing out only, by the cookie. A bearer token
 * that does not hold is refused; a cookie that does not is ignored, because browsers send it unasked.
 */
export function createAuthenticate(tokens: Tokens, sessions: Sessions): Authenticate {
  const callerOf = async (token: string): Promise<Caller | undefined> => {
    const sessionId = tokens.sessionOf(token);
    return sessionId === undefined ? undefined : sessions.callerOf(sessionId);
  };
  return async (ctx, endpoint) => {
    const authorization = ctx.get('authorization');
    if (authorization !== '') {
      const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
      const caller = token === undefined ? undefined : await callerOf(token);
      if (caller === undefined) throw failure('INVALID_TOKEN');
      return caller;
    }
    const servesCookie = endpoint.method === 'GET' || endpoint === sessionEndpoints.signOut;
    const cookie = servesCookie ? ctx.cookies.get(sessionCookie) : undefined;
    return cookie === undefined ? undefined : callerOf(cookie);
  };
}
