import { newLedgerId } from '@matgyo/contracts/ids';
import pg from 'pg';
import type { ChatRoom } from './chat-room.ts';
import {
  type NewMessage,
  type PlacedMessage,
  placeAfter,
  type RoomHead,
  type StoreDependencies,
  storeMessage,
  tellStored,
} from './store-message.ts';
import { storeRuns } from './store-runs.ts';

/** Writes messages, each as the next of its room. */
export interface MessageStore {
  /** Answers once it is on disk. @throws what `storeMessage` throws */
  store(message: NewMessage): Promise<PlacedMessage>;
  /** A room this process has stored a message of. */
  knownRoom(id: string): ChatRoom | undefined;
}

export interface MessageStoreDependencies extends StoreDependencies {
  readonly pool: pg.Pool;
}

interface Waiting {
  readonly message: NewMessage;
  readonly resolve: (placed: PlacedMessage) => void;
  readonly reject: (error: unknown) => void;
}

/** A room with messages that wait, or that had some: its head is the end of its chain unless others write to it too. */
interface Lane {
  readonly room: ChatRoom;
  readonly waiting: Waiting[];
  head: RoomHead | undefined;
  isBusy: boolean;
}

interface Boarded {
  readonly lane: Lane;
  readonly head: RoomHead;
  readonly taken: readonly Waiting[];
  readonly messages: readonly PlacedMessage[];
}

const mostOfAGroup = 100;
const mostRooms = 5_000;

/**
 * What waits while a group of messages is written is the next group: one statement and one commit for many rooms. It
 * carries the heads this process remembers, and stores nothing of a room that has another one by now. Such a message, the
 * first of a room and one with an image are stored by themselves, under the room's lock, so that what is refused is always
 * refused by what the database holds.
 */
export function createMessageStore(deps: MessageStoreDependencies): MessageStore {
  const lanes = new Map<string, Lane>();
  /** Rooms with messages that wait and no message that is being written. */
  const ready = new Set<Lane>();
  let isWriting = false;

  const laneOf = (room: ChatRoom): Lane => {
    const lane = lanes.get(room.id) ?? { room, waiting: [], head: undefined, isBusy: false };
    // The last one is the one that was written to last.
    lanes.delete(room.id);
    lanes.set(room.id, lane);
    if (lanes.size > mostRooms)
      for (const [id, { waiting, isBusy }] of lanes)
        if (!isBusy && waiting.length === 0) {
          lanes.delete(id);
          break;
        }
    return lane;
  };

  const freed = (lane: Lane, head: RoomHead | undefined): void => {
    lane.head = head;
    lane.isBusy = false;
    if (lane.waiting.length > 0) ready.add(lane);
  };

  const storeAlone = async (lane: Lane): Promise<void> => {
    const { message, resolve, reject } = lane.waiting.shift() as Waiting;
    try {
      const placed = await storeMessage(deps, message);
      freed(lane, headOf(placed));
      resolve(placed);
    } catch (error) {
      freed(lane, undefined);
      reject(error);
    }
    next();
  };

  const storeTogether = async (group: readonly Boarded[]): Promise<void> => {
    try {
      const stored = await storeRuns(deps.pool, group);
      for (const boarded of group) {
        if (stored.has(boarded.lane.room.id)) arrived(boarded);
        else sentBack(boarded);
      }
    } catch (error) {
      // Nothing was stored, and it is not known of whom; of any other failure it is not known what was.
      const isNothingStored = error instanceof pg.DatabaseError && error.code === uniqueViolation;
      for (const boarded of group) {
        if (isNothingStored) sentBack(boarded);
        else {
          freed(boarded.lane, undefined);
          for (const { reject } of boarded.taken) reject(error);
        }
      }
    }
    isWriting = false;
    next();
  };

  const arrived = ({ lane, taken, messages }: Boarded): void => {
    freed(lane, headOf(messages.at(-1) as PlacedMessage));
    messages.forEach((placed, index) => {
      tellStored(deps.listeners, placed);
      taken[index]?.resolve(placed);
    });
  };

  const sentBack = ({ lane, taken }: Boarded): void => {
    lane.waiting.unshift(...taken);
    freed(lane, undefined);
  };

  const next = (): void => {
    for (const lane of ready)
      if (!mayBoard(lane)) {
        ready.delete(lane);
        lane.isBusy = true;
        void storeAlone(lane);
      }
    if (isWriting || ready.size === 0) return;
    isWriting = true;
    const group = [];
    let room = mostOfAGroup;
    const names = new Set<string>();
    for (const lane of ready) {
      if (room <= 0) break;
      const boarded = board(lane, room, names);
      if (boarded.taken.length === 0) continue;
      room -= boarded.taken.length;
      ready.delete(lane);
      lane.isBusy = true;
      group.push(boarded);
    }
    void storeTogether(group);
  };

  return {
    store(message) {
      const { promise, resolve, reject } = Promise.withResolvers<PlacedMessage>();
      const lane = laneOf(message.room);
      lane.waiting.push({ message, resolve, reject });
      if (!lane.isBusy) ready.add(lane);
      next();
      return promise;
    },
    knownRoom: (id) => (lanes.get(id)?.head === undefined ? undefined : lanes.get(id)?.room),
  };
}

/** Without the message, which is not needed any more. */
const headOf = ({ seq, hash, at }: RoomHead): RoomHead => ({ seq, hash, at });

const uniqueViolation = '23505';

/** Whether the message a room begins with may be stored with others. */
const mayBoard = ({ head, waiting: [first] }: Lane): boolean =>
  head !== undefined && head.seq > 0 && first?.message.imageId === null;

/** Takes from a room what goes with the next group; of two messages under one name the second waits for the next. */
function board(lane: Lane, most: number, names: Set<string>): Boarded {
  const head = lane.head as RoomHead;
  const messages: PlacedMessage[] = [];
  for (const { message } of lane.waiting) {
    const name = `${message.senderId} ${message.clientId}`;
    if (messages.length === most || message.imageId !== null) break;
    if (message.clientId !== null && names.has(name)) break;
    names.add(name);
    const after: RoomHead = messages.at(-1) ?? head;
    const at = new Date(Math.max(after.at.getTime(), Date.now()));
    const messageId = newLedgerId(at.getTime());
    messages.push(placeAfter(after, message, { at, messageId, imageSha256: null }));
  }
  return { lane, head, taken: lane.waiting.splice(0, messages.length), messages };
}
