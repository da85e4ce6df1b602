import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createPool } from '../../platform/database/pool.ts';
import { underCheckpointCopyLock } from './checkpoint-store.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

test('the copy is locked also while its file is written for longer than transactions may be idle', async () => {
  const pool = createPool(database.connection, () => undefined);
  const db = createDatabase(pool);
  const copied = await underCheckpointCopyLock(db, async (locked) => {
    const limits = await sql<{ setting: string }>`select setting from pg_settings
      where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`.execute(locked);
    const other = await underCheckpointCopyLock(db, async () => 'by another process too');
    return { limits: limits.rows.map(({ setting }) => setting), by: other ?? 'alone' };
  });
  expect(copied).toEqual({ limits: ['0', '0'], by: 'alone' });
  await pool.end();
});
