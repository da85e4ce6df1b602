import type { Generated } from 'kysely';
import type { Timestamp } from '../../platform/database/tables.ts';

/**
 * `app.one_time_codes`: issued codes, hashed. Only the newest of a subject is valid. Subjects and
 * phones are keyed hashes, so that the table reveals no number, and a row for an unknown nickname looks
 * like any other.
 */
export interface OneTimeCodesTable {
  id: Generated<string>;
  /** Whom the code is for: a phone that signs up, or the nickname of an account. */
  subject: string;
  /** The recipient; null if it had reached its limit and nothing was sent. */
  phone: string | null;
  code_hash: string;
  tries: Generated<number>;
  created_at: Timestamp;
  expires_at: Date;
  used_at: Date | null;
}

/** `app.verified_phones`: phones (keyed hashes) with a verified code that have not signed up yet. */
export interface VerifiedPhonesTable {
  phone: string;
  verified_at: Timestamp;
  /** Keyed hashes of the network and ticket that entered the code. */
  network: string;
  ticket: string;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.one_time_codes': OneTimeCodesTable;
    'app.verified_phones': VerifiedPhonesTable;
  }
}
