-- Run by program-role.ts as the owner of the tables, in one transaction. Again after every migration: nothing is granted twice.
do $$
declare
  program text := current_setting('matgyo.program');
  program_oid oid := (select r.oid from pg_roles r where r.rolname = program);
  item record;
  derived record;
begin
  execute format('grant connect, create, temporary on database %I to %I', current_database(), program);
  -- A role gives away only what it may act for.
  if not pg_has_role(current_user, program, 'SET') then
    execute format('grant %I to %I', program, current_user);
  end if;

  if to_regnamespace('app') is not null then
    execute format('grant usage on schema app to %I', program);
    execute format('grant select, insert, update, delete on all tables in schema app to %I', program);
    execute format('grant usage, select on all sequences in schema app to %I', program);
    for item in
      select c.oid::regclass as name from pg_class c
      where c.relnamespace = to_regnamespace('app') and c.relkind = 'r'
        and c.relname in ('audit_log', 'signed_checkpoints', 'checkpoint_heads', 'checkpoint_keys')
    loop
      execute format('revoke update, delete, truncate on %s from %I', item.name, program);
    end loop;
    -- Which migrations there were is the owner's affair.
    for item in
      select c.oid::regclass as name from pg_class c
      where c.relnamespace = to_regnamespace('app') and c.relkind = 'r' and c.relname like 'kysely%'
    loop
      execute format('revoke insert, update, delete on %s from %I', item.name, program);
    end loop;
  end if;

  if to_regnamespace('event_log') is not null then
    execute format('grant usage on schema event_log to %I', program);
    execute format('grant select on all tables in schema event_log to %I', program);
    execute format('grant insert on event_log.events to %I', program);
  end if;

  -- Derived from the log, made and replaced by the program itself; of an installation from before there was this role.
  for derived in
    select n.oid, n.nspname as name, n.nspowner from pg_namespace n
    where n.nspname in ('projections', 'process', 'restore') or n.nspname like 'read\_%'
  loop
    if derived.nspowner <> program_oid then
      execute format('alter schema %I owner to %I', derived.name, program);
    end if;
    for item in
      select c.oid::regclass as name from pg_class c
      where c.relnamespace = derived.oid and c.relkind in ('r', 'p', 'v', 'm') and c.relowner <> program_oid
    loop
      execute format('alter table %s owner to %I', item.name, program);
    end loop;
    for item in
      select p.oid::regprocedure as name from pg_proc p
      where p.pronamespace = derived.oid and p.proowner <> program_oid
    loop
      execute format('alter routine %s owner to %I', item.name, program);
    end loop;
  end loop;
end
$$;
