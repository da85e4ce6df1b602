import { isIPv6 } from 'node:net';
import type pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { failure, RequestFailure } from './request-failure.ts';
import { createShownRows, type ShownRows } from './shown-rows.ts';

/** A limit on attempts. `at` is the key they are counted by: an address, a nickname, both. */
export interface RateLimit {
  /**
   * Counts an attempt and returns their number. @throws RequestFailure TOO_MANY_REQUESTS with the seconds to wait.
   */
  take(...at: readonly string[]): Promise<number>;
  /** Counts what `work` does unless it fails. @throws what `whenUsedUp` throws: TOO_MANY_REQUESTS without it; and what `work` throws */
  unlessRefused<Result>(
    at: readonly string[],
    work: () => Promise<Result>,
    whenUsedUp?: (refusal: RequestFailure) => Promise<Result>,
  ): Promise<Result>;
  /** Uncounts an attempt that was legitimate. */
  giveBack(...at: readonly string[]): Promise<void>;
  used(...at: readonly string[]): Promise<number>;
  /** Does not count. @throws RequestFailure TOO_MANY_REQUESTS with the seconds to wait. */
  refuseIfUsedUp(...at: readonly string[]): Promise<void>;
}

export interface RateLimits {
  /** Failed sign-ins in 15 minutes: by nickname and address, by nickname, by address. */
  readonly signInHere: RateLimit;
  readonly signInAnywhere: RateLimit;
  readonly signInFrom: RateLimit;
  /** One-time codes requested and tried, per address and hour. */
  readonly codesFrom: RateLimit;
  /** The same per surrounding network and day, and all sent codes per day. */
  readonly codesFromAround: RateLimit;
  readonly codesInAll: RateLimit;
  /** Codes sent for a solved challenge, per address and per surrounding network and day. */
  readonly challengedCodesFrom: RateLimit;
  readonly challengedCodesAround: RateLimit;
  /** Each solved challenge counts once. */
  readonly solvedChallenges: RateLimit;
  readonly codeTriesFrom: RateLimit;
  /** Sign-up attempts, per address and hour. */
  readonly signUpsFrom: RateLimit;
  /** Wrong codes, per address and day. */
  readonly wrongCodesFrom: RateLimit;
  /** Wrong current passwords when changing a password, per member and 15 minutes. */
  readonly passwordChangesOf: RateLimit;
  /** Checks of the current password, right ones too, per member and 15 minutes: each takes a core for a while. */
  readonly ownPasswordChecksOf: RateLimit;
  /** Changes of a member's password, app and passkeys per day, each of which sends a text message. */
  readonly credentialChangesOf: RateLimit;
  /** New names for a member's passkeys per day: each writes to the audit log. */
  readonly passkeyNamesOf: RateLimit;
  /** Edits by staff of one member's phone or payout data per day: each sends text messages. */
  readonly guardedEditsOf: RateLimit;
  /** Security messages to one phone per day: more than the limits above can cause, so that none of them uses it up. */
  readonly noticesTo: RateLimit;
  /** Prices an admin sets per day: each stays in the log, and is compared with the next ones. */
  readonly pricesOf: RateLimit;
  /** Wrong second-factor codes, per member and 15 minutes. */
  readonly secondFactorOf: RateLimit;
  /** Challenges for a signed-in member's passkeys that did not lead to a right answer, per 15 minutes. */
  readonly passkeyOptionsOf: RateLimit;
  readonly uploadsFrom: RateLimit;
  /** ID photos an admin views per hour: enough for a day's new members. */
  readonly idImagesOf: RateLimit;
  /** Case files and audit logs an admin exports per hour. */
  readonly personalExportsOf: RateLimit;
  /** Different members, and entries of the audit log, that staff are shown per hour. */
  readonly membersShownTo: ShownRows;
  readonly auditEntriesShownTo: ShownRows;
  readonly nicknameChecksFrom: RateLimit;
  /** Exports (own trades, fee reports, the audit log), per person and minute. */
  readonly ownFilesOf: RateLimit;
  /** Orders a member places per minute, in this process. Orders stay in the ledger for ever. */
  readonly ordersOf: RateLimit;
  /** Inquiries per member and hour. */
  readonly inquiriesOf: RateLimit;
  /** How often an admin takes a case in a day: taking and releasing it are events of its trade. */
  readonly caseTakesOf: RateLimit;
  /** Chat messages per member and minute, in this process, and per day; images per member and hour. */
  readonly chatMessagesOf: RateLimit;
  readonly chatMessagesOfDay: RateLimit;
  readonly chatImagesOf: RateLimit;
  /** Deletes expired counters. */
  sweep(): Promise<void>;
}

export interface RateLimitsOptions {
  readonly pool: pg.Pool;
  /** Hashes the keys, so that no address or nickname is stored. */
  readonly hashed: (...parts: readonly string[]) => string;
  readonly codesPerIpPerHour: number;
  readonly codesPerDay: number;
  readonly chatMessagesPerMinute: number;
  readonly chatMessagesPerDay: number;
  readonly ordersPerMinute: number;
}

const quarterHour = 15 * 60;
const hour = 60 * 60;
const day = 24 * hour;
const triesPerCode = 5;
/** A /24 gets the hourly codes of this many addresses per day. */
const addressesAround = 10;
/** With challenges an address or a /24 gets half as many more in a day. */
const challengedPart = 0.5;
/** How long a challenge may take. */
export const challengeSeconds = 3 * 60;

