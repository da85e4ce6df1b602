import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { figures, openMarket, pair } from './market.fixture.ts';

const server = await startTestServer();
const market = await openMarket(server);
afterAll(() => server.close());

test('a deactivated member neither places nor is matched, even if the read model is late', async () => {
  const seller = await server.member({ active: true });
  const buyer = await server.member({ active: true });
  const sell = await market.open(seller, 'sell', '14000');
  const buy = await market.open(buyer, 'buy', '14000');
  const { token } = market.admin;
  const body = { status: 'inactive' };
  expect(await server.request('PUT', `/user/users/${seller.nickname}`, { token, body })).toMatchObject({
    status: 200,
  });
  await server.pool.query(
    `update read_accounts.accounts set status = 'active', revision = revision - 1 where member_id = $1`,
    [seller.memberId],
  );

  const again = await server.signIn(seller.nickname, seller.password);
  const placing = { token: again.token, body: figures('14000', '1400') };
  expect(await server.request('POST', '/sell', placing)).toMatchObject({
    status: 403,
    body: { code: 'ACCOUNT_INACTIVE' },
  });
  const matching = { token, body: pair(sell, buy) };
  expect(await server.request('POST', '/sell/admin/match-orders', matching)).toMatchObject({
    status: 409,
    body: { code: 'OWNER_INACTIVE' },
  });
});
