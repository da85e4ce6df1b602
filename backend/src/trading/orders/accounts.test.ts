import type { MemberId } from '@matgyo/contracts/ids';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { createAccounts } from './accounts.ts';
import { figures, openMarket, pair } from './market.fixture.ts';
import { createOrderOwners } from './order-owners.ts';

const server = await startTestServer();
const market = await openMarket(server);
afterAll(() => server.close());

test('an account is verified as its row says', async () => {
  const { memberId } = await server.member({ active: true });
  const owners = createOrderOwners(
    { pool: server.pool, payoutChanges: { at: async () => new Map() } },
    { onEnded: () => undefined, knownForMs: () => 0 },
  );
  const account = () => createAccounts(owners).get(memberId as MemberId, server.log);
  expect(await account()).toMatchObject({ status: 'active', isVerified: true });
  await server.pool.query('update app.members set phone_verified = false where id = $1', [memberId]);
  expect(await account()).toMatchObject({ status: 'active', isVerified: false });
});

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
