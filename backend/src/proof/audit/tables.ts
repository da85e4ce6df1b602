import { type ColumnType, type Generated, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migration } from '../../platform/database/migration.ts';
import type { AuditEntry } from './audit-log.ts';

type Derived = ColumnType<string | null, never, never>;

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /**
     * Staff actions that append to the ledger and need an audit entry, noted before they append. Rows stay after the
     * entry is written, so that a repeat of the call is not recorded again.
     */
    'app.ledger_acts': {
      command_id: string;
      action: 'member-edited' | 'price-set';
      stream: string;
      actor: ColumnType<AuditEntry['actor'], string, never>;
      request_id: string;
      noted_at: Generated<Date>;
      /** When to look in the log whether the action happened, if it has no entry by then. */
      look_after: Date;
      recorded_at: ColumnType<Date | null, Date | undefined, Date>;
    };

    /** Staff actions that are no event, or that refer to one. Written by `app.append_audit` only. */
    'app.audit_log': {
      /** Counts from 1 without gaps, in chain order. */
      sequence: ColumnType<string, never, never>;
      /** The entry as it was hashed; parsed when read. */
      content: ColumnType<Readonly<Record<string, unknown>>, never, never>;
      prev_hash: ColumnType<string, never, never>;
      hash: ColumnType<string, never, never>;
      // Generated from the content, for searching.
      at: ColumnType<string, never, never>;
      action: ColumnType<string, never, never>;
      actor_id: Derived;
      subject_id: Derived;
    };
  }
}

export const auditMigrations: Readonly<Record<string, Migration>> = {
  '0320_append_only': migration(
    sql`
        create function app.refuse_change() returns trigger language plpgsql as $$
        begin
          raise exception '% is only ever appended to', tg_table_name using errcode = 'insufficient_privilege';
        end $$`,
  ),

  '0321_audit_log': migration(
    // Search columns are generated from the hashed text, so that they cannot differ from it.
    sql`
        create table app.audit_log (
          sequence bigint primary key,
          content json not null,
          prev_hash text collate "C" not null,
          hash text collate "C" not null,
          at text collate "C" not null generated always as (content ->> 'at') stored,
          action text collate "C" not null generated always as (content ->> 'action') stored,
          actor_id text collate "C" generated always as (content ->> 'actorId') stored,
          subject_id text collate "C" generated always as (content ->> 'subjectId') stored
        )`,
    sql`create index audit_log_by_actor on app.audit_log (actor_id, sequence)`,
    sql`create index audit_log_by_subject on app.audit_log (subject_id, sequence)`,
    sql`create index audit_log_by_action on app.audit_log (action, sequence)`,
    sql`
        create trigger audit_log_is_appended_to before update or delete or truncate on app.audit_log
        for each statement execute function app.refuse_change()`,
    // The lock is held until the transaction ends, so callers append last. In plpgsql each statement has a snapshot
    // of its own: the one after the lock sees what the previous holder has committed.
    sql`
        create function app.append_audit(entry text) returns bigint language plpgsql as $$
        declare
          before_it record;
          number bigint;
          continues text;
        begin
          perform pg_advisory_xact_lock(hashtextextended('app.audit_log', 0));
          select sequence, hash into before_it from app.audit_log order by sequence desc limit 1;
          number := coalesce(before_it.sequence, 0) + 1;
          continues := coalesce(before_it.hash, '');
          insert into app.audit_log (sequence, content, prev_hash, hash) values (number, entry::json, continues,
            encode(sha256(convert_to(continues || E'\\n' || number || E'\\n' || entry, 'UTF8')), 'hex'));
          return number;
        end $$`,
    // Earlier entries begin the chain.
    sql`
        select app.append_audit(json_build_object('action', old.action, 'actorId', old.actor_id, 'actorRole', null,
          'at', to_char(old.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'details', old.details,
          'reason', null, 'requestId', old.request_id, 'subjectId', old.subject_id)::text)
        from (select * from app.staff_actions order by id) as old`,
    sql`drop table app.staff_actions`,
  ),

  '0324_ledger_acts': migration(
    sql`
        create table app.ledger_acts (
          command_id uuid primary key,
          action text not null,
          stream text collate "C" not null,
          actor json not null,
          request_id text not null,
          noted_at timestamptz not null default now(),
          look_after timestamptz not null,
          recorded_at timestamptz
        )`,
    sql`create index ledger_acts_left_over on app.ledger_acts (look_after) where recorded_at is null`,
  ),

  '0325_rows_before_changes': {
    async up(db) {
      // Local to the transaction: the program reads it for its entry in the audit log.
      await sql`
        create function app.note_before() returns trigger language plpgsql as $$
        begin
          -- Rewritten for each row: a migration that changes very many rows disables the trigger first.
          perform set_config('kept.before', (coalesce(nullif(current_setting('kept.before', true), ''), '[]')::jsonb
            || jsonb_build_object('table', tg_table_schema || '.' || tg_table_name, 'row', to_jsonb(old)))::text, true);
          return null;
        end $$`.execute(db);
      const tables = [
        ...['members', 'credentials', 'passkeys', 'authenticators', 'images', 'phone_changes_by_staff'],
        ...['payout_changes', 'inquiries', 'inquiry_comments', 'order_wallets'],
      ];
      for (const table of tables)
        await sql`
          create trigger row_before after update or delete on app.${sql.raw(table)}
          for each row execute function app.note_before()`.execute(db);
    },
  },

  '0326_entries_of_a_row': migration(
    // Finds the entries of a row when it is used. Entries of orders' wallets are left out: placing an order writes
    // them. The cost keeps the planner from calling the function for each entry instead, and no other index serves the
    // condition.
    sql`
        create function app.rows_named(content json) returns text[] language sql immutable parallel safe cost 10000 as $$
          select coalesce(array_agg(split_part(entry, ' ', 1) || ' ' || split_part(entry, ' ', 2)), '{}')
          from json_array_elements_text(case when json_typeof(content #> '{details,rows}') = 'array'
            then content #> '{details,rows}' else '[]' end) as list (entry)
        $$`,
    sql`
        create index audit_log_by_row on app.audit_log using gin (app.rows_named(content)) with (fastupdate = off)
        where left(content #>> '{details,rows,0}', 17) <> 'app.order_wallets'`,
  ),

  '0327_audit_log_of_people': migration(
    // Of the list without a filter, and of days: entries of kept rows are as frequent as writes, and not in it.
    sql`create index audit_log_of_people on app.audit_log (sequence) where action <> 'rows-kept'`,
    sql`create index audit_log_by_day on app.audit_log (at, sequence) where action <> 'rows-kept'`,
  ),
};
