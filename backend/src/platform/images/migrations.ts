import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const imageMigrations: Readonly<Record<string, Migration>> = {
  '0130_images': {
    async up(db) {
      await sql`
        create table app.images (
          id text primary key check (id ~ '^[0-9a-f]{32}$'),
          member_id text collate "C" constraint one_id_photo_each unique references app.members on delete cascade,
          bytes integer not null,
          width integer not null,
          height integer not null,
          sha256 text not null,
          created_at timestamptz not null default now()
        )`.execute(db);
      await sql`create index unclaimed_images on app.images (created_at) where member_id is null`.execute(db);
    },
  },
};
