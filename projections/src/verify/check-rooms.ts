import type { CheckpointStatement } from '@matgyo/contracts/proofs';
import { type ChainedMessage, chainStart, roomName, verifyRoomChain } from '@matgyo/ledger/proof/room-chain';
import type pg from 'pg';
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
export async function verifyRooms(pool: pg.Pool, signed: SignedRooms): Promise<RoomVerification> {
  const check = new RoomCheck(signed);
  if (!(await hasTables(pool, 'app.chat_rooms'))) return check.end();
  const rooms = `select id, last_seq as "lastSeq", last_hash as "lastHash" from app.chat_rooms
    where id > $1 order by id limit $2`;
  for await (const room of rowsInPages<Room>(pool, rooms, '', ({ id }) => id)) check.knows(room);
  for await (const messages of messagePages(pool)) check.messages(messages);
  return check.end();
}

async function* messagePages(pool: pg.Pool): AsyncGenerator<readonly ChainedMessage[], void, undefined> {
  for (let after = ['', 0]; ; ) {
    const { rows } = await pool.query<ChainedMessage & { at: Date | string }>(
      `select room_id as "roomId", seq, id as "messageId", sender_id as "senderId", role,
         to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, salt, content,
         image_sha256 as "imageSha256", content_hash as "contentHash", prev_hash as "prevHash", hash
       from app.chat_messages where (room_id, seq) > ($1, $2) order by room_id, seq limit $3`,
      [...after, messagesOfAPage],
    );
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < messagesOfAPage) return;
    after = [last.roomId, last.seq];
  }
}

class RoomCheck {
  readonly #findings: Finding[] = [];
  readonly #named = new Set<string>();
  readonly #rooms = new Map<string, Room>();
  readonly #signed: SignedRooms;
  readonly #newest: CheckpointStatement | undefined;
  readonly #ends = new Map<string, { seq: number; hash: string }>();
  #messages = 0;

  constructor(signed: SignedRooms) {
    this.#signed = signed;
    this.#newest = signed.statements.findLast(({ rooms }) => rooms !== undefined);
  }

  knows(room: Room): void {
    this.#rooms.set(room.id, room);
  }

  messages(page: readonly ChainedMessage[]): void {
    this.#messages += page.length;
    for (const [roomId, messages] of Map.groupBy(page, (message) => message.roomId)) {
      const verdict = verifyRoomChain(
        roomId,
        messages,
        this.#ends.get(roomId) ?? { seq: 0, hash: chainStart },
      );
      if (!verdict.intact) this.#found(roomId, `message ${verdict.seq} does not hold (${verdict.why})`);
      for (const message of messages) this.#refuseSlippedIn(message);
      const last = messages.at(-1) as ChainedMessage;
      this.#ends.set(roomId, { seq: last.seq, hash: last.hash });
    }
  }

  end(): RoomVerification {
    for (const [roomId, { seq, sequence, isThere }] of this.#signed.lostEnds)
      if (isThere)
        this.#found(roomId, `was rewritten: checkpoint ${sequence} was signed over another message ${seq}`);
    for (const [roomId, { seq, hash }] of this.#ends) {
      const room = this.#rooms.get(roomId);
      if (room === undefined || room.lastSeq !== seq || room.lastHash !== hash)
        this.#found(roomId, 'does not end as its own row says: messages are missing or were added');
    }
    for (const { id, lastSeq } of this.#rooms.values())
      if (lastSeq > 0 && !this.#ends.has(id)) this.#found(id, 'has lost all its messages');
    for (const [roomId, { seq, sequence, isThere }] of this.#signed.lostEnds)
      if (!isThere) this.#found(roomId, `was cut: checkpoint ${sequence} was signed over ${seq} messages`);
    return { rooms: this.#rooms.size, messages: this.#messages, findings: this.#findings };
  }

  #refuseSlippedIn({ roomId, seq, at }: ChainedMessage): void {
    const isCovered = seq <= (this.#signed.heads.get(roomName(roomId))?.revision ?? 0);
    if (this.#newest !== undefined && !isCovered && isBefore(at, this.#newest))
      this.#found(
        roomId,
        `message ${seq} of ${at} was slipped in: checkpoint ${this.#newest.sequence} of ${this.#newest.madeAt} does not cover it`,
      );
  }

  /** Reports once for each room, without consequences. */
  #found(roomId: string, what: string): void {
    if (this.#named.has(roomId)) return;
    this.#named.add(roomId);
    this.#findings.push({ check: 'rooms', what: `room ${roomId}: ${what}` });
  }
}

const isBefore = (at: string, { madeAt }: CheckpointStatement): boolean =>
  Date.parse(at) < Date.parse(madeAt) - underWayMs;
