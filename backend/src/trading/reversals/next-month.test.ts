import { kstDay } from '@matgyo/contracts/kst';
import { monthBefore } from '@matgyo/contracts/month-before';
import { logStart } from '@matgyo/event-store/event-log';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { type Market, openMarket, succeed } from '../orders/market.fixture.ts';

// The clock of the server is last month's until `behindMs` is 0.
const monthEnd = monthBefore(new Date().toISOString()).after;
let behindMs = Date.now() - Date.parse(monthEnd) + 86_400_000;
const lastMonth = `from=${kstDay(monthEnd).slice(0, 7)}-01&to=${kstDay(monthEnd)}`;
const thisMonth = `from=${kstDay(new Date().toISOString()).slice(0, 7)}-01`;

let server: TestServer;
let market: Market;
beforeAll(async () => {
  systemTiming.now = () => Date.now() - behindMs;
  server = await startTestServer();
  market = await openMarket(server);
});
afterAll(async () => {
  await server.close();
  systemTiming.now = Date.now;
});

/** Page and file of a fee report, as sent. */
async function reportOf(query: string) {
  const { token } = await server.admin();
  const sent = async (path: string) =>
    new TextDecoder().decode((await succeed(server, 'GET', `${path}?${query}`, { token })).bytes);
  const page = await sent('/fees/report');
  return { page, csv: await sent('/fees/report.csv'), ...JSON.parse(page) };
}

const untilTotals = (query: string, totals: object) =>
  vi.waitFor(async () => expect(await market.see(`/fees/report?${query}`)).toMatchObject({ totals }), 60_000);

async function completed(seller: Person, buyer: Person): Promise<string> {
  const [sell, buy] = [
    await market.open(seller, 'sell', '140000'),
    await market.open(buyer, 'buy', '140000'),
  ];
  const { _id } = await market.match(sell, buy);
  await market.complete(sell, buy);
  return _id;
}

test('a reversal counts in the month of its decision, and the report of the month before keeps its bytes', async () => {
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const second = await server.member({ active: true, admin: true });
  const tradeId = await completed(seller, buyer);
  await untilTotals(lastMonth, { trades: 1 });
  const closed = `${lastMonth}&asOf=${monthEnd}`;
  const before = await reportOf(closed);
  expect(before).toMatchObject({ asOf: expect.stringContaining(monthEnd), totals: { fee: '1.0000' } });
  expect(await reportOf(thisMonth)).toMatchObject({ totals: { trades: 0, reversals: 0 }, items: [] });

  behindMs = 0;
  await completed(seller, buyer);
  const requested = {
    kind: 'reversal',
    tradeId,
    reason: 'COMPLETED_BY_MISTAKE',
    statement: '입금되지 않았어요',
  };
  const { token } = await server.admin();
  const { approvalId } = (await succeed(server, 'POST', '/approvals', { token, body: requested })).body;
  const approve = `/approvals/${approvalId}/approve`;
  await succeed(server, 'POST', approve, { token: second.token, body: {} });
  await untilTotals(thisMonth, { trades: 1, reversals: 1 });

  expect(await reportOf(closed)).toEqual(before);
  const { sha256, items, totals } = await reportOf(lastMonth);
  expect({ sha256, items, totals }).toEqual({
    sha256: before.sha256,
    items: before.items,
    totals: before.totals,
  });
  const now = await reportOf(thisMonth);
  expect(now.items).toMatchObject([
    { kind: 'completion', amount: '100.0000', fee: '1.0000' },
    { kind: 'reversal', tradeId, amount: '-100.0000', krw: '-140000', fee: '-1.0000' },
  ]);
  expect(now.totals).toEqual({ trades: 1, reversals: 1, amount: '0.0000', krw: '0', fee: '0.0000' });
  expect(now.csv).toMatch(/,-100\.0000,1400,-140000,.*,-1\.0000,.*,reversal/);

  for (const person of [seller, buyer]) {
    const { body } = await succeed(server, 'GET', '/user/transactions?limit=10', { token: person.token });
    const lines = body.items.filter((line: { tradeId: string }) => line.tradeId === tradeId);
    expect(lines.map(({ kind }: { kind: string }) => kind)).toEqual(['reversal', 'completion']);
  }
  const { events } = await server.log.readAll({ after: logStart, limit: 1_000 });
  for (const { id } of events) {
    const balance = await market.see(`/journal/trial-balance?asOf=${id}`);
    expect(balance).toMatchObject({ balanced: true, totals: { USDT: '0.0000', KRW: '0' } });
  }
});
