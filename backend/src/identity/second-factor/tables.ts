import type { MemberId } from '@matgyo/contracts/ids';
import type { Moment } from '../../platform/database/tables.ts';

/** `app.authenticators`: the app on a member's phone that makes codes. */
export interface AuthenticatorsTable {
  member_id: MemberId;
  /** What codes are made from, encrypted. */
  sealed_secret: string;
  created_at: Moment;
  /** Null: shown once and not confirmed with a code yet; it counts for nothing. */
  confirmed_at: Date | null;
  /** The newest time step a code was accepted of: none up to it is accepted again. */
  last_step: string | number;
}

/** `app.recovery_codes`: each serves once in place of the app. */
export interface RecoveryCodesTable {
  member_id: MemberId;
  code_hash: string;
  used_at: Date | null;
}

/** `app.sign_in_tickets`: the password has been given, and the code not yet; or the challenge of a passkey. */
export interface SignInTicketsTable {
  ticket_hash: string;
  /** Null of a challenge; what it is for is in its hash. */
  member_id: MemberId | null;
  /** Of the password's hash: of another password the ticket is worth nothing. Null of a challenge. */
  credential_hash: string | null;
  password_is_weak: boolean;
  tries: number;
  expires_at: Date;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.authenticators': AuthenticatorsTable;
    'app.recovery_codes': RecoveryCodesTable;
    'app.sign_in_tickets': SignInTicketsTable;
  }
}
