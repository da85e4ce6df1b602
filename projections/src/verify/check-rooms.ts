import type { CheckpointStatement } from '@matgyo/contracts/proofs';
import { type ChainedMessage, chainStart, roomName, verifyRoomChain } from '@matgyo/ledger/proof/room-chain';
import type pg from 'pg';
import { pagesOf } from '../pages.ts';
import { hasTables } from '../stored-rows.ts';
import type { Finding } from './finding.ts';
import { rowsInPages } from './rows-in-pages.ts';
import type { ExaminedCheckpoints } from './signed-checkpoints.ts';

interface Room {
  readonly id: string;
  readonly lastSeq: number;
  readonly lastHash: string;
}

export interface RoomVerification {
  readonly rooms: number;
  readonly messages: number;
  readonly findings: readonly Finding[];
}

const messagesOfAPage = 2_000;
/** A message dated before a checkpoint may have been committed after it, by a long transaction. */
const underWayMs = 600_000;

type SignedRooms = Pick<ExaminedCheckpoints, 'statements' | 'heads' | 'lostEnds'>;

/**
 * Reads the messages of every room and verifies each room's chain, its end against the room's own row, and the signed
 * ends.
 */
export async function verifyRooms(
  pool: pg.Pool,
  { statements, heads, lostEnds }: SignedRooms,
): Promise<RoomVerification> {
  const newest = statements.findLast(({ rooms }) => rooms !== undefined);
  const rooms = new Map<string, Room>();
  for await (const room of storedRooms(pool)) rooms.set(room.id, room);
  /** The first one of each room: the others follow from it. */
  const findings = new Map<string, Finding>();
  const found = (roomId: string, what: string): void => {
    if (!findings.has(roomId)) findings.set(roomId, { check: 'rooms', what: `room ${roomId}: ${what}` });
  };
  const ends = new Map<string, { seq: number; hash: string }>();
  let count = 0;
  for await (const page of messagePages(pool)) {
    count += page.length;
    for (const [roomId, messages] of Map.groupBy(page, (message) => message.roomId)) {
      const verdict = verifyRoomChain(roomId, messages, ends.get(roomId) ?? { seq: 0, hash: chainStart });
      if (!verdict.intact) found(roomId, `message ${verdict.seq} does not hold (${verdict.why})`);
      const signedUpTo = heads.get(roomName(roomId))?.revision ?? 0;
      const slippedIn = messages.find(({ seq, at }) => seq > signedUpTo && newest && isBefore(at, newest));
      if (slippedIn !== undefined && newest !== undefined)
        found(
          roomId,
          `message ${slippedIn.seq} of ${slippedIn.at} was slipped in: checkpoint ${newest.sequence} of ${newest.madeAt} does not cover it`,
        );
      const { seq, hash } = messages.at(-1) as ChainedMessage;
      ends.set(roomId, { seq, hash });
    }
  }
  for (const [roomId, { seq, sequence, isThere }] of lostEnds)
    if (isThere)
      found(roomId, `was rewritten: checkpoint ${sequence} was signed over another message ${seq}`);
  for (const [roomId, { seq, hash }] of ends) {
    const room = rooms.get(roomId);
    if (room?.lastSeq !== seq || room.lastHash !== hash)
      found(roomId, 'does not end as its own row says: messages are missing or were added');
  }
  for (const { id, lastSeq } of rooms.values())
    if (lastSeq > 0 && !ends.has(id)) found(id, 'has lost all its messages');
  for (const [roomId, { seq, sequence, isThere }] of lostEnds)
    if (!isThere) found(roomId, `was cut: checkpoint ${sequence} was signed over ${seq} messages`);
  return { rooms: rooms.size, messages: count, findings: [...findings.values()] };
}

async function* storedRooms(pool: pg.Pool): AsyncGenerator<Room, void, undefined> {
  if (!(await hasTables(pool, 'app.chat_rooms'))) return;
  const rooms = `select id, last_seq as "lastSeq", last_hash as "lastHash" from app.chat_rooms
    where id > $1 order by id limit $2`;
  yield* rowsInPages<Room>(pool, rooms, '', ({ id }) => id);
}

async function* messagePages(pool: pg.Pool): AsyncGenerator<readonly ChainedMessage[], void, undefined> {
  if (!(await hasTables(pool, 'app.chat_rooms'))) return;
  const read = async (after: readonly [roomId: string, seq: number]) =>
    (await pool.query<ChainedMessage>(messagesAfter, [...after, messagesOfAPage])).rows;
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
