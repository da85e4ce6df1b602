import { hash, randomBytes } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { failure } from '../http/request-failure.ts';
import type { ImageFiles } from './image-files.ts';
import { type ReencodedImage, reencoded, type Uploader } from './reencode.ts';

export type ImageStore = ReturnType<typeof createImageStore>;

const unclaimedForMs = 60 * 60 * 1000;
const unclaimedSince = sql<Date>`now() - interval '1 hour'`;
const isUnclaimed = sql<boolean>`(member_id is null and message_id is null and statement_hash is null)`;
/** A trigger notes each row, in a time that grows with the rows noted before (audit/tables.ts). */
const sweptRowsMax = 100;

export function createImageStore(db: Database, files: ImageFiles) {
  /** Returns how many of the selected images it deleted: not those that were claimed meanwhile. */
  const removeUnclaimed = async (ids: RawBuilder<unknown>): Promise<number> => {
    // The row goes first: the sweep finds a file without a row, but a row without a file would be a lost photo.
    const { rows } = await sql<{ id: string }>`
      delete from app.images where id in (${ids}) and ${isUnclaimed} returning id`.execute(db);
    for (const { id } of rows) await removeUnlessNamed(db, files, id);
    return rows.length;
  };
  return {
    /** Re-encodes and stores an unclaimed image. `from`: as in `reencoded`. */
    add: async (input: Buffer, from?: Uploader): Promise<string> =>
      storeImage(db, files, await reencoded(input, from)),

    /** Keeps only the given number of newest unclaimed images. Returns the number deleted. */
    keepNewestUnclaimed: (count: number): Promise<number> =>
      removeUnclaimed(sql`select id from app.images where ${isUnclaimed} and room_id is null
        order by created_at desc, id offset ${count} limit ${sweptRowsMax}`),

    claim,

    /**
     * Replaces a member's ID photo; `last` runs at the end of the transaction. The sweep deletes the file before it,
     * which a backup that has begun still reads, with the row as it was.
     */
    async replace(id: string, memberId: MemberId, last: (trx: Database) => Promise<void>): Promise<void> {
      const before = await db.transaction().execute(async (trx) => {
        const old = await swapPhoto(trx, id, memberId);
        await last(trx);
        return old;
      });
      if (before !== undefined) await files.keep(before);
    },

    /** A member's ID photo; undefined when there is none. */
    async ofMember(memberId: MemberId): Promise<Buffer | undefined> {
      const row = await db
        .selectFrom('app.images')
        .select('id')
        .where('member_id', '=', memberId)
        .executeTakeFirst();
      return row === undefined ? undefined : files.read(row.id);
    },

    read: (id: string): Promise<Buffer | undefined> => files.read(id),

    removeUnclaimed: (id: string): Promise<number> => removeUnclaimed(sql`${id}`),

    /** Deletes unclaimed images older than an hour and then files without a row. True if there may be more images. */
    async sweep(): Promise<boolean> {
      const old = sql`select id from app.images where ${isUnclaimed} and created_at <= ${unclaimedSince}`;
      if ((await removeUnclaimed(sql`${old} limit ${sweptRowsMax}`)) === sweptRowsMax) return true;
      await sweepFiles(db, files);
      return false;
    },
  };
}

/** Stores an image that no one has claimed, of a chat's room or of none. */
export async function storeImage(
  db: Database,
  files: ImageFiles,
  { bytes, width, height }: ReencodedImage,
  owner: { readonly room_id?: string; readonly uploader_id?: MemberId } = {},
): Promise<string> {
  const id = randomBytes(16).toString('hex');
  await files.write(id, bytes);
  const sha256 = hash('sha256', bytes);
  await db
    .insertInto('app.images')
    .values({ id, bytes: bytes.length, width, height, sha256, ...owner })
    .execute();
  return id;
}

/** Makes an unclaimed image of the last hour a member's ID photo, in the caller's transaction; false: there is none. */
async function claim(trx: Database, id: string, memberId: MemberId): Promise<boolean> {
  const claimed = await trx
    .updateTable('app.images')
    .set({ member_id: memberId })
    .where('id', '=', id)
    .where(isUnclaimed)
    .where('room_id', 'is', null)
    .where('created_at', '>', unclaimedSince)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

/** Makes the image the member's photo; returns the one before, whose row it deletes. */
async function swapPhoto(trx: Database, id: string, memberId: MemberId): Promise<string | undefined> {
  // Serializes replacements: a member has one photo.
  await trx.selectFrom('app.members').select('id').where('id', '=', memberId).forUpdate().execute();
  const old = await trx
    .deleteFrom('app.images')
    .where('member_id', '=', memberId)
    .returning('id')
    .executeTakeFirst();
  if (!(await claim(trx, id, memberId))) throw failure('IMAGE_EXPIRED');
  return old?.id;
}

/** A crash may leave a file without a row. */
async function sweepFiles(db: Database, files: ImageFiles): Promise<void> {
  for await (const ids of files.olderThan(Date.now() - unclaimedForMs)) {
    const rows = await db.selectFrom('app.images').select('id').where('id', 'in', ids).execute();
    const stored = new Set(rows.map(({ id }) => id));
    for (const id of ids.filter((one) => !stored.has(one))) await removeUnlessNamed(db, files, id);
  }
}

/**
 * Removes a file that no row claims. It stays if a message or statement names it by its hash and has lost its row:
 * after a change by SQL the file is the evidence. The file's own hash is compared, because a row's can be changed too.
 */
async function removeUnlessNamed(db: Database, files: ImageFiles, id: string): Promise<void> {
  const bytes = await files.read(id);
  if (bytes === undefined || (await isNamed(db, hash('sha256', bytes)))) return;
  await files.remove(id);
}

async function isNamed(db: Database, sha256: string): Promise<boolean> {
  const { rows } = await sql`
    select from app.chat_messages message where image_sha256 = ${sha256} and not exists (
      select from app.images
      where id = message.image_id and message_id = message.id and sha256 = message.image_sha256)
    union all
    select from app.case_statements statement where image_sha256 = ${sha256} and not exists (
      select from app.images
      where id = statement.image_id and statement_hash = statement.hash and sha256 = statement.image_sha256)
    limit 1`.execute(db);
  return rows.length > 0;
}
