-- Needs PostgreSQL 17 (transaction_timeout). Run inside one transaction by migrate.ts.

create table event_log.meta (
  singleton boolean primary key default true check (singleton),
  -- Transaction ids are only comparable within one cluster. Each cluster the log has lived in is a generation.
  generation integer not null check (generation > 0),
  -- Of the cluster this generation belongs to; null where the role may not ask.
  system_identifier text
);

insert into event_log.meta (generation) values (1);
do $$
begin
  -- A statement of its own: naming the function needs the right to call it.
  if has_function_privilege('pg_catalog.pg_control_system()', 'execute') then
    update event_log.meta set system_identifier = (select c.system_identifier::text from pg_control_system() c);
  end if;
end
$$;

create table event_log.events (
  generation integer not null,
  -- The transaction that appended. Its order is the order of the log: unlike a sequence's, a number below the
  -- snapshot's xmin can never turn up later.
  xid xid8 not null,
  -- Place among the events of that transaction.
  ordinal integer not null check (ordinal >= 0),
  stream text collate "C" not null,
  revision bigint not null check (revision >= 0),
  id uuid not null,
  type text not null,
  -- json, not jsonb: it keeps the writer's text, over which the chain was computed.
  data json not null,
  metadata json not null,
  prev_hash text not null,
  hash text not null,
  -- By the database's clock, for the age of the horizon only.
  appended_at timestamptz not null default clock_timestamp(),
  primary key (generation, xid, ordinal),
  constraint one_event_per_revision unique (stream, revision),
  constraint event_ids_are_unique unique (id)
);

-- Starts a new generation when this is not the cluster in which the current one was written: another system
-- identifier, or a transaction id that this cluster has not reached yet. What older generations hold came
-- with the restore, so all of it is committed and visible. Returns the generation to append to.
create function event_log.settle_generation() returns integer language plpgsql as $$
declare
  here text;
  current_generation integer;
begin
  if has_function_privilege('pg_catalog.pg_control_system()', 'execute') then
    select c.system_identifier::text into here from pg_control_system() c;
  end if;
  select m.generation into strict current_generation from event_log.meta m;
  if not event_log.moved_house(here) then
    return current_generation;
  end if;
  -- Waits for appends under way and keeps others out, so that none lands in a generation already left.
  lock table event_log.events in share row exclusive mode;
  if event_log.moved_house(here) then
    update event_log.meta m set generation = m.generation + 1, system_identifier = here;
  end if;
  select m.generation into strict current_generation from event_log.meta m;
  return current_generation;
end
$$;

create function event_log.moved_house(here text) returns boolean language sql volatile as $$
  select coalesce(m.system_identifier <> here, false)
    or coalesce(
      (select e.xid from event_log.events e where e.generation = m.generation order by e.xid desc limit 1)
        >= pg_snapshot_xmax(pg_current_snapshot()),
      false)
  from event_log.meta m
$$;

-- Appends to several streams, each all or none and each for itself, in the caller's one transaction.
--
-- Per append: stream, expected revision (-1: no stream) and hash, number of events. Per event, in the same
-- order: the rest. A row comes back per append:
--   appended  first_ordinal and the following ones are its events
--   repeated  the stream already holds exactly these ids there; nothing written
--   conflict  the stream ends with `actual` (null: does not exist); nothing written
--   broken    the revision is right but the hash is not; nothing written
--   busy      another session is appending to the stream (only when there are several appends); nothing written
create function event_log.append(
  streams text[], expected bigint[], expected_hashes text[], sizes integer[],
  ids uuid[], types text[], datas text[], metadatas text[], prev_hashes text[], hashes text[]
) returns table (status text, actual bigint, generation integer, xid xid8, first_ordinal integer)
language plpgsql volatile as $$
#variable_conflict use_variable
declare
  free boolean[];
  lower_bound integer := 1;
  upper_bound integer;
  next_ordinal integer := 0;
  head_revision bigint;
  head_hash text;
begin
  -- Nothing up to the insert may assign a transaction id: held during the wait for a stream, it would keep every
  -- reader of the log waiting too.
  lock table event_log.events in row exclusive mode;
  select m.generation into strict generation from event_log.meta m;
  if cardinality(streams) = 1 then
    perform pg_advisory_xact_lock(hashtextextended(streams[1], 5318008));
    free[1] := true;
  else
    -- Several never wait: one held stream must not hold up the others, and no deadlock is possible.
    for i in 1..cardinality(streams) loop
      free[i] := pg_try_advisory_xact_lock(hashtextextended(streams[i], 5318008));
    end loop;
  end if;

  for i in 1..cardinality(streams) loop
    upper_bound := lower_bound + sizes[i] - 1;
    actual := null;
    first_ordinal := null;
    xid := null;
    if not free[i] then
      status := 'busy';
    else
      head_revision := -1;
      head_hash := '';
      select e.revision, e.hash into head_revision, head_hash
        from event_log.events e where e.stream = streams[i] order by e.revision desc limit 1;
      if not found then
        head_revision := -1;
        head_hash := '';
      else
        actual := head_revision;
      end if;

      if head_revision = expected[i] then
        if head_hash <> expected_hashes[i] then
          status := 'broken';
        else
          status := 'appended';
          xid := pg_current_xact_id();
          first_ordinal := next_ordinal;
          next_ordinal := next_ordinal + sizes[i];
          insert into event_log.events
            (generation, xid, ordinal, stream, revision, id, type, data, metadata, prev_hash, hash)
          select generation, xid, first_ordinal + n.k, streams[i], expected[i] + 1 + n.k,
            ids[lower_bound + n.k], types[lower_bound + n.k],
            datas[lower_bound + n.k]::json, metadatas[lower_bound + n.k]::json,
            prev_hashes[lower_bound + n.k], hashes[lower_bound + n.k]
          from generate_series(0, sizes[i] - 1) as n (k);
        end if;
      elsif head_revision >= expected[i] + sizes[i] and ids[lower_bound:upper_bound] = (
        select array_agg(e.id order by e.revision) from event_log.events e
        where e.stream = streams[i] and e.revision > expected[i] and e.revision <= expected[i] + sizes[i]
      ) then
        status := 'repeated';
      else
        status := 'conflict';
      end if;
    end if;
    lower_bound := upper_bound + 1;
    return next;
  end loop;
end
$$;
