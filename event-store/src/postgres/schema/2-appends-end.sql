-- An append may have a deadline. Callers that do not pass one are unaffected.
drop function event_log.append(text[], bigint[], text[], integer[], uuid[], text[], text[], text[], text[], text[]);

-- Appends to several streams, each all or none and each for itself, in the caller's one transaction.
--
-- Per append: stream, expected revision (-1: no stream) and hash, number of events. Per event, in the same
-- order: the rest. A row comes back per append:
--   appended  first_ordinal and the following ones are its events
--   repeated  the stream already holds exactly these ids there; nothing written
--   conflict  the stream ends with `actual` (null: does not exist); nothing written
--   broken    the revision is right but the hash is not; nothing written
--   busy      another session is appending to the stream (only when there are several appends); nothing written
--   late      its deadline has passed, by this server's clock; nothing written, now or ever
--
-- A lost append may remain in a send buffer, a pooler or a paused machine, and reach the server long after it was given
-- up. `valid_until` (null: none) prevents that. It is checked after the stream's lock is taken, so that waiting for the
-- lock does not extend it.
create function event_log.append(
  streams text[], expected bigint[], expected_hashes text[], sizes integer[],
  ids uuid[], types text[], datas text[], metadatas text[], prev_hashes text[], hashes text[],
  valid_until timestamptz[] default null
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
        elsif valid_until[i] <= clock_timestamp() then
          status := 'late';
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
