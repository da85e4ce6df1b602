import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { migrateAppSchema } from './migrate.ts';

test('a migration may take an hour, as an index of a long table, but waits a minute at most for a lock', async () => {
  const database = await createTestDatabase();
  const limits: unknown[] = [];
  const up: Parameters<typeof migrateAppSchema>[1] = {
    '0001_limits': {
      async up(db) {
        for (const name of ['statement_timeout', 'lock_timeout'])
          limits.push((await sql`select current_setting(${name}) as setting`.execute(db)).rows[0]);
      },
    },
  };
  await migrateAppSchema(database.connection, up);
  await database.drop();
  expect(limits).toEqual([{ setting: '1h' }, { setting: '1min' }]);
});
