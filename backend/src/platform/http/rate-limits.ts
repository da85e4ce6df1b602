import { isIPv6 } from 'node:net';
import type pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { failure } from './request-failure.ts';

/** How often something may be tried. `at` names who tries it: an address, a nickname, both. */
export interface RateLimit {
  /** Counts one try. @throws RequestFailure TOO_MANY_REQUESTS with the seconds to wait. */
  take(...at: readonly string[]): Promise<void>;
  /** Takes a try back that turned out to be welcome. */
  giveBack(...at: readonly string[]): Promise<void>;
}

export interface RateLimits {
  /** Failed sign-ins, in 15 minutes: by nickname and address, by nickname, by address. */
  readonly signInHere: RateLimit;
  readonly signInAnywhere: RateLimit;
  readonly signInFrom: RateLimit;
  /** One-time codes asked for and tried, per address and hour. */
  readonly codesFrom: RateLimit;
  readonly codeTriesFrom: RateLimit;
  /** Forms to sign up with, per address and hour. */
  readonly signUpsFrom: RateLimit;
  /** Wrong codes given, per address and day; and for accounts, from everywhere together, per hour. */
  readonly wrongCodesFrom: RateLimit;
  readonly wrongAccountCodes: RateLimit;
  /** Wrong current passwords given with a change of password, per member and 15 minutes. */
  readonly passwordChangesOf: RateLimit;
  /** Wrong codes of a second factor, per member and 15 minutes. */
  readonly secondFactorOf: RateLimit;
  readonly uploadsFrom: RateLimit;
  readonly nicknameChecksFrom: RateLimit;
  /** Files (own trades, fee reports, the audit log), per person and minute. */
  readonly ownFilesOf: RateLimit;
  /** Orders a member places in a minute with this process: each is in the ledger for good. */
  readonly ordersOf: RateLimit;
  /** Inquiries a member makes in an hour. */
  readonly inquiriesOf: RateLimit;
  /** Chat messages a member sends in a minute, and images in an hour. */
  readonly chatMessagesOf: RateLimit;
  readonly chatImagesOf: RateLimit;
  /** Forgets counters whose time is over. */
  sweep(): Promise<void>;
}

export interface RateLimitsOptions {
  readonly pool: pg.Pool;
  /** Hides what is counted by: no address and no nickname is stored. */
  readonly hashed: (...parts: readonly string[]) => string;
  readonly codesPerIpPerHour: number;
  readonly chatMessagesPerMinute: number;
  readonly ordersPerMinute: number;
}

const quarterHour = 15 * 60;
const hour = 60 * 60;
const day = 24 * hour;
const triesPerCode = 5;
/** At every account together: a guess at many is as good as many at one (docs/decisions/limits.md). */
const mostWrongAccountCodes = 500;

/**
 * What guards accounts and costs money is counted in Postgres, for all processes and across restarts; what only
 * guards this process' own work is counted in its memory (docs/decisions/limits.md).
 */
export function createRateLimits({
  pool,
  hashed,
  codesPerIpPerHour,
  chatMessagesPerMinute,
  ordersPerMinute,
}: RateLimitsOptions): RateLimits {
  const shared = (name: string, points: number, duration: number): RateLimit =>
    limitOf(
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        schemaName: 'app',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration,
      }),
      hashed,
    );
  // In memory nothing need be hidden.
  const own = (name: string, points: number, duration: number): RateLimit =>
    limitOf(new RateLimiterMemory({ keyPrefix: name, points, duration }), (...at) => JSON.stringify(at));
  return {
    signInHere: shared('sign-in-here', 20, quarterHour),
    signInAnywhere: shared('sign-in', 50, quarterHour),
    signInFrom: shared('sign-in-from', 100, quarterHour),
    codesFrom: shared('codes', codesPerIpPerHour, hour),
    codeTriesFrom: shared('code-tries', codesPerIpPerHour * triesPerCode, hour),
    signUpsFrom: shared('sign-ups', codesPerIpPerHour * triesPerCode, hour),
    wrongCodesFrom: shared('wrong-codes', codesPerIpPerHour * triesPerCode * 3, day),
    wrongAccountCodes: shared('wrong-account-codes', mostWrongAccountCodes, hour),
    passwordChangesOf: shared('password-changes', 10, quarterHour),
    secondFactorOf: shared('second-factor', 10, quarterHour),
    uploadsFrom: shared('uploads', 60, hour),
    nicknameChecksFrom: own('nickname-checks', 300, 60),
    ownFilesOf: own('own-files', 10, 60),
    ordersOf: own('orders', ordersPerMinute, 60),
    inquiriesOf: shared('inquiries', 10, hour),
    chatMessagesOf: own('chat-messages', chatMessagesPerMinute, 60),
    chatImagesOf: shared('chat-images', 120, hour),
    async sweep() {
      await pool.query('delete from app.rate_limits where expire < $1', [Date.now()]);
    },
  };
}

function limitOf(limiter: RateLimiterAbstract, hashed: RateLimitsOptions['hashed']): RateLimit {
  return {
    async take(...at) {
      try {
        await limiter.consume(hashed(...at));
      } catch (reached) {
        if (!(reached instanceof RateLimiterRes)) throw reached;
        // What was refused does not count, or a burst of right passwords would lock its owner out.
        await limiter.reward(hashed(...at));
        throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: reached.msBeforeNext / 1000 });
      }
    },
    async giveBack(...at) {
      await limiter.reward(hashed(...at));
    },
  };
}

/** By what a client is counted: its address, or of IPv6 the /64 one customer commands. */
export function clientNetwork(ip: string): string {
  const plain = ip.replace(/^::ffff:/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
