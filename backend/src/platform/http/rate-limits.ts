import { isIPv6, SocketAddress } from 'node:net';
import type pg from 'pg';
import {
  type AttemptWindow,
  type AttemptWindows,
  deleteExpiredWindows,
  windowsInMemory,
  windowsInPostgres,
} from './attempt-windows.ts';
import { failure, RequestFailure } from './request-failure.ts';
import { createShownRows } from './shown-rows.ts';

/** A limit on attempts. `at` is the key they are counted by: an address, a nickname, both. */
export interface RateLimit {
  /**
   * Counts an attempt and returns their number. @throws RequestFailure TOO_MANY_REQUESTS with the seconds to wait.
   */
  take(...at: readonly string[]): Promise<number>;
  /**
   * Counts what `work` does unless it fails. @throws what `whenUsedUp` throws: TOO_MANY_REQUESTS without it; and what
   * `work` throws
   */
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

export type RateLimits = ReturnType<typeof createRateLimits>;

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
/** How often a one-time code may be tried. */
export const triesPerCode = 5;
const uploadsPerCode = 6;
/**
 * A surrounding network (see `surroundingNetwork`) may fail to sign in as often as this many addresses, and gets per
 * day the one-time codes that they get per hour.
 */
const addressesOfSurrounding = 10;
const failuresFrom = 100;
/**
 * Clients that solve challenges get additional codes, and additional failed sign-ins per surrounding network: half as
 * many.
 */
const challengedPart = 0.5;
/** A day's is for patient readers, who stay below an hour's for as long as their session lasts. */
const membersShown = [
  { most: 1_000, seconds: hour },
  { most: 4_000, seconds: day },
] as const;
/** How long a challenge may take. */
export const challengeSeconds = 3 * 60;

/** A limit: the name under which its counts are stored, the attempts that it allows, and in how many seconds. */
type Bounds = readonly [name: string, points: number, seconds: number];

/** They protect accounts or cost money: counted in Postgres, across processes and restarts. */
export const boundsShared = ({ codesPerIpPerHour, codesPerDay }: RateLimitsOptions) =>
  ({
    /** Failed sign-ins in 15 minutes: by nickname and address, by nickname, by address, by surrounding network. */
    signInHere: ['sign-in-here', 20, quarterHour],
    signInAnywhere: ['sign-in', 50, quarterHour],
    signInFrom: ['sign-in-from', failuresFrom, quarterHour],
    signInFromSurrounding: ['sign-in-around', failuresFrom * addressesOfSurrounding, quarterHour],
    /** Those of a solved challenge, once the address or the surrounding network has used up the ones without. */
    challengedSignInsSurrounding: [
      'challenged-sign-ins-around',
      failuresFrom * addressesOfSurrounding * challengedPart,
      quarterHour,
    ],
    /** Sign-ins by passkey that failed, and requested challenges for them that led to none: apart from passwords. */
    passkeySignInsFrom: ['passkey-sign-ins', failuresFrom, quarterHour],
    /** One-time codes requested and tried, per address and hour; owners who are known there apart (`countedBy`). */
    codesFrom: ['codes', codesPerIpPerHour, hour],
    codeTriesFrom: ['code-tries', codesPerIpPerHour * triesPerCode, hour],
    /** The requested ones per surrounding network and day, and all sent codes per day. */
    codesFromSurrounding: ['codes-around', codesPerIpPerHour * addressesOfSurrounding, day],
    codesInAll: ['codes-in-all', codesPerDay, day],
    /** Codes sent for a solved challenge, per address and per surrounding network and day. */
    challengedCodesFrom: ['challenged-codes', Math.ceil(codesPerIpPerHour * challengedPart), day],
    challengedCodesSurrounding: [
      'challenged-codes-around',
      codesPerIpPerHour * addressesOfSurrounding * challengedPart,
      day,
    ],
    /** Each solved challenge counts once: for longer than it is valid. */
    solvedChallenges: ['solved-challenges', 1, 2 * challengeSeconds],
    signUpsFrom: ['sign-ups', codesPerIpPerHour * triesPerCode, hour],
    wrongCodesFrom: ['wrong-codes', codesPerIpPerHour * triesPerCode * 3, day],
    passwordChangesOf: ['password-changes', 10, quarterHour],
    /** Checks of the current password, right ones too, per member and 15 minutes: each takes a core for a while. */
    ownPasswordChecksOf: ['own-password-checks', 60, quarterHour],
    /** Changes of a member's password, app and passkeys per day, each of which sends a text message. */
    credentialChangesOf: ['credential-changes', 20, day],
    /** New names for a member's passkeys per day: each writes to the audit log. */
    passkeyNamesOf: ['passkey-names', 50, day],
    /** Edits by staff of one member's phone or payout data per day: each sends text messages. */
    guardedEditsOf: ['guarded-edits', 20, day],
    /**
     * Security messages to one phone per day: more than the limits above can cause, so that none of them uses it up.
     */
    noticesTo: ['notices', 100, day],
    /** Prices an admin sets per day: each stays in the log, and is compared with the next ones. */
    pricesOf: ['prices', 500, day],
    /** Approvals an admin requests per day: each stays in the log, and the other admins are notified. */
    approvalsOf: ['approvals', 500, day],
    /** Edits of one member by one of the staff per day: their events stay in the log. */
    editsOf: ['edits', 100, day],
    /** Wrong second-factor codes: per member, at sign-in and in sessions; at sign-in after the same right password. */
    secondFactorOf: ['second-factor', 10, quarterHour],
    secondFactorOfPassword: ['second-factor-of-password', 50, day],
    /** Challenges for a signed-in member's passkeys that did not lead to a right answer, per 15 minutes. */
    passkeyOptionsOf: ['passkey-options', 10, quarterHour],
    /**
     * Uploads of visitors, six for each code, per address and hour; and per surrounding network twice as many, so that
     * it takes many networks to fill the store of unclaimed images (`unclaimedMax`).
     */
    uploadsFrom: ['uploads', codesPerIpPerHour * uploadsPerCode, hour],
    uploadsFromSurrounding: ['uploads-around', 2 * codesPerIpPerHour * uploadsPerCode, hour],
    /** ID photos an admin views per hour: enough for a day's new members. */
    idImagesOf: ['id-images', 60, hour],
    /** Case files and audit logs an admin exports per hour. */
    personalExportsOf: ['personal-exports', 30, hour],
    inquiriesOf: ['inquiries', 10, hour],
    /** How often an admin takes a case in a day: taking and releasing it are events of its trade. */
    caseTakesOf: ['case-takes', 20, day],
    /** Images in chats and statements, per member and hour, and per day: each takes up to 3 MB of the disk for good. */
    chatImagesOf: ['chat-images', 120, hour],
    chatImagesOfDay: ['chat-images-of-day', 500, day],
  }) as const satisfies Readonly<Record<string, Bounds>>;

/** They protect only this process: counted in its memory. */
const boundsInMemory = ({ chatMessagesPerMinute, chatMessagesPerDay, ordersPerMinute }: RateLimitsOptions) =>
  ({
    nicknameChecksFrom: ['nickname-checks', 300, 60],
    /** Exports (own trades, fee reports, the audit log), per person and minute. */
    ownFilesOf: ['own-files', 10, 60],
    /** Orders a member places per minute. Orders stay in the ledger for ever. */
    ordersOf: ['orders', ordersPerMinute, 60],
    /** Replies of a member's commands that appended nothing, kept for repeats, per day. */
    keptRepliesOf: ['kept-replies', 10_000, day],
    chatMessagesOf: ['chat-messages', chatMessagesPerMinute, 60],
    chatMessagesOfDay: ['chat-messages-of-day', chatMessagesPerDay, day],
  }) as const satisfies Readonly<Record<string, Bounds>>;

/** The limits on what clients may do how often (docs/decisions/limits.md). */
export function createRateLimits(options: RateLimitsOptions) {
  const { pool, hashed } = options;
  const shared = (name: string, points: number, seconds: number): RateLimit =>
    limitOf(windowsInPostgres(pool, name, seconds), points, hashed);
  // Keys in memory need no hashing.
  const inMemory = (_name: string, points: number, seconds: number): RateLimit =>
    limitOf(windowsInMemory(seconds), points, (...at) => JSON.stringify(at));
  const sharedLimits = limitsOf(boundsShared(options), shared);
  const { uploadsFrom, uploadsFromSurrounding, chatImagesOf, chatImagesOfDay } = sharedLimits;
  return {
    ...sharedLimits,
    ...limitsOf(boundsInMemory(options), inMemory),
    /** Different members, and entries of the audit log, that staff are shown. */
    membersShownTo: createShownRows(membersShown),
    auditEntriesShownTo: createShownRows([{ most: 10_000, seconds: hour }]),
    /** Members as parties of a trade's payment or of a chat, or as authors of inquiries: who has looked through lists can still settle trades. */
    partiesShownTo: createShownRows(membersShown),
    /** @throws RequestFailure TOO_MANY_REQUESTS */
    countChatImage: (memberId: string): Promise<unknown> =>
      chatImagesOfDay.unlessRefused([memberId], () => chatImagesOf.take(memberId)),
    /** @throws RequestFailure TOO_MANY_REQUESTS */
    countUpload: (ip: string): Promise<unknown> =>
      uploadsFromSurrounding.unlessRefused([surroundingNetwork(ip)], () =>
        uploadsFrom.take(clientNetwork(ip)),
      ),
    sweep: () => deleteExpiredWindows(pool),
  };
}

const limitsOf = <Name extends string>(
  bounds: Readonly<Record<Name, Bounds>>,
  limit: (...of: Bounds) => RateLimit,
) =>
  Object.fromEntries(Object.entries<Bounds>(bounds).map(([name, of]) => [name, limit(...of)])) as Readonly<
    Record<Name, RateLimit>
  >;

function limitOf(windows: AttemptWindows, points: number, hashed: RateLimitsOptions['hashed']): RateLimit {
  const limit: RateLimit = {
    async take(...at) {
      const counted = await windows.add(hashed(...at));
      if (counted.attempts <= points) return counted.attempts;
      // Refused attempts do not count, or a burst of correct passwords would lock their owner out.
      await windows.subtract(hashed(...at));
      throw usedUp(counted);
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
      await windows.subtract(hashed(...at));
    },
    async used(...at) {
      return (await windows.read(hashed(...at)))?.attempts ?? 0;
    },
    async refuseIfUsedUp(...at) {
      const counted = await windows.read(hashed(...at));
      if (counted !== undefined && counted.attempts >= points) throw usedUp(counted);
    },
  };
  return limit;
}

const usedUp = ({ msLeft }: AttemptWindow) =>
  failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: msLeft / 1000 });

/** The network as which a client is counted: its IPv4 address, or the /64 of its IPv6 address. */
export const clientNetwork = (ip: string): string => networkOf(ip, { octets: 4, groups: 4 });

/**
 * The larger network that contains a client: the /24 of its IPv4 address, or the /48 of its IPv6 address. Providers
 * usually give a customer a block of that size.
 */
export const surroundingNetwork = (ip: string): string => networkOf(ip, { octets: 3, groups: 3 });

function networkOf(ip: string, length: { readonly octets: number; readonly groups: number }): string {
  // Some proxies add the port, which is another with each connection.
  const address = ip.replace(/^\[(.+)\]:\d+$|^([\d.]+):\d+$/, '$1$2');
  // In one spelling; an IPv4 address within an IPv6 one is written with dots.
  const spelled = isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address;
  const plain = spelled.replace(/^::ffff:/, '');
  if (!isIPv6(plain)) return plain.split('.').slice(0, length.octets).join('.');
  const [head = '', tail = ''] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const between = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...between, ...right].slice(0, length.groups).join(':');
}
