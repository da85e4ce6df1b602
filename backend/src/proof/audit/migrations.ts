import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const auditMigrations: Readonly<Record<string, Migration>> = {
  '0320_append_only': {
    async up(db) {
      await sql`
        create function app.refuse_change() returns trigger language plpgsql as $$
        begin
          raise exception '% is only ever appended to', tg_table_name using errcode = 'insufficient_privilege';
        end $$`.execute(db);
    },
  },

  '0321_audit_log': {
    async up(db) {
      // Search columns are generated from the hashed text, so that they cannot differ from it.
      await sql`
        create table app.audit_log (
          sequence bigint primary key,
          content json not null,
          prev_hash text collate "C" not null,
          hash text collate "C" not null,
          at text collate "C" not null generated always as (content ->> 'at') stored,
          action text collate "C" not null generated always as (content ->> 'action') stored,
          actor_id text collate "C" generated always as (content ->> 'actorId') stored,
          subject_id text collate "C" generated always as (content ->> 'subjectId') stored
        )`.execute(db);
      await sql`create index audit_log_by_actor on app.audit_log (actor_id, sequence)`.execute(db);
      await sql`create index audit_log_by_subject on app.audit_log (subject_id, sequence)`.execute(db);
      await sql`create index audit_log_by_action on app.audit_log (action, sequence)`.execute(db);
      await sql`
        create trigger audit_log_is_appended_to before update or delete or truncate on app.audit_log
        for each statement execute function app.refuse_change()`.execute(db);
      // The lock is held until the transaction ends, so callers append last. In plpgsql each statement has a snapshot
      // of its own: the one after the lock sees what the previous holder has committed.
      await sql`
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
        end $$`.execute(db);
      // Earlier entries begin the chain.
      await sql`
        select app.append_audit(json_build_object('action', old.action, 'actorId', old.actor_id, 'actorRole', null,
          'at', to_char(old.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'details', old.details,
          'reason', null, 'requestId', old.request_id, 'subjectId', old.subject_id)::text)
        from (select * from app.staff_actions order by id) as old`.execute(db);
      await sql`drop table app.staff_actions`.execute(db);
    },
  },

  '0324_ledger_acts': {
    async up(db) {
      await sql`
        create table app.ledger_acts (
          command_id uuid primary key,
          action text not null,
          stream text collate "C" not null,
          actor json not null,
          request_id text not null,
          noted_at timestamptz not null default now(),
          look_after timestamptz not null,
          recorded_at timestamptz
        )`.execute(db);
      await sql`create index ledger_acts_left_over on app.ledger_acts (look_after) where recorded_at is null`.execute(
        db,
      );
    },
  },

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

  '0326_entries_of_a_row': {
    async up(db) {
      // Finds the entries of a row when it is used. Entries of orders' wallets are left out: placing an order writes them. The cost keeps the
      // planner from calling the function for each entry instead, and no other index serves the condition.
      await sql`
        create function app.rows_named(content json) returns text[] language sql immutable parallel safe cost 10000 as $$
          select coalesce(array_agg(split_part(entry, ' ', 1) || ' ' || split_part(entry, ' ', 2)), '{}')
          from json_array_elements_text(case when json_typeof(content #> '{details,rows}') = 'array'
            then content #> '{details,rows}' else '[]' end) as list (entry)
        $$`.execute(db);
      await sql`
        create index audit_log_by_row on app.audit_log using gin (app.rows_named(content)) with (fastupdate = off)
        where left(content #>> '{details,rows,0}', 17) <> 'app.order_wallets'`.execute(db);
    },
  },
};
