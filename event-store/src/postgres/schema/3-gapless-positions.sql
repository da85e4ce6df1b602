-- Positions become whole numbers from 1 without a gap, assigned under one lock that is held until the commit is
-- visible: commit order is position order, whatever other transactions are open.

alter table event_log.events
  -- Built anew below: at once they cost less than row by row.
  drop constraint events_pkey,
  drop constraint one_event_per_revision,
  drop constraint event_ids_are_unique,
  add column position bigint,
  -- How earlier versions wrote the event's position, which read models and checkpoints have kept. Null for later events.
  add column former text collate "C";

update event_log.events e
set position = n.position,
  former = lpad(e.generation::text, 10, '0') || '-' || lpad(e.xid::text, 20, '0') || '-' || lpad(e.ordinal::text, 10, '0')
from (
  select o.ctid as place, row_number() over (order by o.generation, o.xid, o.ordinal) as position from event_log.events o
) n
where n.place = e.ctid;

drop function event_log.append(
  text[], bigint[], text[], integer[], uuid[], text[], text[], text[], text[], text[], timestamptz[]);
drop function event_log.settle_generation();
drop function event_log.moved_house(text);
drop table event_log.meta;

alter table event_log.events
  drop column generation,
  drop column xid,
  drop column ordinal,
  drop column appended_at,
  add constraint positions_begin_at_1 check (position > 0),
  add constraint events_pkey primary key (position),
  add constraint one_event_per_revision unique (stream, revision),
  add constraint event_ids_are_unique unique (id);
create unique index former_positions on event_log.events (former) where former is not null;

-- Executes a group of appends, each all or none and independent of the others, in the caller's one transaction and in
-- the order given.
--
-- Per append: its deadline (null: none). Per stream that an append writes to or only checks: the append, the stream,
-- and its expected head: revision (-1: no stream) and hash. Per event, in log order: its append and the rest. No stream
-- may be written by one append of a group and written or checked by a later one.
-- Per companion, a statement that runs in the same transaction if its append is executed: the append, a name, the text
-- that is prepared under it once per session, and its arguments as a list of literals.
--
-- A row comes back per append:
--   appended  its events follow `last_position` in the order given, behind those of earlier appends of the group
--   repeated  the streams already hold exactly these events there; nothing written
--   conflict  the stream of number `flawed` ends with `actual` (null: does not exist); nothing written
--   broken    the revision of that stream is right but the hash is not; nothing written
--   late      its deadline has passed, by this server's clock; nothing written, now or ever
--
-- A lost append may remain in a send buffer, a pooler or a paused machine, and reach the server long after it was given
-- up. `valid_until` prevents that. It is checked after the lock is taken, so that waiting for the lock does not extend
-- it.
create function event_log.append(
  valid_until timestamptz[],
  head_appends integer[], head_streams text[], head_revisions bigint[], head_hashes text[],
  event_appends integer[], event_streams text[], revisions bigint[], ids uuid[], types text[],
  datas text[], metadatas text[], prev_hashes text[], hashes text[],
  companion_appends integer[], companion_names text[], companion_texts text[], companion_arguments text[]
) returns table (status text, flawed integer, actual bigint, last_position bigint)
language plpgsql volatile as $$
#variable_conflict use_column
declare
  statuses text[];
  flaweds integer[];
  actuals bigint[];
  accepted boolean[];
  last bigint;
begin
  -- Kept until the commit is visible. What follows sees everything committed under it before.
  perform pg_advisory_xact_lock(5318008);

  with heads as (
    select h.append, h.n, now.revision,
      case when coalesce(now.revision, -1) <> h.revision then 'conflict'
        when coalesce(now.hash, '') <> h.hash then 'broken' end as flaw
    from unnest(head_appends, head_streams, head_revisions, head_hashes) with ordinality
      as h (append, stream, revision, hash, n)
    left join lateral (
      select e.revision, e.hash from event_log.events e where e.stream = h.stream order by e.revision desc limit 1
    ) now on true
  ), first_flaws as (
    select distinct on (append) append, n, flaw, revision from heads where flaw is not null order by append, n
  ), judged as (
    select a.n, f.n as flawed, f.revision,
      case
        when f.flaw is null and a.valid_until <= clock_timestamp() then 'late'
        when f.flaw is null then 'appended'
        when exists (
          select from unnest(event_appends, event_streams, revisions, ids) as v (append, stream, revision, id)
          where v.append = a.n and not exists (
            select from event_log.events e where e.stream = v.stream and e.revision = v.revision and e.id = v.id)
        ) then f.flaw
        else 'repeated'
      end as status
    from unnest(valid_until) with ordinality as a (valid_until, n)
    left join first_flaws f on f.append = a.n
  )
  select array_agg(j.status order by j.n), array_agg(j.flawed order by j.n), array_agg(j.revision order by j.n),
    array_agg(j.status = 'appended' order by j.n)
  into statuses, flaweds, actuals, accepted
  from judged j;

  select coalesce((select e.position from event_log.events e order by e.position desc limit 1), 0) into last;

  insert into event_log.events (position, stream, revision, id, type, data, metadata, prev_hash, hash)
  select last + row_number() over (order by v.n), v.stream, v.revision, v.id, v.type,
    v.data::json, v.metadata::json, v.prev_hash, v.hash
  from unnest(event_appends, event_streams, revisions, ids, types, datas, metadatas, prev_hashes, hashes)
    with ordinality as v (append, stream, revision, id, type, data, metadata, prev_hash, hash, n)
  where accepted[v.append];

  for i in 1..cardinality(companion_appends) loop
    continue when not accepted[companion_appends[i]];
    if not exists (select from pg_prepared_statements p where p.name = companion_names[i]) then
      execute format('prepare %I as %s', companion_names[i], companion_texts[i]);
    end if;
    execute format('execute %I %s', companion_names[i], companion_arguments[i]);
  end loop;

  return query
    select u.status, u.flawed, u.actual, last from unnest(statuses, flaweds, actuals) as u (status, flawed, actual);
end
$$;
