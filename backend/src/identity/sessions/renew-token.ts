import { failure } from '../../platform/http/request-failure.ts';
import type { IdentityParts } from '../parts.ts';
import type { SignedSession } from './token.ts';

/** A new token for the same session, with the current roles. The session's end stays the same. */
export async function renewToken(
  { db, sessions, tokens }: IdentityParts,
  session: SignedSession,
): Promise<string> {
  const { sessionId } = session;
  const caller = await sessions.freshCallerOf(session);
  if (caller === undefined) throw failure('INVALID_TOKEN');
  const { expires_at } = await db
    .selectFrom('app.sessions')
    .select('expires_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const { memberId, nickname, admin, manager } = caller;
  return tokens.sign({ memberId, nickname, sessionId, admin, manager }, expires_at);
}
