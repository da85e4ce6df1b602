import { afterAll, expect, test, vi } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { openMarket } from '../../trading/orders/market.fixture.ts';

const server = await startTestServer();
afterAll(() => server.close());

test('a file has at most 100,000 rows; a longer report is refused instead of cut', async () => {
  const { admin, complete, match, open, see } = await openMarket(server);
  const seller = await server.member({ active: true });
  const buyer = await server.member({ active: true });
  const [sell, buy] = [await open(seller, 'sell', '140000'), await open(buyer, 'buy', '140000')];
  await match(sell, buy);
  await complete(sell, buy);
  await vi.waitFor(async () => expect((await see('/fees/report')).totals.trades).toBe(1), 60_000);
  const rowsLike = `insert into read_fees.fees
    select many.* from read_fees.fees f, generate_series($1::int, $2::int) i,
      jsonb_populate_record(f, jsonb_build_object('event_id', md5(i::text)::uuid, 'day', '2020-01-01')) many
    where f.day <> '2020-01-01'`;
  const filed = () =>
    server.request('GET', '/fees/report.csv?from=2020-01-01&to=2020-01-01', { token: admin.token });
  for (let filled = 0; filled < 100_000; filled += 10_000)
    await server.pool.query(rowsLike, [filled + 1, filled + 10_000]);
  expect((await filed()).status).toBe(200);
  await server.pool.query(rowsLike, [100_001, 100_001]);
  const { status, body } = await filed();
  expect([status, body.code]).toEqual([422, 'REPORT_TOO_LONG']);
});
