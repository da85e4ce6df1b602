import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { z } from 'zod';
import type { Caller } from '../../platform/http/handler.ts';

/** The claims of a token. The roles are for the client; the server reads its own tables. */
export type TokenClaims = Pick<Caller, 'memberId' | 'nickname' | 'admin' | 'manager' | 'sessionId'>;

/** A session and its member, as signed: the session's row alone may have been changed by SQL. */
export type SignedSession = Pick<Caller, 'sessionId' | 'memberId'>;

export type Tokens = ReturnType<typeof createTokens>;

const issuer = 'matgyo';
const payload = z.object({
  iss: z.literal(issuer),
  sub: z.string(),
  sid: z.string().min(1),
  exp: z.number(),
});
type Signed = z.infer<typeof payload>;
/** Longer tokens are not ours. */
const tokenLengthMax = 2_000;
/** Verified tokens, cached because callers send the same one with every request. About 500 bytes each. */
const rememberedMax = 10_000;

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The header of all our tokens. One with another algorithm, or none, has another header and is refused. */
const head = encoded({ alg: 'HS256', typ: 'JWT' });

/** JSON Web Tokens, HS256 and nothing else. */
export function createTokens(key: KeyObject) {
  const remembered = new Map<string, Signed>();

  function verify(token: string): Signed | undefined {
    if (token.length > tokenLengthMax) return undefined;
    const [header, claims, signature, ...more] = token.split('.');
    if (header !== head || claims === undefined || signature === undefined || more.length > 0)
      return undefined;
    // Compared as text, because several base64 texts decode to the same bytes.
    const expected = Buffer.from(signatureOf(key, `${head}.${claims}`).toString('base64url'));
    const shown = Buffer.from(signature);
    if (shown.length !== expected.length || !timingSafeEqual(shown, expected)) return undefined;
    return payload.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
  }

  return {
    sign({ memberId, nickname, admin, manager, sessionId }: TokenClaims, expiresAt: Date): string {
      const claims = {
        nickname,
        admin,
        manager,
        sid: sessionId,
        iss: issuer,
        sub: memberId,
        iat: seconds(Date.now()),
        exp: seconds(expiresAt.getTime()),
      };
      const text = `${head}.${encoded(claims)}`;
      return `${text}.${signatureOf(key, text).toString('base64url')}`;
    },

    /** The token's session; undefined if the signature is invalid or the token has expired. */
    sessionOf(token: string): SignedSession | undefined {
      const signed = remembered.get(token) ?? verify(token);
      if (signed === undefined) return undefined;
      if (remembered.size >= rememberedMax) remembered.clear();
      remembered.set(token, signed);
      if (signed.exp <= seconds(Date.now())) return undefined;
      return { sessionId: signed.sid, memberId: signed.sub as MemberId };
    },
  };
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

const signatureOf = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest();
