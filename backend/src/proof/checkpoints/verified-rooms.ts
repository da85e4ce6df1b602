import type { CheckpointStatement, InclusionProof } from '@matgyo/contracts/proofs';
import { clocksDifferMs, headsOf, headsPart } from '@matgyo/ledger/proof/checkpoint';
import { bucketOf, type Head, MerkleTree } from '@matgyo/ledger/proof/merkle-tree';
import {
  type ChainedMessage,
  chainStart,
  isRoomName,
  roomName,
  verifyRoomChain,
} from '@matgyo/ledger/proof/room-chain';
import { pagesOf } from '@matgyo/projections/pages';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { chainedMessage } from './chained-message.ts';
import { checkpointsAfter, headsTextOf, newestCheckpoint } from './checkpoint-store.ts';
import { SigningRefused } from './signing-refused.ts';
import { forEachBucket } from './verified-tree.ts';

const roomsAtOnce = 100;
/** Of the statements that read many rooms: each takes some milliseconds. */
const roomsOfAPage = 5_000;
const checkpointsAtOnce = 1_000;

/**
 * The verified tree over the heads of all rooms: the signed state of the newest checkpoint, continued by messages whose
 * chain was checked. Holds a head for each room with messages.
 */
export class VerifiedRooms {
  readonly #db: Database;
  readonly #tree = new MerkleTree();
  readonly #buckets = new Map<number, Map<string, Head>>();
  readonly #changed = new Map<string, Head>();
  #rooms = 0;
  #messages = 0;
  #sequence = 0;
  #lookedAt: Date | undefined;

  private constructor(db: Database) {
    this.#db = db;
  }

