import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { EventLogDenied } from '../event-log-errors.ts';
import { lock } from './session-lock.ts';
import { withClient } from './with-client.ts';

/** In order; `event_log.schema_version` stores the number of those executed. Forward only. */
const migrations: readonly URL[] = [
  '1-event-log.sql',
  '2-appends-end.sql',
  '3-gapless-positions.sql',
  '4-companions-fail-alone.sql',
  '5-judge-only-conflicts.sql',
  '6-event-ids-by-range.sql',
].map((file) => new URL(`./schema/${file}`, import.meta.url));

/** Any number that is the same for every process. */
const migrationLock = 7_266_001;
/** A migration may rewrite every event: about half a minute per million. */
const migrationMsMax = 3_600_000;

/**
 * Migrates the schema `event_log`. Safe to run concurrently: one process works, the others wait. A role without create
 * rights suffices when there is nothing to create.
 *
 * @throws EventLogDenied if the tables are of a newer version
 */
export async function migrateEventLog(connection: pg.ClientConfig): Promise<void> {
  const settings = {
    ...connection,
    connectionTimeoutMillis: connection.connectionTimeoutMillis ?? 5_000,
    statement_timeout: migrationMsMax,
    query_timeout: migrationMsMax + 1_000,
  };
  await withClient(settings, async (client) => {
    await refuseOldServer(client);
    const version = await schemaVersion(client);
    if (version === migrations.length) return;
    if (version > migrations.length)
      throw new EventLogDenied('its tables are of a newer version than this program');
    // Before the transaction begins: inside it the catalogue would be read as of before the wait.
    await lock(client, migrationLock);
    await client.query('begin');
    await migrateFrom(client, await schemaVersion(client));
    await client.query('commit');
  });
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  );
  if (Number(rows[0]?.version) < 170_000) throw new Error('the event log needs PostgreSQL 17 or newer');
}

async function schemaVersion(client: pg.Client): Promise<number> {
  const there = await client.query<{ there: boolean }>(
    `select to_regclass('event_log.schema_version') is not null as there`,
  );
  if (there.rows[0]?.there !== true) return 0;
  const { rows } = await client.query<{ version: number }>('select version from event_log.schema_version');
  return rows[0]?.version ?? 0;
}

async function migrateFrom(client: pg.Client, version: number): Promise<void> {
  if (version === 0) {
    await client.query('create schema if not exists event_log');
    await client.query('create table event_log.schema_version (version integer not null)');
    await client.query('insert into event_log.schema_version values (0)');
  }
  for (const migration of migrations.slice(version)) await client.query(await readFile(migration, 'utf8'));
  await client.query('update event_log.schema_version set version = $1', [migrations.length]);
}
