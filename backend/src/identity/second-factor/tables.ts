import type { MemberId } from '@matgyo/contracts/ids';
import type { Timestamp } from '../../platform/database/tables.ts';

/** `app.authenticators`: a member's authenticator app. */
export interface AuthenticatorsTable {
  member_id: MemberId;
  /** The secret, encrypted. */
  sealed_secret: string;
  created_at: Timestamp;
  /** Null until it is confirmed with a code; not in use before. */
  confirmed_at: Date | null;
  /** The newest time step of an accepted code; codes up to it are refused. */
  last_step: string | number;
}

/** `app.recovery_codes`: each can be used once instead of the app. */
export interface RecoveryCodesTable {
  member_id: MemberId;
  code_hash: string;
  used_at: Date | null;
}

/** `app.sign_in_tickets`: sign-ins between password and code, and challenges of passkeys. */
export interface SignInTicketsTable {
  ticket_hash: string;
  /** Null for a challenge, whose use is part of its hash. */
  member_id: MemberId | null;
  /** A hash of the password's hash: a ticket is invalid once the password has changed. Null for a challenge. */
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
