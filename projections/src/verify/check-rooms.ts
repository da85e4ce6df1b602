import type { CheckpointStatement } from '@matgyo/contracts/proofs';
import { type ChainedMessage, chainStart, roomName, verifyRoomChain } from '@matgyo/ledger/proof/room-chain';
import type pg from 'pg';
import { pagesOf } from '../pages.ts';
import { withSnapshot } from '../projection-pool.ts';
import { hasTables } from '../stored-rows.ts';
import type { Finding } from './finding.ts';
import { rowsInPages } from './rows-in-pages.ts';
import type { ExaminedCheckpoints } from './signed-checkpoints.ts';

interface Room {
  readonly id: string;
  readonly lastSeq: number;
  readonly lastHash: string;
}

const messagesOfAPage = 2_000;
/** A message dated before a checkpoint may have been committed after it, by a long transaction. */
const underWayMs = 600_000;

type SignedRooms = Pick<ExaminedCheckpoints, 'statements' | 'heads' | 'lostEnds'>;

type RoomEnd = Pick<ChainedMessage, 'seq' | 'hash'>;

/**
 * Reads the messages of every room and verifies each room's chain, its end against the room's own row, and the signed
 * ends.
 */
export const verifyRooms = (pool: pg.Pool, signed: SignedRooms) =>
  // Rows of rooms and messages as of one point in time, while people keep writing.
  withSnapshot(pool, (client) => verifyAsOfNow(client, signed));

async function verifyAsOfNow(client: pg.ClientBase, signed: SignedRooms) {
  const rooms = new Map<string, Room>();
  for await (const room of storedRooms(client)) rooms.set(room.id, room);
  const found = new FirstFindings();
  const ends = new Map<string, RoomEnd>();
  const newest = signed.statements.findLast(({ rooms: root }) => root !== undefined);
  let messages = 0;
  for await (const page of messagePages(client)) {
    messages += page.length;
    for (const [roomId, part] of Map.groupBy(page, (message) => message.roomId)) {
      const verdict = verifyRoomChain(roomId, part, ends.get(roomId) ?? { seq: 0, hash: chainStart });
      if (!verdict.intact) found.add(roomId, `message ${verdict.seq} does not hold (${verdict.why})`);
      if (newest !== undefined)
        found.add(roomId, slippedIn(part, newest, signed.heads.get(roomName(roomId))));
      const { seq, hash } = part.at(-1) as ChainedMessage;
      ends.set(roomId, { seq, hash });
    }
  }
  compareEnds(found, rooms, ends, signed.lostEnds);
  return { rooms: rooms.size, messages, findings: found.findings };
}

/** The first finding of each room: the others follow from it. */
class FirstFindings {
  readonly #byRoom = new Map<string, Finding>();

  get findings(): readonly Finding[] {
    return [...this.#byRoom.values()];
  }

  add(roomId: string, what: string | undefined): void {
    if (what !== undefined && !this.#byRoom.has(roomId))
      this.#byRoom.set(roomId, { check: 'rooms', what: `room ${roomId}: ${what}` });
  }
}

/** A message from before the newest checkpoint over rooms that it does not cover. */
function slippedIn(
  messages: readonly ChainedMessage[],
  newest: CheckpointStatement,
  head: { readonly revision: number } | undefined,
): string | undefined {
  const message = messages.find(({ seq, at }) => seq > (head?.revision ?? 0) && isBefore(at, newest));
  if (message === undefined) return undefined;
  return `message ${message.seq} of ${message.at} was slipped in: checkpoint ${newest.sequence} of ${newest.madeAt} does not cover it`;
}

function compareEnds(
  found: FirstFindings,
  rooms: ReadonlyMap<string, Room>,
  ends: ReadonlyMap<string, RoomEnd>,
  lostEnds: SignedRooms['lostEnds'],
): void {
  for (const [roomId, { seq, sequence, isThere }] of lostEnds)
    if (isThere)
      found.add(roomId, `was rewritten: checkpoint ${sequence} was signed over another message ${seq}`);
  for (const [roomId, { seq, hash }] of ends) {
    const room = rooms.get(roomId);
    if (room?.lastSeq !== seq || room.lastHash !== hash)
      found.add(roomId, 'does not end as its own row says: messages are missing or were added');
  }
  for (const { id, lastSeq } of rooms.values())
    if (lastSeq > 0 && !ends.has(id)) found.add(id, 'has lost all its messages');
  for (const [roomId, { seq, sequence, isThere }] of lostEnds)
    if (!isThere) found.add(roomId, `was cut: checkpoint ${sequence} was signed over ${seq} messages`);
}

async function* storedRooms(client: pg.ClientBase): AsyncGenerator<Room, void, undefined> {
  if (!(await hasTables(client, 'app.chat_rooms'))) return;
  const rooms = `select id, last_seq as "lastSeq", last_hash as "lastHash" from app.chat_rooms
    where id > $1 order by id limit $2`;
  yield* rowsInPages<Room>(client, rooms, '', ({ id }) => id);
}

async function* messagePages(
  client: pg.ClientBase,
): AsyncGenerator<readonly ChainedMessage[], void, undefined> {
  if (!(await hasTables(client, 'app.chat_rooms'))) return;
  const read = async (after: readonly [roomId: string, seq: number]) =>
    (await client.query<ChainedMessage>(messagesAfter, [...after, messagesOfAPage])).rows;
  yield* pagesOf(
    { start: ['', 0], size: messagesOfAPage },
    read,
    ({ roomId, seq }) => [roomId, seq] as const,
  );
}

const messagesAfter = `
  select room_id as "roomId", seq, id as "messageId", sender_id as "senderId", role,
    to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, salt, content,
    image_sha256 as "imageSha256", content_hash as "contentHash", prev_hash as "prevHash", hash
  from app.chat_messages where (room_id, seq) > ($1, $2) order by room_id, seq limit $3`;

const isBefore = (at: string, { madeAt }: CheckpointStatement): boolean =>
  Date.parse(at) < Date.parse(madeAt) - underWayMs;
