import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { EventLog } from '@matgyo/event-store/event-log';
import { CannotRun } from '@matgyo/projections/program-fault';
import { checkpointCopyFile } from '@matgyo/projections/proofs/checkpoint-copy-file';
import { hasTables } from '@matgyo/projections/stored-rows';
import { quoted } from '@matgyo/projections/table-shape';
import pg from 'pg';

/** The target of the restore is in use. */
export class PlaceTaken extends CannotRun {
  override readonly name = 'PlaceTaken';
}

/** The target of a restore, or the source of a backup. */
export interface Installation {
  readonly log: EventLog;
  readonly pool: pg.Pool;
  /** Contains `images`. */
  readonly dataDir: string;
}

/**
 * Claims an installation for the restore of one backup, identified by its fingerprint. It has to be empty, or to hold
 * what an interrupted restore of the same backup left. The schema `restore` records the claim until `release`.
 *
 * @throws PlaceTaken when it is being served, or holds anything else.
 */
export async function claim(installation: Installation, fingerprint: string): Promise<void> {
  const { pool } = installation;
  await refuseIfServing(pool);
  const mark = await markOf(pool);
  if (mark !== undefined) {
    if (mark === fingerprint) return;
    throw new PlaceTaken(
      'The restore of another backup was interrupted here. Finish that one, or choose an empty place.',
    );
  }
  const contents = await describeContents(installation);
  if (contents !== undefined)
    throw new PlaceTaken(
      `A restore goes into an empty installation only, and this one has ${contents}. Choose an empty place.`,
    );
  // In one transaction: a claim without its backup could not be resumed.
  await pool.query(
    `create schema if not exists restore;
     create table if not exists restore.under_way (backup text primary key, started_at timestamptz not null default now());
     insert into restore.under_way (backup) values (${pg.escapeLiteral(fingerprint)})`,
  );
  // A backend that began meanwhile has not seen the claim.
  await refuseIfServing(pool).catch(async (refusal: unknown) => {
    await release(pool);
    throw refusal;
  });
}

/** A restore makes the tables anew, which another role could not do after it has claimed the installation. */
export async function refuseOtherThanOwner(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query(
    `select where has_database_privilege(current_database(), 'create')
       and not exists (select from pg_namespace where nspname = 'app' and not pg_has_role(nspowner, 'USAGE'))`,
  );
  if (rowCount === 0)
    throw new CannotRun(
      'The database role in use may not make the tables anew. Set DATABASE_OWNER_URL to the role that owns them, or is to.',
    );
}

export async function release(pool: pg.Pool): Promise<void> {
  await pool.query('drop schema restore cascade');
}

/** The fingerprint of the backup whose restore has begun here and not ended. */
async function markOf(pool: pg.Pool): Promise<string | undefined> {
  if (!(await hasTables(pool, 'restore.under_way'))) return undefined;
  const { rows } = await pool.query<{ backup: string }>('select backup from restore.under_way');
  return rows[0]?.backup;
}

async function refuseIfServing(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_stat_activity, substring(application_name from '^matgyo (backend|projections leader)') as name
     where datname = current_database() and name is not null limit 1`,
  );
  if (rows[0] !== undefined)
    throw new PlaceTaken(`A ${rows[0].name} is connected to this database. Stop it first.`);
}

/** Tables that a first start fills and that hold no data worth keeping. */
const bookkeeping = ['kysely_migration', 'kysely_migration_lock', 'meta', 'schema_version'];

/** Describes any data found, for the refusal; undefined when the installation is empty. */
async function describeContents({ log, pool, dataDir }: Installation): Promise<string | undefined> {
  if ((await log.lastEvent()) !== undefined) return 'events in its log';
  const { rows } = await pool.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and c.relname <> all ($1)
       and (n.nspname in ('app', 'event_log', 'process', 'projections') or n.nspname like 'read\\_%')
     order by 1, 2`,
    [bookkeeping],
  );
  for (const { schema, name } of rows) {
    const table = `${quoted(schema)}.${quoted(name)}`;
    // A checkpoint before the first event holds nothing either.
    const condition = /^checkpoints?$/.test(name) ? `where position <> ''` : '';
    const { rowCount } = await pool.query(`select from ${table} ${condition} limit 1`);
    if (rowCount !== 0) return `rows in ${schema}.${name}`;
  }
  // It belongs to another ledger, or to a later state of this one: the operator has to put this evidence away first.
  if (existsSync(checkpointCopyFile(dataDir))) return `signed checkpoints in ${checkpointCopyFile(dataDir)}`;
  const files = await readdir(path.join(dataDir, 'images')).catch(() => []);
  return files.length > 0 ? `files in ${path.join(dataDir, 'images')}` : undefined;
}
