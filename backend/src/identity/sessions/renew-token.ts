import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { Sessions } from './session-store.ts';
import type { SignedSession, Tokens } from './token.ts';

export interface TokenRenewal {
  readonly db: Database;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
}

/** A new token for the same session, with the current roles. The session's end stays the same. */
export async function renewToken(
  { db, sessions, tokens }: TokenRenewal,
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