/**
 * Limits that protect accounts or cost money count in Postgres, across processes and restarts; limits that protect
 * only this process count in memory (docs/decisions/limits.md).
 */
export function createRateLimits({
  pool,
  hashed,
  codesPerIpPerHour,
  codesPerDay,
  chatMessagesPerMinute,
  chatMessagesPerDay,
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
  // Keys in memory need no hashing.
  const own = (name: string, points: number, duration: number): RateLimit =>
    limitOf(new RateLimiterMemory({ keyPrefix: name, points, duration }), (...at) => JSON.stringify(at));
  return {
    signInHere: shared('sign-in-here', 20, quarterHour),
    signInAnywhere: shared('sign-in', 50, quarterHour),
    signInFrom: shared('sign-in-from', 100, quarterHour),
    codesFrom: shared('codes', codesPerIpPerHour, hour),
    codesFromAround: shared('codes-around', codesPerIpPerHour * addressesAround, day),
    codesInAll: shared('codes-in-all', codesPerDay, day),
    challengedCodesFrom: shared('challenged-codes', Math.ceil(codesPerIpPerHour * challengedPart), day),
    challengedCodesAround: shared(
      'challenged-codes-around',
      codesPerIpPerHour * addressesAround * challengedPart,
      day,
    ),
    // Longer than a challenge is valid.
    solvedChallenges: shared('solved-challenges', 1, 2 * challengeSeconds),
    codeTriesFrom: shared('code-tries', codesPerIpPerHour * triesPerCode, hour),
    signUpsFrom: shared('sign-ups', codesPerIpPerHour * triesPerCode, hour),
    wrongCodesFrom: shared('wrong-codes', codesPerIpPerHour * triesPerCode * 3, day),
    passwordChangesOf: shared('password-changes', 10, quarterHour),
    ownPasswordChecksOf: shared('own-password-checks', 60, quarterHour),
    credentialChangesOf: shared('credential-changes', 20, day),
    passkeyNamesOf: shared('passkey-names', 50, day),
    guardedEditsOf: shared('guarded-edits', 20, day),
    noticesTo: shared('notices', 100, day),
    pricesOf: shared('prices', 500, day),
    secondFactorOf: shared('second-factor', 10, quarterHour),
    passkeyOptionsOf: shared('passkey-options', 10, quarterHour),
    idImagesOf: shared('id-images', 60, hour),
    personalExportsOf: shared('personal-exports', 30, hour),
    membersShownTo: createShownRows(1_000),
    auditEntriesShownTo: createShownRows(10_000),
    uploadsFrom: shared('uploads', 60, hour),
    nicknameChecksFrom: own('nickname-checks', 300, 60),
    ownFilesOf: own('own-files', 10, 60),
    ordersOf: own('orders', ordersPerMinute, 60),
    inquiriesOf: shared('inquiries', 10, hour),
    caseTakesOf: shared('case-takes', 20, day),
    chatMessagesOf: own('chat-messages', chatMessagesPerMinute, 60),
    chatMessagesOfDay: own('chat-messages-of-day', chatMessagesPerDay, day),
    chatImagesOf: shared('chat-images', 120, hour),
    async sweep() {
      await pool.query('delete from app.rate_limits where expire < $1', [Date.now()]);
    },
  };
}

function limitOf(limiter: RateLimiterAbstract, hashed: RateLimitsOptions['hashed']): RateLimit {
  const limit: RateLimit = {
    async take(...at) {
      try {
        return (await limiter.consume(hashed(...at))).consumedPoints;
      } catch (reached) {
        if (!(reached instanceof RateLimiterRes)) throw reached;
        // Refused attempts do not count, or a burst of correct passwords would lock their owner out.
        await limiter.reward(hashed(...at));
        throw usedUp(reached);
      }
    },
    async unlessRefused(at, work, whenUsedUp) {
      try {
        await limit.take(...at);
      } catch (refusal) {
        if (whenUsedUp === undefined || !(refusal instanceof RequestFailure)) throw refusal;
        return whenUsedUp(refusal);
      }
      try {
        return await work();
      } catch (refusal) {
        await limit.giveBack(...at);
        throw refusal;
      }
    },
    async giveBack(...at) {
      await limiter.reward(hashed(...at));
    },
    async used(...at) {
      return (await limiter.get(hashed(...at)))?.consumedPoints ?? 0;
    },
    async refuseIfUsedUp(...at) {
      const now = await limiter.get(hashed(...at));
      if (now !== null && now.consumedPoints >= limiter.points) throw usedUp(now);
    },
  };
  return limit;
}

const usedUp = ({ msBeforeNext }: RateLimiterRes) =>
  failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: msBeforeNext / 1000 });

/** The network a client is counted by: its IPv4 address or IPv6 /64. */
export const clientNetwork = (ip: string): string => networkOf(ip, { octets: 4, groups: 4 });

/** The surrounding /24, or IPv6 /48: the usual size of one customer's block. */
export const networkAround = (ip: string): string => networkOf(ip, { octets: 3, groups: 3 });

function networkOf(ip: string, length: { readonly octets: number; readonly groups: number }): string {
  const plain = ip.replace(/^::ffff:/, '');
  if (!isIPv6(plain)) return plain.split('.').slice(0, length.octets).join('.');
  const [head = '', tail = ''] = plain.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups
    .slice(0, length.groups)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
