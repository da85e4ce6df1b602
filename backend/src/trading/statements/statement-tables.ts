import type { CaseId, MemberId, TradeId } from '@matgyo/contracts/ids';
import { type Generated, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migration } from '../../platform/database/migration.ts';
import type { Timestamp } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /**
     * Texts whose hashes are in a trade's stream: of a dispute, a reversal or a payment. A text whose hash is in no
     * event was never made.
     */
    'app.case_statements': {
      readonly hash: string;
      readonly case_id: CaseId | null;
      /** The text names the sender of this trade's won. Without case and payment it gives the grounds of a reversal. */
      readonly payment_of: TradeId | null;
      readonly author_id: MemberId;
      /** Null: removed. Nothing in the program erases one yet; the hash would stay. */
      readonly content: string | null;
      readonly salt: string;
      /** A row of `app.images`. */
      readonly image_id: string | null;
      readonly image_sha256: string | null;
      readonly created_at: Timestamp;
      /** The stream that should contain the hash; null once confirmed. */
      readonly stream: Generated<string | null>;
    };
  }
}

export const statementMigrations: Readonly<Record<string, Migration>> = {
  '0310_case_statements': migration(
    sql`
        create table app.case_statements (
          hash text collate "C" primary key check (hash ~ '^[0-9a-f]{64}$'),
          case_id text collate "C" not null,
          author_id text collate "C" not null,
          content text,
          salt text not null,
          image_id text,
          image_sha256 text,
          created_at timestamptz not null default now()
        )`,
    sql`create index statements_of_a_case on app.case_statements (case_id)`,
    sql`alter table app.images add column statement_hash text collate "C"`,
    sql`drop index app.unclaimed_images`,
    sql`
        create index unclaimed_images on app.images (created_at)
        where member_id is null and message_id is null and statement_hash is null`,
  ),
  '0311_images_of_statements': migration(
    sql`create index images_of_statements on app.case_statements (image_id)
        where image_id is not null`,
  ),
  '0312_grounds_of_reversals': migration(
    sql`alter table app.case_statements alter column case_id drop not null`,
  ),
  '0313_streams_of_statements': migration(
    sql`alter table app.case_statements add column stream text collate "C"`,
    sql`create index statements_to_be_found on app.case_statements (created_at)
        where stream is not null`,
  ),
  '0314_receipts_of_payments': migration(
    sql`alter table app.case_statements add column payment_of text collate "C"`,
  ),
  // Before a file is swept, a statement is looked for that names it.
  '0315_statements_by_image': migration(
    sql`create index statements_by_image on app.case_statements (image_sha256)
        where image_sha256 is not null`,
  ),
};
