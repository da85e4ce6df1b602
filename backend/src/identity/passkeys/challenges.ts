import { type KeyObject, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { keyedHash } from '../../platform/keys.ts';

/** What a passkey signs. Valid for five minutes, for one attempt and for one use. */
export type Challenges = ReturnType<typeof createChallenges>;

/** Stored in the table of sign-in tickets, and swept with them. */
export function createChallenges(db: Database, lookupKey: KeyObject) {
  const hashed = (purpose: string, challenge: string): string =>
    keyedHash(lookupKey, 'passkey-challenge', purpose, challenge);
  return {
    async issue(purpose: string): Promise<string> {
      const challenge = randomBytes(32).toString('base64url');
      await db
        .insertInto('app.sign_in_tickets')
        .values({
          ticket_hash: hashed(purpose, challenge),
          expires_at: sql<Date>`now() + interval '5 minutes'`,
        })
        .execute();
      return challenge;
    },

    /** Returns whether it was still there: of two concurrent uses only one succeeds. */
    async use(purpose: string, challenge: string): Promise<boolean> {
      const used = await db
        .deleteFrom('app.sign_in_tickets')
        .where('ticket_hash', '=', hashed(purpose, challenge))
        .where('expires_at', '>', sql<Date>`now()`)
        .returning('ticket_hash')
        .executeTakeFirst();
      return used !== undefined;
    },
  };
}
