import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { ImageFiles } from './image-files.ts';
import { storeImage } from './image-store.ts';
import { reencoded } from './reencode.ts';

/** Chat images, stored in the folder of ID photos, re-encoded alike, and swept unless a message uses them. */
export type RoomImages = ReturnType<typeof createRoomImages>;

export function createRoomImages(db: Database, files: ImageFiles) {
  return {
    add: async (
      input: Buffer,
      { roomId, uploaderId }: { readonly roomId: string; readonly uploaderId: MemberId },
    ): Promise<string> =>
      storeImage(db, files, await reencoded(input, { memberId: uploaderId }), {
        room_id: roomId,
        uploader_id: uploaderId,
      }),

    /**
     * Assigns an image of the last hour to a message of its uploader in its room, in the caller's transaction. Returns
     * the file's SHA-256; undefined if there is no such image.
     */
    async claim(
      trx: Database,
      id: string,
      message: { readonly roomId: string; readonly uploaderId: MemberId; readonly messageId: string },
    ): Promise<string | undefined> {
      const claimed = await trx
        .updateTable('app.images')
        .set({ message_id: message.messageId })
        .where('id', '=', id)
        .where('room_id', '=', message.roomId)
        .where('uploader_id', '=', message.uploaderId)
        .where('message_id', 'is', null)
        .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
        .returning('sha256')
        .executeTakeFirst();
      return claimed?.sha256;
    },

    /** Its room and uploader; once a message uses the image, all members of the room may see it. */
    async find(id: string) {
      const row = await db
        .selectFrom('app.images')
        .select(['room_id', 'uploader_id', 'message_id'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row?.room_id || !row.uploader_id) return undefined;
      return { roomId: row.room_id, uploaderId: row.uploader_id, isSent: row.message_id !== null };
    },

    read: (id: string): Promise<Buffer | undefined> => files.read(id),
  };
}
