import { prepared } from '@matgyo/event-store/postgres/prepared';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { hasPasskey } from '../passkeys/stored-passkeys.ts';
import { hasAuthenticator } from '../second-factor/authenticators.ts';

/**
 * Requires a recent step-up: the member has entered the password or a code, or used a passkey, in this session. Signing in
 * counts as one, unless `sinceSignIn`: actions that could give the account away require another one.
 *
 * @throws RequestFailure STEP_UP_REQUIRED with the possible ways
 */
export type RequireProof = (
  caller: Pick<Caller, 'memberId' | 'sessionId'>,
  options?: { readonly sinceSignIn?: boolean },
) => Promise<void>;

/** Reads the row, because a cached session may be older than the step-up. */
export const createRequireProof =
  (db: Database, pool: pg.Pool, stepUpSeconds: number): RequireProof =>
  async ({ memberId, sessionId }, { sinceSignIn = false } = {}) => {
    const { rows } = await pool.query(
      prepared({
        text: `select from app.sessions where id = $1 and proven_at > now() - make_interval(secs => $2)
          and (not $3 or proven_at > created_at)`,
        values: [sessionId, stepUpSeconds, sinceSignIn],
      }),
    );
    if (rows.length > 0) return;
    const has = await db
      .selectFrom('app.members')
      .select([hasAuthenticator('app.members.id').as('app'), hasPasskey('app.members.id').as('passkey')])
      .where('id', '=', memberId)
      .executeTakeFirst();
    const ways = ['password', ...(has?.app ? ['code'] : []), ...(has?.passkey ? ['passkey'] : [])];
    throw failure('STEP_UP_REQUIRED', { ways });
  };

/** Records a step-up in this session. */
export async function proveSession(db: Database, sessionId: string): Promise<void> {
  await db
    .updateTable('app.sessions')
    .set({ proven_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', sessionId)
    .execute();
}
