import type { DeviceBrowser, DeviceSystem } from '@matgyo/contracts/devices';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Generated } from 'kysely';
import type { Timestamp } from '../../platform/database/tables.ts';

/**
 * `app.sessions`: one row per signed-in device. A token without a valid row is refused. So is one whose member has other
 * roles than when the session was opened, or has been deactivated since.
 */
export interface SessionsTable {
  id: string;
  member_id: MemberId;
  /** As when the session was opened, and as in its token. */
  status: 'active' | 'inactive';
  admin: boolean;
  manager: boolean;
  created_at: Timestamp;
  expires_at: Date;
  revoked_at: Date | null;
  /** The last step-up; at first the sign-in. */
  proven_at: Timestamp;
  /** A keyed hash of `proven_at` (`ProofSeal`); null in sessions of earlier versions. */
  proof_seal: string | null;
  /** The last use: to the minute for staff, to ten minutes for others. */
  seen_at: Timestamp;
  /** The password it was opened with is too weak for staff. */
  password_is_weak: Generated<boolean>;
  browser: DeviceBrowser;
  system: DeviceSystem;
}

/** `app.rate_limits`: counters of attempts by keyed hashes. The limiter's library defines the columns. */
export interface RateLimitsTable {
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  expire: string | null;
}

/** `app.known_networks`: networks (keyed hashes) that a member signed in from recently. */
export interface KnownNetworksTable {
  member_id: MemberId;
  network: string;
  seen_at: Timestamp;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.sessions': SessionsTable;
    'app.rate_limits': RateLimitsTable;
    'app.known_networks': KnownNetworksTable;
  }
}
