import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { untouchedApplication } from '../../../../test/untouched-application.ts';
import { countedBuffers } from '../../platform/database/counted-buffers.fixture.ts';
import { listAuditLog } from './list-audit-log.ts';

const entries = 20_000;

const database = await createTestDatabase(untouchedApplication);
const pool = new pg.Pool({ ...database.connection, max: 2 });
const { db, buffersOf } = countedBuffers(pool);
// One an hour, the last one in the first hour of 2025 in UTC.
await pool.query(
  `insert into app.audit_log (sequence, content, prev_hash, hash)
   select n, json_build_object('action', 'price-set', 'at', to_char(timestamp '2025-01-01' - ($1 - n) * interval '1 hour',
     'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), '', '' from generate_series(1, $1::int) n`,
  [entries],
);
await pool.query('analyze');
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const list = listAuditLog({ db, limits: { auditEntriesShownTo: { take: () => undefined } } } as never);
const page = (query: object) =>
  list({ caller: { memberId: 'admin' }, requestId: '', query: { limit: 20, ...query } } as never);

test.each([
  ['all', {}],
  ['those of one action', { action: 'price-set' }],
])('of a day long ago, %s are found without reading what came later', async (_, filter) => {
  const day = { ...filter, from: '2022-12-01', to: '2022-12-01' };
  const first = page(day);
  expect(await buffersOf(first)).toBeLessThan(entries / 100);
  const { items, nextCursor } = await first;
  const rest = page({ ...day, cursor: nextCursor });
  expect(await buffersOf(rest)).toBeLessThan(entries / 100);
  const times = [...items, ...(await rest).items].map(({ at }) => at);
  expect([times.length, times[0], times.at(-1)]).toEqual([
    24,
    '2022-12-01T14:00:00.000Z',
    '2022-11-30T15:00:00.000Z',
  ]);
  expect((await rest).nextCursor).toBeNull();
});
