import { type KeyObject, randomBytes } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { keyedHash } from '../../platform/keys.ts';
import type { ShownPassword } from '../sessions/session-store.ts';

const triesMax = 5;

/** What a client holds between password and code. Valid for five minutes, five attempts and one session. */
export function createSignInTickets(db: Database, lookupKey: KeyObject) {
  const ticketHash = (ticket: string): string => keyedHash(lookupKey, 'sign-in-ticket', ticket);
  const credentialHash = (passwordHash: string): string => keyedHash(lookupKey, 'credential', passwordHash);
  return {
    async issue(memberId: MemberId, password: ShownPassword): Promise<string> {
      const ticket = randomBytes(32).toString('base64url');
      await db
        .insertInto('app.sign_in_tickets')
        .values({
          ticket_hash: ticketHash(ticket),
          member_id: memberId,
          credential_hash: credentialHash(password.hash),
          password_is_weak: password.isWeak,
          expires_at: sql<Date>`now() + interval '5 minutes'`,
        })
        .execute();
      return ticket;
    },

    /** Counts an attempt. Undefined if the ticket is not valid. */
    async tryWith(ticket: string) {
      const row = await db
        .updateTable('app.sign_in_tickets')
        .set({ tries: sql<number>`tries + 1` })
        .where('ticket_hash', '=', ticketHash(ticket))
        .where('expires_at', '>', sql<Date>`now()`)
        .where('tries', '<', triesMax)
        .returning(['member_id', 'credential_hash', 'password_is_weak'])
        .executeTakeFirst();
      if (row === undefined || row.member_id === null) return undefined;
      const credentials = await db
        .selectFrom('app.credentials')
        .select('password_hash')
        .where('member_id', '=', row.member_id)
        .executeTakeFirst();
      const hash = credentials?.password_hash;
      if (hash === undefined || credentialHash(hash) !== row.credential_hash) return undefined;
      return { memberId: row.member_id, password: { hash, isWeak: row.password_is_weak } };
    },

    /** Returns whether it was still there: of two concurrent uses only one succeeds. */
    async use(trx: Database, ticket: string): Promise<boolean> {
      const used = await trx
        .deleteFrom('app.sign_in_tickets')
        .where('ticket_hash', '=', ticketHash(ticket))
        .returning('member_id')
        .executeTakeFirst();
      return used !== undefined;
    },
  };
}
