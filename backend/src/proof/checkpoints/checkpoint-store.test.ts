import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createPool } from '../../platform/database/pool.ts';
import { underCheckpointCopyLock } from './checkpoint-store.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

test('the copy is locked also while its file is written for longer than transactions may be idle', async () => {
  const options = '-c idle_in_transaction_session_timeout=20ms';
  const pool = createPool({ ...database.connection, options }, () => undefined);
  const other = new pg.Pool(database.connection);
  const db = createDatabase(pool);
  const copied = await underCheckpointCopyLock(db, async () => {
    await other.query('select pg_sleep(0.1)');
    return (await underCheckpointCopyLock(db, async () => 'by another process too')) ?? 'alone';
  });
  expect(copied).toBe('alone');
  await pool.end();
  await other.end();
});
