import type pg from 'pg';
import { listenerName } from '../changes.ts';
import { hasTables } from '../stored-rows.ts';
import type { Finding, Verification } from './finding.ts';

/** Tables of the schema `app` that a trigger protects from changes. */
const appendedTo = ['audit_log', 'signed_checkpoints', 'checkpoint_heads', 'checkpoint_keys'] as const;

/** An hour, plus the time of a restart or of a long report. */
const unsignedMsMax = 3 * 3_600_000;
const startMsMax = 600_000;

/**
 * Checks the database's protection: the triggers that refuse changes, that no role was granted any, and that
 * checkpoints are signed at all. Notes who else could undo what is checked here. `now`: when `newestAt` was read.
 */
export async function verifyGuards(
  pool: pg.Pool,
  { newestAt, now }: { readonly newestAt: string | undefined; readonly now: number },
): Promise<Verification> {
  const { rows } = await pool.query<{ table: string; there: boolean; guarded: boolean }>(guardsOfTables, [
    appendedTo,
  ]);
  const there = rows.filter((table) => table.there);
  const findings = there
    .filter(({ guarded }) => !guarded)
    .map(({ table }) =>
      found(`nothing refuses changes to app.${table}: its trigger is gone, disabled or another one`),
    );
  const { rows: granted } = await pool.query<{ table: string; role: string }>(grantedToChange, [appendedTo]);
  for (const { table, role } of granted)
    findings.push(found(`the role ${role} was granted rights to change ${table}`));
  const notes = [...(await rightsOfRole(pool)), ...(await otherRoles(pool))];
  // If no backend has ever run, there was no signer.
  if (there.length > 0 && (await hasOlderEvents(pool, now, newestAt))) {
    const ever = newestAt === undefined ? 'was ever signed' : `has been signed since ${newestAt}`;
    const unsigned = `no checkpoint ${ever} over events that are there for hours`;
    if (await couldSign(pool, now)) findings.push(found(unsigned));
    else notes.push(`${unsigned}, and no backend has run long enough to sign one`);
  }
  return { findings, notes };
}

const found = (what: string): Finding => ({ check: 'guards', what });

const superuserNote =
  'the database role in use is a superuser: anyone with its password can change append-only tables';
const ownerNote =
  'the database role in use owns the audit log or may change it: anyone with its password can disable the triggers of append-only tables';

/** Compares the trigger's function and definition, so that one of the same name without effect does not count. */
const guardsOfTables = `
  select name as "table", to_regclass('app.' || name) is not null as there,
    exists (
      select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
      where t.tgrelid = to_regclass('app.' || name) and t.tgenabled in ('O', 'A') and not t.tgisinternal
        and t.tgtype = 58 and t.tgqual is null
        and f.pronamespace = to_regnamespace('app') and f.proname = 'refuse_change'
        and btrim(f.prosrc, E' \\n') like 'begin%raise exception%end' and f.prosrc not ilike '%return%'
    ) as guarded
  from unnest($1::text[]) as name order by name`;

/** The program grants no role such rights, on a table or a column; what the owner may do is `rightsOfRole`'s. */
const grantedToChange = `
  with kept as (
    select oid, relowner, relacl from pg_class
    where oid in (select to_regclass('app.' || name) from unnest($1::text[]) as name union select to_regclass('event_log.events')))
  select distinct acl.oid::regclass::text as "table", coalesce(r.rolname, 'public') as role
  from (
    select kept.oid, relowner, grantee, privilege_type from kept, aclexplode(relacl)
    union all
    select kept.oid, relowner, grantee, privilege_type
    from kept join pg_attribute a on a.attrelid = kept.oid, aclexplode(a.attacl)
  ) acl left join pg_roles r on r.oid = acl.grantee
  where acl.grantee <> acl.relowner and acl.privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER')
  order by 1, 2`;

/** Read from the read model of moments, which exists for every log. */
async function hasOlderEvents(pool: pg.Pool, now: number, newestAt: string | undefined): Promise<boolean> {
  if (!(await hasTables(pool, 'read_moments.minutes'))) return false;
  const until = new Date(now - unsignedMsMax);
  const { rows } = await pool.query<{ older: boolean }>(
    'select exists (select from read_moments.minutes where minute < $1 and ($2::timestamptz is null or minute > $2)) as older',
    [until, newestAt ?? null],
  );
  return rows[0]?.older === true;
}

/** Not after a stop or a restore, nor while a backend that has just started derives the heads of all streams. */
async function couldSign(pool: pg.Pool, now: number): Promise<boolean> {
  const { rows } = await pool.query<{ could: boolean }>(
    `select exists (select from pg_stat_activity
       where datname = current_database() and application_name = $1 and backend_start < $2) as could`,
    [listenerName, new Date(now - startMsMax)],
  );
  return rows[0]?.could === true;
}

/**
 * Roles beside this one that can sign in and change these tables, or become who can. Not the owner of the tables, who
 * migrates them, nor the role that the server was made with: there is always one, and only who operates the server can
 * sign in as it.
 */
async function otherRoles(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ role: string }>(`
    with kept as (
      select oid, relowner from pg_class where oid in (to_regclass('app.audit_log'), to_regclass('event_log.events')))
    select r.rolname as role from pg_roles r
    where r.rolcanlogin and r.oid <> 10 and r.rolname <> current_user and exists (select from kept)
      and r.oid not in (select relowner from kept)
      and (
        r.rolsuper
        or exists (
          select from kept
          where pg_has_role(r.oid, relowner, 'MEMBER') or has_table_privilege(r.oid, kept.oid, 'update, delete, truncate'))
        or exists (
          select from unnest(array['pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program']) as power
          where pg_has_role(r.oid, power, 'MEMBER')))
    order by 1`);
  return rows.map(
    ({ role }) =>
      `the role ${role} can sign in and change append-only tables, or become who can: revoke that`,
  );
}

/** A role that could undo what the triggers and rights keep. */
async function rightsOfRole(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ superuser: boolean; owner: boolean | null }>(
    `select r.rolsuper as superuser,
       exists (
         select from pg_class c
         where c.oid in (to_regclass('app.audit_log'), to_regclass('event_log.events'))
           and (pg_has_role(c.relowner, 'USAGE') or has_table_privilege(c.oid, 'update, delete, truncate'))
       ) as owner
     from pg_roles r where r.rolname = current_user`,
  );
  if (rows[0]?.superuser === true) return [superuserNote];
  return rows[0]?.owner === true ? [ownerNote] : [];
}
