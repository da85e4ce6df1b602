import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { approvalPath, openMarket, succeed } from './market.fixture.ts';

const server = await startTestServer();
const market = await openMarket(server);
const member = await server.member({ active: true });
afterAll(() => server.close());

const reject = (side: 'sell' | 'buy', id: string, body: object) =>
  server.request('POST', approvalPath(side, id, 'reject'), { token: market.admin.token, body });
/** The reason as the member sees it. */
const reasonOf = async (id: string) =>
  (await succeed(server, 'GET', `/orders/${id}/trail`, { token: member.token })).body.items.at(-1).reason;

test.each(['sell', 'buy'] as const)('the member sees why their %s order was rejected', async (side) => {
  const stated = await market.place(member, side, '14000');
  expect((await reject(side, stated, { reason: 'REJECTED_FOR_WALLET' })).status).toBe(200);
  expect(await reasonOf(stated)).toBe('REJECTED_FOR_WALLET');

  const unstated = await market.place(member, side, '14000');
  await reject(side, unstated, {});
  expect(await reasonOf(unstated)).toBe('REJECTED_BY_ADMIN');
});

test('a notification of a rejection names the reason in the member’s language', async () => {
  await reject('buy', await market.place(member, 'buy', '14000'), { reason: 'REJECTED_FOR_WALLET' });
  const path = '/notification/unread/user/buyOrders';
  const newest = async (language: 'ko' | 'en') =>
    (await succeed(server, 'GET', path, { token: member.token, language })).body[0];
  await expect
    .poll(async () => (await newest('en')).message)
    .toContain('Reason: The wallet address could not be verified');
  expect((await newest('ko')).message).toContain('사유: 지갑 주소를 확인할 수 없어요');
});

test('accepts only known reasons: free text could put personal data into the log', async () => {
  const id = await market.place(member, 'sell', '14000');
  expect((await reject('sell', id, { reason: '홍길동 씨의 계좌가 달라요' })).status).toBe(400);
  expect(
    (await succeed(server, 'GET', `/orders/${id}/trail`, { token: member.token })).body.items,
  ).toHaveLength(1);
});
