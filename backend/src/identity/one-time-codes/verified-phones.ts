import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { keyedHash } from '../sessions/keys.ts';

/** How long a verified phone may take to fill in the rest of the form. */
export const verifiedForSeconds = 3_600;
const holdsFor = sql<Date>`now() - interval '1 hour'`;

/** Who signs up with a phone: from where, and with what was handed out for the right code. */
export interface SigningUp {
  readonly network: string;
  readonly ticket: string | undefined;
}

/**
 * Phones that have given the right code and have not signed up yet. Each is valid only for the client that gave the code: for its
 * ticket, and for their network, because the specification's clients send no ticket (docs/decisions/identity.md).
 */
export interface VerifiedPhones {
  /** Answers the ticket. One handed out before counts no longer. */
  add(phone: string, network: string): Promise<string>;
  has(phone: string, by: SigningUp): Promise<boolean>;
  /** Uses the verification up, in the caller's transaction; false when there was none. */
  take(db: Database, phone: string, by: SigningUp): Promise<boolean>;
}

export function createVerifiedPhones(db: Database, key: Uint8Array): VerifiedPhones {
  const hashed = (phone: string): string => keyedHash(key, 'phone', phone);
  const networkOf = (network: string): string => keyedHash(key, 'verified-from', network);
  const ticketOf = (ticket: string): string => keyedHash(key, 'verified-ticket', ticket);
  const isOf = ({ network, ticket }: SigningUp) => sql<boolean>`
    (network = ${networkOf(network)} or ticket = ${ticket === undefined ? null : ticketOf(ticket)})`;
  return {
    async add(phone, network) {
      const ticket = randomBytes(24).toString('base64url');
      const by = { network: networkOf(network), ticket: ticketOf(ticket) };
      await db
        .insertInto('app.verified_phones')
        .values({ phone: hashed(phone), ...by })
        .onConflict((conflict) =>
          conflict.column('phone').doUpdateSet({ ...by, verified_at: sql<Date>`now()` }),
        )
        .execute();
      return ticket;
    },

    async has(phone, by) {
      const row = await db
        .selectFrom('app.verified_phones')
        .select('phone')
        .where('phone', '=', hashed(phone))
        .where('verified_at', '>', holdsFor)
        .where(isOf(by))
        .executeTakeFirst();
      return row !== undefined;
    },

    async take(trx, phone, by) {
      const taken = await trx
        .deleteFrom('app.verified_phones')
        .where('phone', '=', hashed(phone))
        .where('verified_at', '>', holdsFor)
        .where(isOf(by))
        .executeTakeFirst();
      return taken.numDeletedRows === 1n;
    },
  };
}
