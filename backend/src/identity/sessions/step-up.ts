import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';

/**
 * The holder of a session has lately shown that they are its owner. Signing in shows it too, unless `sinceSignIn` asks for
 * more: what gives an account away needs the password for itself.
 *
 * @throws RequestFailure STEP_UP_REQUIRED with the ways to show it
 */
export type RequireProof = (
  caller: Pick<Caller, 'sessionId'>,
  options?: { readonly sinceSignIn?: boolean },
) => Promise<void>;

/** Asks the row itself: what is remembered of a session may be from before it was shown. */
export const createRequireProof =
  (db: Database, stepUpSeconds: number): RequireProof =>
  async ({ sessionId }, { sinceSignIn = false } = {}) => {
    let proven = db
      .selectFrom('app.sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where(sql<SqlBool>`proven_at > now() - make_interval(secs => ${stepUpSeconds})`);
    if (sinceSignIn) proven = proven.whereRef('proven_at', '>', 'created_at');
    if ((await proven.executeTakeFirst()) === undefined)
      throw failure('STEP_UP_REQUIRED', { ways: ['password'] });
  };

/** From now on the session counts as shown. */
export async function proveSession(db: Database, sessionId: string): Promise<void> {
  await db
    .updateTable('app.sessions')
    .set({ proven_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', sessionId)
    .execute();
}
