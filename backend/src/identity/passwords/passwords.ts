import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { hash, verify } from '@node-rs/argon2';
import { createWorkQueue, createWorkQueues } from '../../platform/http/work-queue.ts';

/** Concurrent hashes. Each takes 19 MiB and about 40 ms of a core; more would starve other work. */
const concurrentMax = 2;
/** Lanes by priority: networks known to the account, solved challenges, strangers. */
const lanes = ['known', 'challenged', 'stranger'] as const;
const waitingMax = [64, 16, 64];
/** Requests of one network queue behind each other first. */
const ofOneNetwork = { concurrentMax: 2, waitingMax: 64 };
/** Keeps one network from filling the lane of solved challenges. */
const challengedOfOneNetwork = { concurrentMax: 2, waitingMax: 2 };

/** Of argon2id: 19 MiB, two passes, one lane (docs/decisions/identity.md). */
const defaultCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Whose request a hash is for. Networks from which the account has signed in go before all others. */
export interface HashRequester {
  readonly network: string;
  readonly lane: (typeof lanes)[number];
}

/** `isKnown`: the account has signed in from this network. `isChallenged`: the request came with a solved challenge. */
export const laneOf = ({ isKnown, isChallenged }: Readonly<Record<'isKnown' | 'isChallenged', boolean>>) =>
  isChallenged ? 'challenged' : isKnown ? 'known' : 'stranger';

export interface StoredPassword {
  readonly memberId: MemberId;
  readonly hash: string;
}

/**
 * Hashes are bound to their member and to a key that is not in the database: one that was copied to another member's
 * row, or made without the key, verifies nothing.
 */
export type Passwords = Awaited<ReturnType<typeof createPasswords>>;

export interface PasswordOptions {
  /** The current key, then earlier ones whose hashes are still accepted (`Keys`). */
  readonly keys: readonly [KeyObject, ...KeyObject[]];
  readonly cost?: typeof defaultCost;
}

/** The id of the key, then argon2's text. Without the id: of an earlier version, bound to nothing. */
const boundHash = /^bound:([0-9a-f]{16})(\$argon2id\$.*)$/;

const idOf = (key: KeyObject): string =>
  createHmac('sha256', key).update('key id').digest('hex').slice(0, 16);

/** Argon2's secret for one member. */
const secretFor = (key: KeyObject, memberId: MemberId): Uint8Array =>
  createHmac('sha256', key).update(`member ${memberId}`).digest();

export async function createPasswords({ keys, cost = defaultCost }: PasswordOptions) {
  const [currentKey] = keys;
  const currentId = idOf(currentKey);
  const keyOf = new Map(keys.map((key) => [idOf(key), key]));
  const queued = createWorkQueue({ concurrentMax, waitingMax });
  const onePerNetwork = createWorkQueues(ofOneNetwork);
  const challengedQueue = createWorkQueues(challengedOfOneNetwork);
  const queueOf = <T>(requester: HashRequester | undefined, work: () => Promise<T>): Promise<T> => {
    if (requester === undefined) return queued(work);
    const { network, lane } = requester;
    const ofOne = lane === 'challenged' ? challengedQueue : onePerNetwork;
    // Strangers on a known network have a queue of their own.
    return ofOne(`${network} ${lane}`, () => queued(work, lanes.indexOf(lane)));
  };
  const noOne = 'no one' as MemberId;
  const bound = async (memberId: MemberId, password: string) =>
    `bound:${currentId}${await hash(password, { ...cost, secret: secretFor(currentKey, memberId) })}`;
  const noOnes = { memberId: noOne, hash: await bound(noOne, randomBytes(16).toString('hex')) };

  async function isRight({ memberId, hash: stored }: StoredPassword, password: string): Promise<boolean> {
    const [, keyId, text] = boundHash.exec(stored) ?? [];
    if (keyId === undefined || text === undefined) return verify(stored, password);
    const key = keyOf.get(keyId);
    const isVerified = await verify(text, password, { secret: secretFor(key ?? currentKey, memberId) });
    return isVerified && key !== undefined;
  }

  return {
    /** `requester`: in whose queue it waits. @throws RequestFailure UNAVAILABLE when the queue is full. */
    hash: (memberId: MemberId, password: string, requester?: HashRequester): Promise<string> =>
      queueOf(requester, () => bound(memberId, password)),
    /** Without a stored hash it takes as long and returns false, so that timing does not reveal which accounts exist. */
    verify: (stored: StoredPassword | undefined, password: string, requester?: HashRequester) =>
      queueOf(requester, async () => (await isRight(stored ?? noOnes, password)) && stored !== undefined),
    /** Whether a hash is bound with the current key. One of an earlier version or key is replaced at the next sign-in. */
    isCurrent: (stored: string): boolean => stored.startsWith(`bound:${currentId}$`),
  };
}
