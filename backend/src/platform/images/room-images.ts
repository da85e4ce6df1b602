import { createHash, randomBytes } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { ImageFiles } from './image-files.ts';
import { reencoded } from './reencode.ts';

/** An image's room and uploader; once a message uses the image, all members of the room may see it. */
export interface RoomImage {
  readonly roomId: string;
  readonly uploaderId: MemberId;
  readonly isSent: boolean;
}

/** Chat images, stored in the folder of ID photos, re-encoded alike, and swept unless a message uses them. */
export interface RoomImages {
  /** @throws RequestFailure IMAGE_INVALID, UNAVAILABLE */
  add(input: Buffer, place: { readonly roomId: string; readonly uploaderId: MemberId }): Promise<string>;
  /**
   * Assigns an image of the last hour to a message of its uploader in its room, in the caller's transaction. Returns
   * the file's SHA-256; undefined if there is no such image.
   */
  claim(
    trx: Database,
    id: string,
    message: { readonly roomId: string; readonly uploaderId: MemberId; readonly messageId: string },
  ): Promise<string | undefined>;
  find(id: string): Promise<RoomImage | undefined>;
  read(id: string): Promise<Buffer | undefined>;
}

export function createRoomImages(db: Database, files: ImageFiles): RoomImages {
  return {
    async add(input, { roomId, uploaderId }) {
      const { bytes, width, height } = await reencoded(input);
      const id = randomBytes(16).toString('hex');
      await files.write(id, bytes);
      await db
        .insertInto('app.images')
        .values({
          id,
          member_id: null,
          bytes: bytes.length,
          width,
          height,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          room_id: roomId,
          uploader_id: uploaderId,
        })
        .execute();
      return id;
    },

    async claim(trx, id, { roomId, uploaderId, messageId }) {
      const claimed = await trx
        .updateTable('app.images')
        .set({ message_id: messageId })
        .where('id', '=', id)
        .where('room_id', '=', roomId)
        .where('uploader_id', '=', uploaderId)
        .where('message_id', 'is', null)
        .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
        .returning('sha256')
        .executeTakeFirst();
      return claimed?.sha256;
    },

    async find(id) {
      const row = await db
        .selectFrom('app.images')
        .select(['room_id', 'uploader_id', 'message_id'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row?.room_id || !row.uploader_id) return undefined;
      return { roomId: row.room_id, uploaderId: row.uploader_id, isSent: row.message_id !== null };
    },

    read: (id) => files.read(id),
  };
}
