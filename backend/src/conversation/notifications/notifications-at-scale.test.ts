import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { untouchedApplication } from '../../../../test/untouched-application.ts';
import { countedBuffers } from '../../platform/database/counted-buffers.fixture.ts';
import { listedRows } from './notification-rows.ts';

const others = 20_000;
const own = 5_000;

const database = await createTestDatabase(untouchedApplication);
const pool = new pg.Pool({ ...database.connection, max: 2 });
const { db, buffersOf } = countedBuffers(pool);
// One a second; the member's are the oldest.
await pool.query(
  `insert into read_notifications.notifications (notification_id, event_id, box, topic, code, at)
   select lpad(n::text, 24, '0'), gen_random_uuid(), case when n > $1 then 'member' else 'other' || n % 1000 end,
     'sellOrders', 'ORDER_MATCHED', now() - n * interval '1 second'
   from generate_series(1, $1::int + $2::int) n order by n desc`,
  [others, own],
);
await pool.query('analyze');
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const reader = { memberId: 'member', boxes: ['member'] } as never;

test('notifications of a member who had many are found without reading the newer ones of others', async () => {
  const rows = listedRows(db, reader, { cursor: undefined, limit: 20 });
  expect(await buffersOf(rows)).toBeLessThan(others / 100);
  expect((await rows).map(({ notification_id: id }) => Number(id))).toEqual(
    Array.from({ length: 20 }, (_, index) => others + 1 + index),
  );
});
