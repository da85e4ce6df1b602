import { type KeyObject, randomInt, timingSafeEqual } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { lockUntilEnd } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';
import { triesPerCode } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { keyedHash } from '../../platform/keys.ts';
import { codeMinutes } from './code-text.ts';

export const resendAfterSeconds = 60;

interface Caps {
  readonly perHour: number;
  readonly perDay: number;
}
/** Ten codes with five attempts each: 50 guesses a day per subject, at one in a million; for accounts docs/decisions/limits.md. */
const capsOfSubject: Caps = { perHour: 5, perDay: 10 };
/** Messages to one number; those that only its owner can ask for, and those to sign up, are counted for themselves. */
const capsOfNumber: Caps = { perHour: 5, perDay: 15 };

/** Who and what a code is for: a phone that signs up (E.164), an account by nickname, or a payout change. */
export type CodeSubject =
  | { readonly purpose: 'sign-up'; readonly phone: string }
  | { readonly purpose: 'payout'; readonly changeId: string }
  | {
      readonly purpose: 'account' | 'recovery';
      readonly nickname: string;
      /** Asked for on a network that the account knows: strangers use up neither its codes nor their attempts. */
      readonly byKnown?: boolean;
    };

/** Whether strangers cannot ask for it. */
const isOwners = (subject: CodeSubject): boolean =>
  subject.purpose === 'payout' || (subject.purpose !== 'sign-up' && subject.byKnown === true);

/**
 * Apart: counted together, a refused code to sign up would show that codes to a nickname went to the same phone, and
 * strangers could use up an account's codes with codes to sign up.
 */
const countedAs = (subject: CodeSubject): readonly string[] =>
  subject.purpose === 'sign-up' ? ['sign-up'] : isOwners(subject) ? ['owner'] : [];

function nameOf(subject: CodeSubject): string {
  if (subject.purpose === 'sign-up') return subject.phone;
  return subject.purpose === 'payout' ? subject.changeId : subject.nickname.toLowerCase();
}

interface RedeemOptions {
  /** Runs for a right code; if it throws, the attempt counts and the code is not consumed. */
  readonly refuse?: (() => Promise<void>) | undefined;
  /** The attempt comes from a network that the account does not know, for a code of one that it knows. */
  readonly isElsewhere?: boolean;
}

/** A code of a later time was issued before the clock was set back; less than a minute by another transaction or server. */
const isOfThisTime = sql<SqlBool>`created_at < now() + interval '1 minute'`;

/** Stored codes. Times are the database's, so that all processes agree on them. */
export type CodeStore = ReturnType<typeof createCodeStore>;

