import { randomBytes } from 'node:crypto';
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

/** Of argon2id: memory in KiB, passes, lanes. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** 19 MiB, two passes, one lane (docs/http.md). */
const defaultCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Whose request a hash is for. Networks from which the account has signed in go before all others. */
export interface Asker {
  readonly network: string;
  readonly lane: (typeof lanes)[number];
}

export const laneOf = (isKnown: boolean, isChallenged: boolean): Asker['lane'] => {
  if (isChallenged) return 'challenged';
  return isKnown ? 'known' : 'stranger';
};

export interface Passwords {
  /** `asker`: in whose queue it waits. @throws RequestFailure UNAVAILABLE when the queue is full. */
  hash(password: string, asker?: Asker): Promise<string>;
  /** Without a stored hash it takes as long and returns false, so that timing does not reveal which accounts exist. */
  verify(stored: string | undefined, password: string, asker?: Asker): Promise<boolean>;
}

export async function createPasswords(cost = defaultCost): Promise<Passwords> {
  const inTurn = createWorkQueue({ concurrentMax, waitingMax });
  const ofOneInTurn = createWorkQueues(ofOneNetwork);
  const challengedInTurn = createWorkQueues(challengedOfOneNetwork);
  const inTurnOf = <T>(asker: Asker | undefined, work: () => Promise<T>): Promise<T> => {
    if (asker === undefined) return inTurn(work);
    const { network, lane } = asker;
    const ofOne = lane === 'challenged' ? challengedInTurn : ofOneInTurn;
    // Strangers on a known network have a queue of their own.
    return ofOne(`${network} ${lane}`, () => inTurn(work, lanes.indexOf(lane)));
  };
  const noOnes = await hash(randomBytes(16).toString('hex'), cost);
  return {
    hash: (password, asker) => inTurnOf(asker, () => hash(password, cost)),
    verify: (stored, password, asker) =>
      inTurnOf(asker, async () => (await verify(stored ?? noOnes, password)) && stored !== undefined),
  };
}
