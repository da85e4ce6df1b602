import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Caller } from '../../platform/http/handler.ts';

/** What a token says. The roles are for the client's eyes; the server asks its own tables. */
export type TokenClaims = Pick<Caller, 'memberId' | 'nickname' | 'admin' | 'manager' | 'sessionId'>;

export interface Tokens {
  sign(claims: TokenClaims, expiresAt: Date): Promise<string>;
  /** The session a token names; undefined unless we signed it and it has not expired. */
  sessionOf(token: string): Promise<string | undefined>;
}

const issuer = 'matgyo';
const payload = z.object({ sub: z.string(), sid: z.string().min(1) });
/** Longer ones are none of ours. */
const longestToken = 2_000;

/** JSON Web Tokens, HS256 and nothing else: a token that names another algorithm, or none, does not hold. */
export function createTokens(key: Uint8Array): Tokens {
  return {
    sign: ({ memberId, nickname, admin, manager, sessionId }, expiresAt) =>
      new SignJWT({ nickname, admin, manager, sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(memberId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(key),

    async sessionOf(token) {
      if (token.length > longestToken) return undefined;
      try {
        const options = { algorithms: ['HS256'], issuer, requiredClaims: ['exp', 'sid', 'sub'] };
        const verified = await jwtVerify(token, key, options);
        return payload.parse(verified.payload).sid;
      } catch {
        return undefined;
      }
    },
  };
}