export function createCodeStore(db: Database, key: KeyObject) {
  const subjectHash = (subject: CodeSubject): string =>
    keyedHash(key, 'code subject', subject.purpose, nameOf(subject), ...(isOwners(subject) ? ['owner'] : []));
  const phoneHash = (phone: string, subject: CodeSubject): string =>
    keyedHash(key, 'phone', phone, ...countedAs(subject));
  // Includes the number: a code sent to an account's old number does not verify its new one.
  const codeHash = (subject: string, phone: string | undefined, code: string): string =>
    keyedHash(key, 'code', subject, phone ?? '', code);

  return {
    /**
     * Issues a code, which invalidates the one before. `phone`: the recipient; undefined if there is none.
     * `deliverable`: false if the number has reached its limit: the code must not be sent.
     *
     * @throws RequestFailure CODE_TOO_SOON, TOO_MANY_REQUESTS
     */
    async issue(subject: CodeSubject, phone: string | undefined) {
      const hashed = subjectHash(subject);
      // The pause is common to both, or it would tell whether the account knows the network, and so that it exists.
      const paused =
        'nickname' in subject
          ? [true, false].map((byKnown) => subjectHash({ ...subject, byKnown }))
          : [hashed];
      // Also without an account, so that timing and row are the same.
      const number = phoneHash(phone ?? `of no account: ${hashed}`, subject);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      return db.transaction().execute(async (trx) => {
        for (const name of [...paused, number].sort()) await lockUntilEnd(trx, name);
        await refuseTooMany(trx, hashed, paused);
        const deliverable =
          phone !== undefined && (await secondsUntilFree(trx, 'phone', number, capsOfNumber)) <= 0;
        const { id } = await trx
          .insertInto('app.one_time_codes')
          .values({
            subject: hashed,
            phone: deliverable || phone === undefined ? number : null,
            code_hash: codeHash(hashed, phone, code),
            expires_at: sql<Date>`now() + make_interval(mins => ${codeMinutes})`,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { id, code, deliverable };
      });
    },

    /** Undoes the issue of a code that could not be sent. */
    async withdraw(id: string): Promise<void> {
      await db.deleteFrom('app.one_time_codes').where('id', '=', id).execute();
    },

    /** Whether the code is right. Counts the attempt and consumes a right code: of two concurrent uses one succeeds. */
    async redeem(
      subject: CodeSubject,
      phone: string | undefined,
      code: string,
      { refuse, isElsewhere = false }: RedeemOptions = {},
    ): Promise<boolean> {
      const hashed = subjectHash(subject);
      const row = await countTry(db, hashed, isElsewhere);
      const hash = codeHash(hashed, phone, code);
      if (row === undefined || !timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(hash))) return false;
      await refuse?.();
      const used = await db
        .updateTable('app.one_time_codes')
        .set({ used_at: sql<Date>`now()` })
        .where('id', '=', row.id)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return used.numUpdatedRows === 1n;
    },
  };
}

/** Of the newest code, if it is valid. The row's lock serializes attempts, so that each sees the count of the one before. */
function countTry(db: Database, subject: string, isElsewhere: boolean) {
  const newest = db
    .selectFrom('app.one_time_codes')
    .select('id')
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .limit(1);
  return db
    .updateTable('app.one_time_codes')
    .set((set) =>
      isElsewhere ? { tries_elsewhere: set('tries_elsewhere', '+', 1) } : { tries: set('tries', '+', 1) },
    )
    .where('id', '=', newest)
    .where('used_at', 'is', null)
    .where(isElsewhere ? 'tries_elsewhere' : 'tries', '<', triesPerCode)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(isOfThisTime)
    .returning(['id', 'code_hash'])
    .executeTakeFirst();
}

async function refuseTooMany(db: Database, subject: string, paused: readonly string[]): Promise<void> {
  const lastSecondsAgo = await secondsSinceLast(db, paused);
  if (lastSecondsAgo < resendAfterSeconds)
    throw failure('CODE_TOO_SOON', undefined, { retryAfterSeconds: resendAfterSeconds - lastSecondsAgo });
  const freeInSeconds = await secondsUntilFree(db, 'subject', subject, capsOfSubject);
  if (freeInSeconds > 0) throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: freeInSeconds });
}

/** Infinity: none in the last day. */
async function secondsSinceLast(db: Database, subjects: readonly string[]): Promise<number> {
  const { seconds } = await db
    .selectFrom('app.one_time_codes')
    .select(sql<number | null>`extract(epoch from now() - max(created_at))::float8`.as('seconds'))
    .where('subject', 'in', subjects)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .where(isOfThisTime)
    .executeTakeFirstOrThrow();
  return seconds ?? Number.POSITIVE_INFINITY;
}

/** Seconds until the caps allow another request; 0: now. */
async function secondsUntilFree(db: Database, column: 'subject' | 'phone', hashed: string, caps: Caps) {
  const freeIn = (most: number, period: string) => sql<number>`
    case when count(*) filter (where created_at > now() - ${period}::interval) >= ${most}
      then extract(epoch from min(created_at) filter (where created_at > now() - ${period}::interval)
        + ${period}::interval - now())
      else 0 end`;
  const { seconds } = await db
    .selectFrom('app.one_time_codes')
    .select(
      sql<number>`greatest(${freeIn(caps.perHour, '1 hour')}, ${freeIn(caps.perDay, '1 day')})::float8`.as(
        'seconds',
      ),
    )
    .where(column, '=', hashed)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .where(isOfThisTime)
    .executeTakeFirstOrThrow();
  return seconds;
}
