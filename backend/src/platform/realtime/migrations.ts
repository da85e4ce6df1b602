import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migration } from '../database/migration.ts';

export const realtimeMigrations: Readonly<Record<string, Migration>> = {
  /** Messages of the Socket.IO adapter that are too long for a notification. Not needed after a crash. */
  '0310_socket_attachments': migration(
    sql`
        create unlogged table app.socket_attachments (
          id bigserial primary key,
          created_at timestamptz default now(),
          payload bytea
        )`,
  ),
};
