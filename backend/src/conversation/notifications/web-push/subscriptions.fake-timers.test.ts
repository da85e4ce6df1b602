import { createECDH, randomBytes } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestServer } from '../../../../../test/server.ts';
import { createDatabase } from '../../../platform/database/database.ts';
import { subscribe } from './subscriptions.ts';

const server = await startTestServer();
afterAll(() => server.close());

const keys = {
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
};

test('a browser that is subscribed again is the newest, also by a backend whose clock is behind', async () => {
  const memberId = (await server.member()).memberId as MemberId;
  const sessions = await server.pool.query('select id from app.sessions where member_id = $1', [memberId]);
  const caller = { memberId, sessionId: sessions.rows[0].id };
  const subscribeAs = (name: string) =>
    subscribe(
      createDatabase(server.pool),
      caller,
      { endpoint: `https://push.example.com/${name}`, keys },
      'en',
    );
  for (let count = 0; count < 10; count++) await subscribeAs(`b${count}`);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 600_000 });
  await subscribeAs('b0').finally(() => vi.useRealTimers());
  await subscribeAs('b10');
  const { rows } = await server.pool.query('select endpoint from app.push_subscriptions');
  const names = rows.map(({ endpoint }) => endpoint.split('/').at(-1));
  expect(names).toContain('b0');
  expect(names).not.toContain('b1');
});
