import { newLedgerId } from '@matgyo/contracts/ids';
import pg from 'pg';
import { failure } from '../../platform/http/request-failure.ts';
import type { ChatRoom } from './chat-room.ts';
import {
  type NewMessage,
  type PlacedMessage,
  placeAfter,
  type RoomHead,
  type StoreDependencies,
  storeAfterHead,
  storeMessage,
} from './store-message.ts';
import { storeRuns } from './store-runs.ts';

/** Stores messages, each as the next of its room. */
export interface MessageStore {
  /**
   * Resolves once it is on disk.
   *
   * @throws RequestFailure UNAVAILABLE when too many wait, or it has waited too long: it is not stored; and what
   * `storeMessage` throws
   */
  store(message: NewMessage): Promise<PlacedMessage>;
  /** The room, if this process has stored a message in it. */
  knownRoom(id: string): ChatRoom | undefined;
}

export interface MessageStoreDependencies extends StoreDependencies {
  readonly pool: pg.Pool;
  /** Of messages that are not stored yet; only those that are not being written are given up. */
  readonly limits?: typeof defaultLimits;
}

/** A hanging database answers after 10 s; clients send what was not stored again. */
const defaultLimits = { waitingMax: 5_000, waitMsMax: 10_000 };

interface Waiting {
  readonly message: NewMessage;
  readonly resolve: (placed: PlacedMessage) => void;
  readonly reject: (error: unknown) => void;
  /** It was given up while it was being written. */
  isLate: boolean;
}

/** The waiting messages of a room. `head` is the end of its chain unless another process has written to it. */
interface RoomQueue {
  readonly room: ChatRoom;
  readonly waiting: Waiting[];
  head: RoomHead | undefined;
  isBusy: boolean;
}

interface GroupPart {
  readonly queue: RoomQueue;
  readonly head: RoomHead;
  readonly taken: readonly Waiting[];
  readonly messages: readonly PlacedMessage[];
}

const groupSizeMax = 100;
const roomsMax = 5_000;

/**
 * Groups waiting messages of many rooms into one statement and one commit, and skips a room whose remembered head has
 * changed. Skipped messages, the first of a room and messages with an image are stored one by one under the room's
 * lock, so a refusal is always decided on the database's state.
 */
export function createMessageStore(deps: MessageStoreDependencies): MessageStore {
  const { add, knownRoom } = createWriter(deps);
  const bounded = boundedWaiting(deps.limits ?? defaultLimits);
  return { store: (message) => bounded(() => add(message)), knownRoom };
}

function createWriter(deps: MessageStoreDependencies) {
  const queues = new RoomQueues();
  /** Rooms with waiting messages and none being written. */
  const ready = new Set<RoomQueue>();
  let isWriting = false;

  const release = (queue: RoomQueue, head: RoomHead | undefined): void => {
    queue.head = head;
    queue.isBusy = false;
    if (queue.waiting.length > 0) ready.add(queue);
  };

  const storeSingle = async (queue: RoomQueue): Promise<void> => {
    const { message, resolve, reject } = queue.waiting.shift() as Waiting;
    try {
      const placed = await storeMessage(deps, message);
      release(queue, headOf(placed));
      resolve(placed);
    } catch (error) {
      release(queue, undefined);
      reject(error);
    }
    storeNext();
  };

  const storeGroup = async (group: readonly GroupPart[]): Promise<void> => {
    try {
      const stored = await storeParts(deps, group);
      for (const part of group) {
        if (stored.has(part.queue.room.id)) resolvePart(part);
        else requeue(part);
      }
    } catch (error) {
      // A unique violation stores nothing, but does not say which room caused it. After any other failure it is
      // unknown what was stored.
      const isNothingStored = error instanceof pg.DatabaseError && error.code === uniqueViolation;
      for (const part of group) {
        if (isNothingStored) requeue(part);
        else {
          release(part.queue, undefined);
          for (const { reject } of part.taken) reject(error);
        }
      }
    }
    isWriting = false;
    storeNext();
  };

  const resolvePart = ({ queue, taken, messages }: GroupPart): void => {
    release(queue, headOf(messages.at(-1) as PlacedMessage));
    messages.forEach((placed, index) => {
      deps.onStored?.(placed);
      taken[index]?.resolve(placed);
    });
  };

  const requeue = ({ queue, taken }: GroupPart): void => {
    queue.waiting.unshift(...withoutLate(taken));
    release(queue, undefined);
  };

  const storeNext = (): void => {
    for (const queue of ready)
      if (!mayBeGrouped(queue)) {
        ready.delete(queue);
        queue.isBusy = true;
        void storeSingle(queue);
      }
    if (isWriting || ready.size === 0) return;
    isWriting = true;
    const group = takeGroup(ready);
    for (const { queue } of group) {
      ready.delete(queue);
      queue.isBusy = true;
    }
    void storeGroup(group);
  };

  return {
    add(message: NewMessage) {
      const waiting = { message, ...Promise.withResolvers<PlacedMessage>(), isLate: false };
      const queue = queues.of(message.room);
      queue.waiting.push(waiting);
      if (!queue.isBusy) ready.add(queue);
      storeNext();
      return { promise: waiting.promise, giveUp: () => giveUp(ready, queue, waiting) };
    },
    knownRoom: (id: string) => queues.written(id)?.room,
  };
}

