import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { verifyPositions } from './check-positions.ts';

const database = await createTestDatabase();
await (await createPostgresEventLog({ connection: database.connection })).close();
const pool = new pg.Pool(database.connection);
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const insert = (position: string) =>
  pool.query(
    `insert into event_log.events (position, stream, revision, id, type, data, metadata, prev_hash, hash)
     values ($1, gen_random_uuid()::text, 0, gen_random_uuid(), 'OrderPlaced', '{}', '{}', '', '')`,
    [position],
  );
const found = async () => (await verifyPositions(pool)).map(({ check, what }) => `${check}: ${what}`);

test('finds gaps that inserted events leave in the positions, and nothing without them', async () => {
  expect(await found()).toEqual([]);
  for (const position of ['1', '2']) await insert(position);
  expect(await found()).toEqual([]);
  for (const position of ['4', '7']) await insert(position);
  expect(await found()).toEqual(['chain: 3 positions of the log have no event, the first of them after 2']);
  await expect(insert('2')).rejects.toMatchObject({ code: '23505' });
  await insert('9223372036854775807');
  expect((await found()).join()).toMatch(/^chain: \d{19} positions .* after 2$/);
});

test('finds a gap before the first event', async () => {
  await pool.query('truncate event_log.events');
  await insert('2');
  expect(await found()).toEqual(['chain: 1 positions of the log have no event, the first of them after 0']);
});
