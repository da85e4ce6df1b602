import type { PayoutOutcome } from '@matgyo/contracts/endpoints/members';
import type { MemberId } from '@matgyo/contracts/ids';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Timestamp } from '../../platform/database/tables.ts';

/**
 * `app.members`: who a member is. Personal data lives here and not in events, so that it can be erased. Status,
 * roles and referral code are not here: they are events, folded into `read_accounts.accounts`.
 */
export interface MembersTable {
  id: MemberId;
  nickname: string;
  /** Lower case: nicknames are unique regardless of case. */
  nickname_key: string;
  username: string;
  full_name: string;
  /** E.164, one account each; null for an account made at the first start. */
  phone: string | null;
  phone_verified: boolean;
  /** YYYY-MM-DD, as text: a calendar day has no time zone to be converted in. */
  dob: string | null;
  bank_name: string;
  /** Digits. */
  bank_account: string;
  telegram: string;
  tether_address: string;
  created_at: Timestamp;
}

export interface CredentialsTable {
  member_id: MemberId;
  /** argon2id, with its parameters. */
  password_hash: string;
  changed_at: Timestamp;
}

/**
 * `app.pending_registrations`: rows of `members` whose events may not be in the ledger yet. Written with the
 * member, removed once appended; what a crash leaves is appended later under the same command id.
 */
export interface PendingRegistrationsTable {
  member_id: MemberId;
  kind: 'sign-up' | 'first-admin';
  command_id: string;
  referral_code: string | null;
  invite_code: string;
  created_at: Timestamp;
}

/** `app.phone_changes_by_staff`: accounts whose phone staff changed, with the newest change. */
export interface PhoneChangesByStaffTable {
  member_id: MemberId;
  changed_by: MemberId;
  changed_at: Timestamp;
  /**
   * The phone before, encrypted; of several changes within 72 hours, the phone before the first. Null: there was none, or it was
   * not stored.
   */
  sealed_before: string | null;
}

/** `app.payout_changes`: one row per change of a member's bank account or wallet, with the values before it. */
export interface PayoutChangesTable {
  id: GeneratedAlways<string>;
  member_id: MemberId;
  changed_by: MemberId;
  changed_at: Timestamp;
  /** The values before stay in use until then; null: staff made the change, so until the member or an admin consents. */
  effective_at: Date | null;
  /** Bank, account and wallet, encrypted. */
  sealed_before: string;
  /** When the change was confirmed, approved, rejected or replaced; both null: none of these yet. */
  settled_at: ColumnType<Date | null, undefined, Date>;
  outcome: ColumnType<PayoutOutcome | null, undefined, PayoutOutcome>;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.payout_changes': PayoutChangesTable;
    'app.members': MembersTable;
    'app.credentials': CredentialsTable;
    'app.pending_registrations': PendingRegistrationsTable;
    'app.phone_changes_by_staff': PhoneChangesByStaffTable;
  }
}
