import type { MemberId } from '@matgyo/contracts/ids';
import type { Moment } from '../members/tables.ts';

/** `app.sessions`: one row for each signed-in device. A token without a living row is refused. */
export interface SessionsTable {
  id: string;
  member_id: MemberId;
  created_at: Moment;
  expires_at: Date;
  revoked_at: Date | null;
}

/** `app.rate_limits`: counters of attempts; the keys are keyed hashes. Its columns are the limiter's library's. */
export interface RateLimitsTable {
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  expire: string | null;
}

export interface SessionTables {
  'app.sessions': SessionsTable;
  'app.rate_limits': RateLimitsTable;
}
