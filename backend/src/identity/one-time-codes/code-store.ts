import { randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { keyedHash } from '../sessions/keys.ts';
import { codeMinutes } from './code-text.ts';

export const resendAfterSeconds = 60;
const mostTries = 5;

interface Caps {
  readonly perHour: number;
  readonly perDay: number;
}
/** Ten codes of five tries: at one subject 50 guesses a day at one in a million (docs/decisions/limits.md). */
const capsOfSubject: Caps = { perHour: 5, perDay: 10 };
/** Messages to one number, whatever they are for. */
const capsOfNumber: Caps = { perHour: 5, perDay: 15 };

/** Whom a code is for and what for: a phone signing up (E.164), the account with a nickname, or a change of payout data. */
export type CodeSubject =
  | { readonly purpose: 'sign-up'; readonly phone: string }
  | { readonly purpose: 'payout'; readonly changeId: string }
  | { readonly purpose: 'account' | 'recovery'; readonly nickname: string };

function nameOf(subject: CodeSubject): string {
  if (subject.purpose === 'sign-up') return subject.phone;
  return subject.purpose === 'payout' ? subject.changeId : subject.nickname.toLowerCase();
}

interface IssuedCode {
  readonly id: string;
  readonly code: string;
  /** False when the number has had its share of the hour or day already: it must not be sent. */
  readonly deliverable: boolean;
}

/** Codes as the database keeps them. Moments are the database's, so that every process agrees on them. */
export interface CodeStore {
  /**
   * A new code, which makes the one before worthless. `phone`: where it will go; undefined when there is nowhere.
   *
   * @throws RequestFailure CODE_TOO_SOON within 60 s, TOO_MANY_REQUESTS after 5 in an hour or 10 in a day for this subject
   */
  issue(subject: CodeSubject, phone: string | undefined): Promise<IssuedCode>;
  /** As if the code had never been asked for, because it could not be sent. */
  withdraw(id: string): Promise<void>;
  /** Whether this is the code, once: counts the try, and of two right ones at the same time one is too late. */
  redeem(
    subject: CodeSubject,
    phone: string | undefined,
    code: string,
    /** Refuses, by throwing, what comes with a right code: it is a try then, and no use. */
    refuse?: () => Promise<void>,
  ): Promise<boolean>;
}

export function createCodeStore(db: Database, key: Uint8Array): CodeStore {
  const subjectHash = (subject: CodeSubject): string =>
    keyedHash(key, 'code subject', subject.purpose, nameOf(subject));
  const phoneHash = (phone: string): string => keyedHash(key, 'phone', phone);
  // The number is part of it: a code sent to an account's old number says nothing about its new one.
  const codeHash = (subject: string, phone: string | undefined, code: string): string =>
    keyedHash(key, 'code', subject, phone ?? '', code);

  return {
    async issue(subject, phone) {
      const hashed = subjectHash(subject);
      // Also without an account, so that it takes as long and the row looks the same.
      const number = phoneHash(phone ?? `of no account: ${hashed}`);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      return db.transaction().execute(async (trx) => {
        for (const name of [hashed, number].sort())
          await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
        const already = await asked(trx, 'subject', hashed, capsOfSubject);
        if (already.lastSecondsAgo !== null && already.lastSecondsAgo < resendAfterSeconds)
          throw failure('CODE_TOO_SOON', undefined, {
            retryAfterSeconds: resendAfterSeconds - already.lastSecondsAgo,
          });
        if (already.freeInSeconds > 0)
          throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: already.freeInSeconds });
        const toNumber = await asked(trx, 'phone', number, capsOfNumber);
        const deliverable = phone !== undefined && toNumber.freeInSeconds <= 0;
        const { id } = await trx
          .insertInto('app.one_time_codes')
          .values({
            subject: hashed,
            phone: deliverable || phone === undefined ? number : null,
            code_hash: codeHash(hashed, phone, code),
            expires_at: sql<Date>`now() + make_interval(mins => ${codeMinutes})`,
            used_at: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { id, code, deliverable };
      });
    },

    async withdraw(id) {
      await db.deleteFrom('app.one_time_codes').where('id', '=', id).execute();
    },

    async redeem(subject, phone, code, refuse) {
      const hashed = subjectHash(subject);
      const newest = db
        .selectFrom('app.one_time_codes')
        .select('id')
        .where('subject', '=', hashed)
        .orderBy('id', 'desc')
        .limit(1);
      // The row's lock makes tries queue up, and each sees the count the one before it left.
      const row = await db
        .updateTable('app.one_time_codes')
        .set((set) => ({ tries: set('tries', '+', 1) }))
        .where('id', '=', newest)
        .where('used_at', 'is', null)
        .where('tries', '<', mostTries)
        .where('expires_at', '>', sql<Date>`now()`)
        .returning(['id', 'code_hash'])
        .executeTakeFirst();
      const given = codeHash(hashed, phone, code);
      if (row === undefined || !timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(given))) return false;
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

/** When the last one was asked for, and when the next one may be as far as the caps go: 0 when that is now. */
async function asked(db: Database, column: 'subject' | 'phone', hashed: string, caps: Caps) {
  const freeIn = (most: number, period: string) => sql<number>`
    case when count(*) filter (where created_at > now() - ${period}::interval) >= ${most}
      then extract(epoch from min(created_at) filter (where created_at > now() - ${period}::interval)
        + ${period}::interval - now())
      else 0 end`;
  return db
    .selectFrom('app.one_time_codes')
    .select([
      sql<number | null>`extract(epoch from now() - max(created_at))::float8`.as('lastSecondsAgo'),
      sql<number>`greatest(${freeIn(caps.perHour, '1 hour')}, ${freeIn(caps.perDay, '1 day')})::float8`.as(
        'freeInSeconds',
      ),
    ])
    .where(column, '=', hashed)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
}
