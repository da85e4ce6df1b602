import { sql } from 'kysely';
import { knownSince } from './sessions/known-networks.ts';

/** Rows that have no effect any more, by table. Codes count towards limits for a day. */
export const expiredRows = {
  one_time_codes: sql`created_at < now() - interval '25 hours'`,
  verified_phones: sql`verified_at < now() - interval '2 hours'`,
  sign_in_tickets: sql`expires_at < now()`,
  known_networks: sql`seen_at < ${knownSince}`,
  sessions: sql`expires_at < now() - interval '1 day'`,
};
