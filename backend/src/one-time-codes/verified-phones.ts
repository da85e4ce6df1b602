import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { keyedHash } from '../sessions/keys.ts';

/** How long a verified phone may take to fill in the rest of the form. */
const holdsFor = sql<Date>`now() - interval '1 hour'`;

/** Phones that have given the right code and have not signed up yet. */
export interface VerifiedPhones {
  add(phone: string): Promise<void>;
  has(phone: string): Promise<boolean>;
  /** Uses the verification up, in the caller's transaction; false when there was none. */
  take(db: Database, phone: string): Promise<boolean>;
}

export function createVerifiedPhones(db: Database, key: Uint8Array): VerifiedPhones {
  const hashed = (phone: string): string => keyedHash(key, 'phone', phone);
  return {
    async add(phone) {
      await db
        .insertInto('app.verified_phones')
        .values({ phone: hashed(phone) })
        .onConflict((conflict) => conflict.column('phone').doUpdateSet({ verified_at: sql<Date>`now()` }))
        .execute();
    },
    async has(phone) {
      const row = await db
        .selectFrom('app.verified_phones')
        .select('phone')
        .where('phone', '=', hashed(phone))
        .where('verified_at', '>', holdsFor)
        .executeTakeFirst();
      return row !== undefined;
    },
    async take(trx, phone) {
      const taken = await trx
        .deleteFrom('app.verified_phones')
        .where('phone', '=', hashed(phone))
        .where('verified_at', '>', holdsFor)
        .executeTakeFirst();
      return taken.numDeletedRows === 1n;
    },
  };
}