  /**
   * The state derived from the messages at the newest checkpoint.
   *
   * @throws SigningRefused when that differs from what was signed
   */
  static async anchored(db: Database): Promise<VerifiedRooms> {
    const rooms = new VerifiedRooms(db);
    const newest = (await newestCheckpoint(db))?.statement;
    if (newest === undefined) return rooms;
    rooms.#sequence = newest.sequence;
    if (newest.rooms === undefined) return rooms;
    for await (const page of signedRooms(db, newest.sequence))
      for (const { stored, ...head } of page) {
        if (stored !== head.hash) throw new SigningRefused('room-rewritten', newest.sequence, head.stream);
        rooms.#note(head);
      }
    await forEachBucket(rooms.#buckets, (bucket, heads) => rooms.#tree.setBucket(bucket, heads.values()));
    rooms.#requireRoot(newest);
    return rooms;
  }

  /**
   * Reads new messages.
   *
   * @throws SigningRefused when they do not continue what was signed
   */
  async bringUpToDate(): Promise<void> {
    const begun = new Date(Date.now() - clocksDifferMs);
    for (const { statement } of await checkpointsAfter(this.#db, this.#sequence, checkpointsAtOnce))
      await this.#takeOver(statement);
    for await (const page of roomsGrownSince(this.#db, this.#lookedAt)) await this.#grow(page);
    this.#lookedAt = begun;
  }

  async #grow(rooms: readonly GrownRoom[]): Promise<void> {
    const grown = rooms.flatMap(({ id, lastSeq }) => {
      const known = this.#headOf(roomName(id));
      if (known !== undefined && lastSeq < known.revision)
        throw new SigningRefused('room-rewritten', null, roomName(id));
      return lastSeq > (known?.revision ?? 0)
        ? [{ id, after: known?.revision ?? 0, hash: known?.hash ?? chainStart }]
        : [];
    });
    for (let from = 0; from < grown.length; from += roomsAtOnce) {
      const some = grown.slice(from, from + roomsAtOnce);
      const messages = Map.groupBy(await messagesAfter(this.#db, some), ({ roomId }) => roomId);
      for (const { id, after, hash } of some) {
        const verdict = verifyRoomChain(id, messages.get(id) ?? [], { seq: after, hash });
        if (!verdict.intact) throw new SigningRefused('room-rewritten', null, roomName(id));
        const head = { stream: roomName(id), revision: verdict.messages, hash: verdict.lastHash };
        this.#put(head);
        this.#changed.set(head.stream, head);
      }
    }
  }

  /** Heads of rooms with new messages since the newest checkpoint. */
  get changed(): readonly Head[] {
    return [...this.#changed.values()];
  }

  figures(): NonNullable<CheckpointStatement['rooms']> {
    return { rooms: this.#rooms, messages: this.#messages, root: this.#tree.root() };
  }

  proofOf(room: string): InclusionProof | undefined {
    const head = this.#headOf(room);
    if (head === undefined) return undefined;
    return { ...head, path: [...this.#tree.pathOf(room, this.#buckets.get(bucketOf(room))?.values() ?? [])] };
  }

  /** Continues from a checkpoint that was signed since, here or by another process, with the heads it lists. */
  async #takeOver(statement: CheckpointStatement): Promise<void> {
    for (const sha256 of statement.heads)
      for (const head of await this.#headsNamed(sha256, statement.sequence))
        if (isRoomName(head.stream)) this.#signed(head);
    this.#sequence = statement.sequence;
    if (this.#changed.size === 0) this.#requireRoot(statement);
  }

  async #headsNamed(sha256: string, sequence: number): Promise<readonly Head[]> {
    const heads = headsOf((await headsTextOf(this.#db, sha256)) ?? '');
    if (heads === undefined || headsPart(heads).sha256 !== sha256)
      throw new SigningRefused('checkpoint-not-genuine', sequence);
    return heads;
  }

  #signed(head: Head): void {
    const known = this.#headOf(head.stream);
    if (known !== undefined && known.revision > head.revision) return;
    this.#changed.delete(head.stream);
    this.#put(head);
  }

  #requireRoot({ rooms, sequence }: CheckpointStatement): void {
    if (rooms !== undefined && rooms.root !== this.#tree.root())
      throw new SigningRefused('room-rewritten', sequence);
  }

  #headOf = (room: string): Head | undefined => this.#buckets.get(bucketOf(room))?.get(room);

  #put(head: Head): void {
    const { bucket, heads } = this.#note(head);
    this.#tree.setBucket(bucket, heads.values());
  }

  /** Without its hash in the tree. */
  #note(head: Head) {
    const bucket = bucketOf(head.stream);
    const heads = this.#buckets.get(bucket) ?? new Map<string, Head>();
    const known = heads.get(head.stream);
    if (known === undefined) this.#rooms += 1;
    this.#messages += head.revision - (known?.revision ?? 0);
    this.#buckets.set(bucket, heads.set(head.stream, head));
    return { bucket, heads };
  }
}

/** The signed heads of rooms at a checkpoint, and the current hashes of those messages, page by page. */
async function* signedRooms(db: Database, sequence: number) {
  const read = async (after: string) => {
    const { rows } = await sql<Head & { readonly stored: string | null }>`
      select head.stream, head.revision, head.hash, message.hash as stored
      from (
        select distinct on (stream) stream, revision, hash from app.signed_heads
        where stream > ${after} and stream < 'room.' and sequence <= ${sequence}
        order by stream, revision desc limit ${roomsOfAPage}
      ) head
      left join app.chat_messages message
        on message.room_id = substr(head.stream, 6) and message.seq = head.revision
      order by head.stream`.execute(db);
    return rows;
  };
  yield* pagesOf({ start: 'room-', size: roomsOfAPage }, read, ({ stream }) => stream);
}

interface GrownRoom {
  readonly id: string;
  readonly lastSeq: number;
}

/** Rooms with new messages since then, page by page; undefined: all rooms with messages. */
async function* roomsGrownSince(db: Database, since: Date | undefined): AsyncGenerator<readonly GrownRoom[]> {
  const rooms = db
    .selectFrom('app.chat_rooms')
    .select(['id', 'last_seq as lastSeq'])
    .where('last_seq', '>', 0);
  if (since !== undefined) {
    // As the indexes of open and of closed rooms have it: a message lists its room.
    const recent = rooms.where('last_at', '>=', since);
    const open = recent.where(sql<boolean>`listed and closed_at is null`);
    return yield await open.unionAll(recent.where('closed_at', 'is not', null)).execute();
  }
  const read = (after: string) => rooms.where('id', '>', after).orderBy('id').limit(roomsOfAPage).execute();
  yield* pagesOf({ start: '', size: roomsOfAPage }, read, ({ id }) => id);
}

/** The messages of these rooms after the known ones, in order. */
async function messagesAfter(
  db: Database,
  rooms: readonly { readonly id: string; readonly after: number }[],
): Promise<readonly ChainedMessage[]> {
  const rows = await db
    .selectFrom('app.chat_messages')
    .selectAll()
    .where(({ or, and, eb }) =>
      or(rooms.map(({ id, after }) => and([eb('room_id', '=', id), eb('seq', '>', after)]))),
    )
    .orderBy('room_id')
    .orderBy('seq')
    .execute();
  return rows.map(chainedMessage);
}