/** A message alone, as most are, has a statement that costs about half as much. */
async function storeParts({ db, pool }: MessageStoreDependencies, group: readonly GroupPart[]) {
  const [only, second] = group.flatMap(({ messages }) => messages);
  if (only === undefined || second !== undefined) return storeRuns(pool, group);
  return new Set((await storeAfterHead(db, only)) ? [only.room.id] : []);
}

/** Those that may wait again; the others are refused. */
function withoutLate(taken: readonly Waiting[]): readonly Waiting[] {
  for (const { isLate, reject } of taken) if (isLate) reject(failure('UNAVAILABLE'));
  return taken.filter(({ isLate }) => !isLate);
}

/** One that is being written is given up if it has to wait again. */
function giveUp(ready: Set<RoomQueue>, queue: RoomQueue, waiting: Waiting): void {
  waiting.isLate = true;
  const place = queue.waiting.indexOf(waiting);
  if (place < 0) return;
  queue.waiting.splice(place, 1);
  if (queue.waiting.length === 0) ready.delete(queue);
  waiting.reject(failure('UNAVAILABLE'));
}

/** Refuses messages while too many wait, and gives up those that have waited too long. */
function boundedWaiting({ waitingMax, waitMsMax }: typeof defaultLimits) {
  let waiting = 0;
  return async <T>(begin: () => { readonly promise: Promise<T>; giveUp(): void }): Promise<T> => {
    if (waiting >= waitingMax) throw failure('UNAVAILABLE');
    waiting += 1;
    const { promise, giveUp } = begin();
    const late = setTimeout(giveUp, waitMsMax);
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      waiting -= 1;
    }
  };
}

class RoomQueues {
  /** In order of last use. */
  readonly #queues = new Map<string, RoomQueue>();

  of(room: ChatRoom): RoomQueue {
    const queue = this.#queues.get(room.id) ?? { room, waiting: [], head: undefined, isBusy: false };
    this.#queues.delete(room.id);
    this.#queues.set(room.id, queue);
    if (this.#queues.size > roomsMax) this.#forgetOldestIdle();
    return queue;
  }

  /** The room's queue, if its head is known. */
  written(roomId: string): RoomQueue | undefined {
    const queue = this.#queues.get(roomId);
    return queue?.head === undefined ? undefined : queue;
  }

  #forgetOldestIdle(): void {
    for (const [id, { waiting, isBusy }] of this.#queues)
      if (!isBusy && waiting.length === 0) {
        this.#queues.delete(id);
        return;
      }
  }
}

const headOf = ({ seq, hash, at }: RoomHead): RoomHead => ({ seq, hash, at });

const uniqueViolation = '23505';

const mayBeGrouped = ({ head, waiting: [first] }: RoomQueue): boolean =>
  head !== undefined && head.seq > 0 && first?.message.imageId === null;

/** Takes the messages of the next group from these rooms, as many as a group may have. */
function takeGroup(queues: Iterable<RoomQueue>): readonly GroupPart[] {
  const group: GroupPart[] = [];
  let free = groupSizeMax;
  const clientIds = new Set<string>();
  for (const queue of queues) {
    if (free <= 0) break;
    const part = takePart(queue, free, clientIds);
    if (part.taken.length === 0) continue;
    free -= part.taken.length;
    group.push(part);
  }
  return group;
}

/** Takes a room's messages for the next group. A repeated client id waits for the group after it. */
function takePart(queue: RoomQueue, limit: number, clientIds: Set<string>): GroupPart {
  const head = queue.head as RoomHead;
  const messages: PlacedMessage[] = [];
  for (const { message } of queue.waiting) {
    const clientId = `${message.senderId} ${message.clientId}`;
    if (messages.length === limit || message.imageId !== null) break;
    if (message.clientId !== null && clientIds.has(clientId)) break;
    clientIds.add(clientId);
    const after: RoomHead = messages.at(-1) ?? head;
    const at = new Date(Math.max(after.at.getTime(), Date.now()));
    const messageId = newLedgerId(at.getTime());
    messages.push(placeAfter(after, message, { at, messageId, imageSha256: null }));
  }
  return { queue, head, taken: queue.waiting.splice(0, messages.length), messages };
}
