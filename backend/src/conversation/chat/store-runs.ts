import { prepared } from '@matgyo/event-store/postgres/prepared';
import type pg from 'pg';
import type { PlacedMessage, RoomHead } from './store-message.ts';

/** Consecutive messages of one room; the first follows `head`. */
export interface Run {
  readonly head: RoomHead;
  readonly messages: readonly PlacedMessage[];
}

/**
 * Stores runs of several rooms in one commit and returns the ids of the rooms that were stored. A room is skipped if
 * its head has changed, it is closed, another writer has locked it, or one of its messages exists already. Never
 * waits for a lock.
 *
 * @throws a violation of `one_message_for_a_client_id`; nothing is stored then
 */
export async function storeRuns(pool: pg.Pool, runs: readonly Run[]): Promise<ReadonlySet<string>> {
  const messages = runs.flatMap((run) => run.messages);
  const heads = runs.map(({ head, messages }) => ({ head, last: messages.at(-1) as PlacedMessage }));
  const { rows } = await pool.query<{ id: string }>(
    prepared({
      text,
      values: [
        heads.map(({ last }) => last.room.id),
        heads.map(({ head }) => head.seq),
        heads.map(({ head }) => head.hash),
        heads.map(({ last }) => last.seq),
        heads.map(({ last }) => last.hash),
        heads.map(({ last }) => last.at.toISOString()),
        messages.map(({ room }) => room.id),
        messages.map(({ seq }) => seq),
        messages.map(({ messageId }) => messageId),
        messages.map(({ senderId }) => senderId),
        messages.map(({ role }) => role),
        messages.map(({ content }) => content),
        messages.map(({ language }) => language),
        messages.map(({ clientId }) => clientId),
        messages.map(({ at }) => at.toISOString()),
        messages.map(({ salt }) => salt),
        messages.map(({ contentHash }) => contentHash),
        messages.map(({ prevHash }) => prevHash),
        messages.map(({ hash }) => hash),
      ],
    }),
  );
  return new Set(rows.map(({ id }) => id));
}

/*
 * An array in a subquery has an unknown length for the planner, which therefore soon keeps one plan; knowing that there
 * is one message it may plan every time, which takes longer than storing. `offset 0` keeps the look for earlier
 * messages by the index: joined, a plan made while the table is small reads it whole for every message until it is
 * analyzed.
 */
const text = `
  with given as materialized (
    select * from unnest((select $7::text[]), $8::integer[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[],
        $14::text[], $15::timestamptz[], $16::text[], $17::text[], $18::text[], $19::text[])
      as message (room_id, seq, id, sender_id, role, content, language, client_id, at, salt, content_hash, prev_hash, hash)),
  free as (
    select room.id from app.chat_rooms room
    join unnest((select $1::text[]), $2::integer[], $3::text[]) as head (id, seq, hash) on head.id = room.id
    where room.last_seq = head.seq and room.last_hash = head.hash and room.closed_at is null
      and not exists (
        select from given where given.room_id = room.id and exists (
          select from app.chat_messages sent
          where sent.sender_id = given.sender_id and sent.client_id = given.client_id offset 0))
    for no key update of room skip locked),
  moved as (
    update app.chat_rooms room
    set last_seq = next.seq, last_hash = next.hash, last_at = next.at, listed = true
    from free, unnest((select $1::text[]), $4::integer[], $5::text[], $6::timestamptz[]) as next (id, seq, hash, at)
    where room.id = free.id and next.id = free.id
    returning room.id),
  mark as (
    insert into app.chat_reads as known (room_id, reader_id, role, seq)
    select distinct on (given.room_id, given.sender_id) given.room_id, given.sender_id, given.role, given.seq
    from given join moved on moved.id = given.room_id
    order by given.room_id, given.sender_id, given.seq desc
    on conflict (room_id, reader_id) do update
      set seq = greatest(known.seq, excluded.seq), role = excluded.role, at = now()),
  stored as (
    insert into app.chat_messages
      (room_id, seq, id, sender_id, role, content, language, client_id, at, salt, content_hash, prev_hash, hash)
    select given.* from given join moved on moved.id = given.room_id)
  select id from moved`;
