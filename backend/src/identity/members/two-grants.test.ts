import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { lockWaits } from '../../../../test/lock-waits.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';

test('the only admin who makes two admins at once, through two backends, makes one alone', async () => {
  const database = await createTestDatabase();
  const one = await startTestServer({}, database);
  const two = await startTestServer({}, { ...database, drop: async () => undefined });
  const { token } = await one.admin();
  const members = [await one.member({ active: true }), await one.member({ active: true })] as const;
  const grant = async (server: TestServer, { nickname }: { readonly nickname: string }) => {
    const body = { admin: true, confirmAlone: nickname };
    return (await server.request('PUT', `/user/users/${nickname}`, { token, body })).status;
  };
  const client = await one.pool.connect();
  await client.query('begin');
  const held = `select pg_advisory_xact_lock(hashtextextended('edits of ' || $1, 0))`;
  for (const { memberId } of members) await client.query(held, [memberId]);
  const answers = Promise.all([grant(one, members[0]), grant(two, members[1])]);
  await expect.poll(() => lockWaits(one.pool)).toBe(2);
  await client.query('commit');
  client.release();
  const statuses = await answers;
  await two.close();
  await one.close();
  // 503: the read model does not show the first one yet.
  expect([409, 503]).toContain(Math.max(...statuses));
  expect(Math.min(...statuses)).toBe(200);
});
