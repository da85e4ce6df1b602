import type { DeviceBrowser, DeviceSystem } from '@matgyo/contracts/devices';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Generated } from 'kysely';
import type { Moment } from '../../platform/database/tables.ts';

/**
 * `app.sessions`: one row for each signed-in device. A token without a living row is refused, and so is one whose
 * member has other roles than when it was opened, or was active then and no longer is.
 */
export interface SessionsTable {
  id: string;
  member_id: MemberId;
  /** As they were when it was opened, and as its token says them. */
  status: 'active' | 'inactive';
  admin: boolean;
  manager: boolean;
  created_at: Moment;
  expires_at: Date;
  revoked_at: Date | null;
  /** When the password, a code or a passkey was last shown in it: at first by signing in, when it is `created_at`. */
  proven_at: Moment;
  /** When it was last used, to the minute for staff and to ten for others. */
  seen_at: Moment;
  /** The password it was opened with is too weak for staff. */
  password_is_weak: Generated<boolean>;
  browser: DeviceBrowser;
  system: DeviceSystem;
}

/** `app.rate_limits`: counters of attempts; the keys are keyed hashes. Its columns are the limiter's library's. */
export interface RateLimitsTable {
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  expire: string | null;
}

/** `app.known_networks`: networks (keyed hashes) a member has signed in from lately. */
export interface KnownNetworksTable {
  member_id: MemberId;
  network: string;
  seen_at: Moment;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.sessions': SessionsTable;
    'app.rate_limits': RateLimitsTable;
    'app.known_networks': KnownNetworksTable;
  }
}
