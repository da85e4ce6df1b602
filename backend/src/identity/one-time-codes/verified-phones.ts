import { type KeyObject, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { cookieIn, setCookieLine } from '../../platform/http/cookie.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { keyedHash } from '../../platform/keys.ts';

/** How long a phone stays verified while its owner fills in the form. */
const verifiedForSeconds = 3_600;

/** A client that signs up: its network, and the ticket it got for the right code. */
export interface SigningUp {
  readonly network: string;
  readonly ticket: string | undefined;
}

/**
 * Verified phones that have not signed up yet. Each is valid only for the client that entered the code: for its ticket,
 * and for its network, because the specification's clients send no ticket (docs/decisions/identity.md).
 */
export type VerifiedPhones = ReturnType<typeof createVerifiedPhones>;

export function createVerifiedPhones(db: Database, key: KeyObject) {
  const hashed = (phone: string): string => keyedHash(key, 'phone', phone);
  const networkOf = (network: string): string => keyedHash(key, 'verified-from', network);
  const ticketOf = (ticket: string): string => keyedHash(key, 'verified-ticket', ticket);
  const isVerified = (phone: string, { network, ticket }: SigningUp) => sql<boolean>`
    (phone = ${hashed(phone)} and verified_at > now() - interval '1 hour'
      and (network = ${networkOf(network)} or ticket = ${ticket === undefined ? null : ticketOf(ticket)}))`;
  return {
    /** Returns the ticket. Earlier tickets become invalid. */
    async add(phone: string, network: string): Promise<string> {
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

    async has(phone: string, by: SigningUp): Promise<boolean> {
      const row = await db
        .selectFrom('app.verified_phones')
        .select('phone')
        .where(isVerified(phone, by))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Consumes the verification, in the caller's transaction; false if there was none. */
    async take(trx: Database, phone: string, by: SigningUp): Promise<boolean> {
      const taken = await trx
        .deleteFrom('app.verified_phones')
        .where(isVerified(phone, by))
        .executeTakeFirst();
      return taken.numDeletedRows === 1n;
    },
  };
}

const cookieName = 'matgyo_verified';

export const verificationCookie = (ticket: string, secure: boolean): string =>
  setCookieLine(cookieName, ticket, verifiedForSeconds, secure);

export const ticketIn = ({ header, secure }: Pick<HandlerRequest, 'header' | 'secure'>): string | undefined =>
  cookieIn(header('cookie'), cookieName, secure);
