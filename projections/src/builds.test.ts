import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProjectionsSchema, markReordered } from './builds.ts';
import { withClient } from './projection-pool.ts';
import { fees } from './read-models/fees/fees.ts';
import { readSharedCheckpoint } from './shared-checkpoint.ts';
import { createReadModelDatabase, type ReadModelDatabase } from './testing/read-model-database.ts';

let database: ReadModelDatabase;

beforeEach(async () => {
  database = await createReadModelDatabase();
});
afterEach(() => database.drop());

/** As created by software whose read models all shared one checkpoint. */
const earlierTable = `
  drop table projections.shared_checkpoint;
  create table projections.shared_checkpoint (
    "only" boolean primary key default true check ("only"),
    position text collate "C" not null,
    event_id uuid,
    updated_at timestamptz not null default now(),
    generation uuid not null default gen_random_uuid())`;
const earlierStart = `insert into projections.shared_checkpoint (position) values ('') on conflict do nothing`;

test('both groups continue from a checkpoint that all read models shared, and earlier software stops', async () => {
  const eventId = '3f0c2a52-6a1c-4c52-9d0e-0d6c5a9f4f11';
  await database.pool.query(earlierTable);
  await database.pool.query(
    `insert into projections.shared_checkpoint (position, event_id) values ('17', '${eventId}')`,
  );
  await database.pool.query(earlierStart);
  for (let start = 0; start < 2; start++) await withClient(database.pool, createProjectionsSchema);
  for (const group of ['awaited', 'later'] as const)
    expect(await readSharedCheckpoint(database.pool, group)).toMatchObject({ position: '17', eventId });
  await expect(database.pool.query(earlierStart)).rejects.toThrow('violates not-null constraint');
});

test('a build whose columns are in another order counts as an older version’s', async () => {
  const version = async () => {
    await withClient(database.pool, (client) => markReordered(client, fees, 'read_fees'));
    return (await database.checkpoint('fees'))?.version;
  };
  expect(await version()).toBe(fees.version);
  await database.rows('alter table read_fees.fees drop column kind, add column kind text');
  expect(await version()).toBe(0);
});
