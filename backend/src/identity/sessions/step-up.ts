import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { hasPasskey } from '../passkeys/passkeys.ts';
import { hasAuthenticator } from '../second-factor/authenticators.ts';

/**
 * The holder of a session has lately shown that they are its owner. Signing in shows it too, unless `sinceSignIn` asks for
 * more: what gives an account away needs the password, a code or a passkey for itself.
 *
 * @throws RequestFailure STEP_UP_REQUIRED with the ways to show it
 */
export type RequireProof = (
  caller: Pick<Caller, 'memberId' | 'sessionId'>,
  options?: { readonly sinceSignIn?: boolean },
) => Promise<void>;

/** Asks the row itself: what is remembered of a session may be from before it was shown. */
export const createRequireProof =
  (db: Database, stepUpSeconds: number): RequireProof =>
  async ({ memberId, sessionId }, { sinceSignIn = false } = {}) => {
    let proven = db
      .selectFrom('app.sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where(sql<SqlBool>`proven_at > now() - make_interval(secs => ${stepUpSeconds})`);
    if (sinceSignIn) proven = proven.whereRef('proven_at', '>', 'created_at');
    if ((await proven.executeTakeFirst()) !== undefined) return;
    const has = await db
      .selectFrom('app.members')
      .select([hasAuthenticator('app.members.id').as('app'), hasPasskey('app.members.id').as('passkey')])
      .where('id', '=', memberId)
      .executeTakeFirst();
    const ways = ['password', ...(has?.app ? ['code'] : []), ...(has?.passkey ? ['passkey'] : [])];
    throw failure('STEP_UP_REQUIRED', { ways });
  };

/** From now on the session counts as shown. */
export async function proveSession(db: Database, sessionId: string): Promise<void> {
  await db
    .updateTable('app.sessions')
    .set({ proven_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', sessionId)
    .execute();
}
