import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { hasSecondFactor } from '../second-factor/authenticators.ts';

/**
 * The holder of a session has lately shown that they are its owner. Signing in shows it too, unless `sinceSignIn` asks for
 * more: what gives an account away needs the password, or a code, for itself.
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
    const factor = await db
      .selectFrom('app.members')
      .select('id')
      .where('id', '=', memberId)
      .where(hasSecondFactor('app.members.id'))
      .executeTakeFirst();
    throw failure('STEP_UP_REQUIRED', { ways: factor === undefined ? ['password'] : ['password', 'code'] });
  };

/** From now on the session counts as shown. */
export async function proveSession(db: Database, sessionId: string): Promise<void> {
  await db
    .updateTable('app.sessions')
    .set({ proven_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', sessionId)
    .execute();
}
