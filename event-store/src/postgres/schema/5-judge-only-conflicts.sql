-- Appends that all find their streams as expected, which is the usual case, are not judged one by one: starting that
-- statement cost more than the rest. Results and everything else are as in version 4.
create or replace function event_log.append(
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
  as_expected boolean;
  last bigint;
  written bigint := 0;
  inserted bigint;
  -- The append that is carried out by itself; 0: all of them.
  alone integer := 0;
  running integer;
  prepared text[] := '{}';
begin
  -- Kept until the commit is visible. What follows sees everything committed under it before.
  perform pg_advisory_xact_lock(5318008);

  select coalesce((select e.position from event_log.events e order by e.position desc limit 1), 0),
    not exists (
      select from unnest(head_streams, head_revisions, head_hashes) as h (stream, revision, hash)
      left join lateral (
        select e.revision, e.hash from event_log.events e where e.stream = h.stream order by e.revision desc limit 1
      ) now on true
      where coalesce(now.revision, -1) <> h.revision or coalesce(now.hash, '') <> h.hash)
  into last, as_expected;

  if as_expected and not coalesce(clock_timestamp() >= any (valid_until), false) then
    statuses := array_fill('appended'::text, array[cardinality(valid_until)]);
    accepted := array_fill(true, array[cardinality(valid_until)]);
    flaweds := array_fill(null::integer, array[cardinality(valid_until)]);
  else
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
  end if;

  -- First all together. If a companion is refused, which undoes them all, each append by itself.
  loop
    running := 0;
    begin
      insert into event_log.events (position, stream, revision, id, type, data, metadata, prev_hash, hash)
      -- In the order of the arrays.
      select last + written + row_number() over (), v.stream, v.revision, v.id, v.type,
        v.data::json, v.metadata::json, v.prev_hash, v.hash
      from unnest(event_appends, event_streams, revisions, ids, types, datas, metadatas, prev_hashes, hashes)
        as v (append, stream, revision, id, type, data, metadata, prev_hash, hash)
      where accepted[v.append] and alone in (0, v.append);
      get diagnostics inserted = row_count;

      for i in 1..cardinality(companion_appends) loop
        continue when not accepted[companion_appends[i]] or alone not in (0, companion_appends[i]);
        running := i;
        if companion_names[i] <> all (prepared) then
          if not exists (select from pg_prepared_statements p where p.name = companion_names[i]) then
            execute format('prepare %I as %s', companion_names[i], companion_texts[i]);
          end if;
          prepared := prepared || companion_names[i];
        end if;
        execute format('execute %I %s', companion_names[i], companion_arguments[i]);
      end loop;
      written := written + inserted;
      exit when alone = 0;
    exception when integrity_constraint_violation or raise_exception then
      -- Of the events themselves: the whole group fails.
      if running = 0 then raise; end if;
      if alone > 0 or cardinality(accepted) = 1 then
        accepted[companion_appends[running]] := false;
        statuses[companion_appends[running]] := 'refused ' || sqlstate;
        flaweds[companion_appends[running]] := running;
      end if;
    end;
    alone := alone + 1;
    exit when alone > cardinality(accepted);
  end loop;

  return query
    select u.status, u.flawed, u.actual, last from unnest(statuses, flaweds, actuals) as u (status, flawed, actual);
end
$$;
