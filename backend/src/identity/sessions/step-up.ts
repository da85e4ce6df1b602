import type { KeyObject } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { LruCache } from '@matgyo/event-store/lru-cache';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import { sql } from 'kysely';
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

export type ProvenBy = 'sign-in' | 'step-up';

/** The keyed hash of when a session was proven last, and how: SQL can change the row, and not make this. */
export type StepUpHash = (sessionId: string, by: ProvenBy, at: Date) => string;

export const createStepUpHash =
  (key: KeyObject): StepUpHash =>
  (sessionId, by, at) =>
    keyedHash(key, by, sessionId, at.toISOString());

/** Sessions whose last proof is remembered. */
const rememberedMax = 10_000;

const proofOfSession = `select proven_at as at, proof_seal, extract(epoch from now() - proven_at)::float8 as age
  from app.sessions where id = $1`;

/**
 * Reads the row, because a cached session may be older than the step-up. A valid proof is cached until it expires. Times
 * are the database's, because backends' clocks may differ.
 */
export function createRequireStepUp({ db, pool, config }: Shared, hash: StepUpHash): RequireStepUp {
  const remembered = new LruCache<{ readonly by: ProvenBy; readonly untilMs: number }>(rememberedMax);
  return async ({ memberId, sessionId }, { sinceSignIn = false } = {}) => {
    const counting: readonly ProvenBy[] = sinceSignIn ? ['step-up'] : ['sign-in', 'step-up'];
    const known = remembered.get(sessionId);
    if (known !== undefined && counting.includes(known.by) && performance.now() < known.untilMs) return;
    const { rows } = await pool.query<Pick<Tables['app.sessions'], 'proof_seal'> & { at: Date; age: number }>(
      prepared({ text: proofOfSession, values: [sessionId] }),
    );
    for (const { at, age, proof_seal } of rows) {
      const by = counting.find((one) => hash(sessionId, one, at) === proof_seal);
      // The clock may have been set back.
      const secondsLeft = config.stepUpSeconds - Math.abs(age);
      if (by === undefined || secondsLeft <= 0) continue;
      remembered.set(sessionId, { by, untilMs: performance.now() + secondsLeft * 1000 });
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

/** A proof made now. */
export async function proofNow(db: Database, hash: StepUpHash, sessionId: string, by: ProvenBy) {
  const now = db.selectNoFrom(sql<Date>`clock_timestamp()`.as('proven_at'));
  const { proven_at } = await now.executeTakeFirstOrThrow();
  return { proven_at, proof_seal: hash(sessionId, by, proven_at) };
}

export async function recordStepUp(db: Database, hash: StepUpHash, sessionId: string): Promise<void> {
  const proof = await proofNow(db, hash, sessionId, 'step-up');
  await db.updateTable('app.sessions').set(proof).where('id', '=', sessionId).execute();
}
