import type { KeyObject } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { LruCache } from '@matgyo/event-store/lru-cache';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import type { Database, Tables } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { keyedHash } from '../../platform/keys.ts';
import type { Shared } from '../../shared.ts';
import { hasPasskey } from '../passkeys/stored-passkeys.ts';
import { hasAuthenticator } from '../second-factor/authenticators.ts';

/**
 * Requires a recent step-up: the member has entered the password or a code, or used a passkey, in this session. Signing
 * in counts as one, unless `sinceSignIn`: actions that could give the account away require another one.
 *
 * @throws RequestFailure STEP_UP_REQUIRED with the possible ways
 */
export type RequireStepUp = (
  caller: Pick<Caller, 'memberId' | 'sessionId'>,
  options?: { readonly sinceSignIn?: boolean },
) => Promise<void>;

/** How a session was proven last. */
export type ProvenBy = 'sign-in' | 'step-up';

/** The keyed hash of when a session was proven last, and how: SQL can change the row, and not make this. */
export type StepUpHash = (sessionId: string, by: ProvenBy, at: Date) => string;

export const createStepUpHash =
  (key: KeyObject): StepUpHash =>
  (sessionId, by, at) =>
    keyedHash(key, by, sessionId, at.toISOString());

/** Sessions whose last proof is remembered. */
const rememberedMax = 10_000;

/**
 * Reads the row, because a cached session may be older than the step-up. A proof that counted is remembered: until its
 * time is over it goes on counting.
 */
export function createRequireStepUp({ db, pool, config }: Shared, hash: StepUpHash): RequireStepUp {
  const remembered = new LruCache<{ readonly by: ProvenBy; readonly at: Date }>(rememberedMax);
  return async ({ memberId, sessionId }, { sinceSignIn = false } = {}) => {
    const counting: readonly ProvenBy[] = sinceSignIn ? ['step-up'] : ['sign-in', 'step-up'];
    // The clock may have been set back.
    const isRecent = (at: Date): boolean => Math.abs(Date.now() - at.getTime()) < config.stepUpSeconds * 1000;
    const known = remembered.get(sessionId);
    if (known !== undefined && counting.includes(known.by) && isRecent(known.at)) return;
    const { rows } = await pool.query<Pick<Tables['app.sessions'], 'proof_seal'> & { proven_at: Date }>(
      prepared({ text: 'select proven_at, proof_seal from app.sessions where id = $1', values: [sessionId] }),
    );
    for (const { proven_at: at, proof_seal } of rows) {
      const by = counting.find((one) => hash(sessionId, one, at) === proof_seal);
      if (by === undefined || !isRecent(at)) continue;
      remembered.set(sessionId, { by, at });
      return;
    }
    const has = await factorsOf(db, memberId);
    const ways = ['password', ...(has?.app ? ['code'] : []), ...(has?.passkey ? ['passkey'] : [])];
    throw failure('STEP_UP_REQUIRED', { ways });
  };
}

/** Whether the member has an app in use, and a passkey. */
export const factorsOf = (db: Database, memberId: MemberId) =>
  db
    .selectFrom('app.members')
    .select([hasAuthenticator('app.members.id').as('app'), hasPasskey('app.members.id').as('passkey')])
    .where('id', '=', memberId)
    .executeTakeFirst();

export async function recordStepUp(db: Database, hash: StepUpHash, sessionId: string): Promise<void> {
  const proven_at = new Date();
  await db
    .updateTable('app.sessions')
    .set({ proven_at, proof_seal: hash(sessionId, 'step-up', proven_at) })
    .where('id', '=', sessionId)
    .execute();
}
