import type { MemberId } from '@matgyo/contracts/ids';
import { type Generated, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migration } from '../database/migration.ts';
import type { Timestamp } from '../database/tables.ts';

declare module '../database/tables.ts' {
  interface Tables {
    /** Images in the data folder, re-encoded as JPEG. */
    'app.images': {
      /** 32 random hex characters; also the file's name. */
      id: string;
      /** Whose ID photo it is; null in a chat, and until a form claims it. */
      member_id: MemberId | null;
      bytes: number;
      width: number;
      height: number;
      /** Of the file, hex. */
      sha256: string;
      created_at: Timestamp;
      /** For a chat image: room, uploader and message (null until sent). */
      room_id: Generated<string | null>;
      uploader_id: Generated<MemberId | null>;
      message_id: Generated<string | null>;
      /** For a case's image: the hash of its statement. */
      statement_hash: Generated<string | null>;
    };
  }
}

export const imageMigrations: Readonly<Record<string, Migration>> = {
  '0130_images': migration(
    sql`
        create table app.images (
          id text primary key check (id ~ '^[0-9a-f]{32}$'),
          member_id text collate "C" constraint one_id_photo_each unique references app.members on delete cascade,
          bytes integer not null,
          width integer not null,
          height integer not null,
          sha256 text not null,
          created_at timestamptz not null default now()
        )`,
    sql`create index unclaimed_images on app.images (created_at) where member_id is null`,
  ),
};
