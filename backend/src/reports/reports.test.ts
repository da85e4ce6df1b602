import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../../../test/server.ts';
import { type Market, openMarket, succeed } from '../orders/market.fixture.ts';

let server: TestServer;
let market: Market;
let seller: Person;
let buyer: Person;

/** Two completed trades: 200 and 157.1429 USDT at 1,400 won, of a seller invited with the code SPRING. */
beforeAll(async () => {
  server = await startTestServer();
  market = await openMarket(server);
  seller = await server.member({ active: true, referralCode: 'SPRING' });
  buyer = await server.member({ active: true });
  const sell = await market.open(seller, 'sell', '1000000');
  const buy = await market.open(buyer, 'buy', '500000');
  for (const more of [{ amount: 200 }, {}]) {
    await market.match(sell, buy, more);
    await market.complete(sell, buy);
  }
  await vi.waitFor(async () => expect((await market.see('/fees/report')).totals.trades).toBe(2), 5_000);
});

afterAll(() => server.close());

const seenBy = async ({ token }: Person, path: string) =>
  (await succeed(server, 'GET', path, { token })).body;

test('a page of the report goes on at the moment of the first one', async () => {
  const page = await market.see('/fees/report?limit=1');
  expect(page.items).toHaveLength(1);
  const next = await market.see(`/fees/report?limit=1&cursor=${page.nextCursor}`);
  expect(next).toMatchObject({
    asOf: page.asOf,
    sha256: page.sha256,
    totals: page.totals,
    nextCursor: null,
  });
  expect(next.items[0].fee).toBe('1.5714');
});

test('a referral code narrows the report, and a manager starts with the members they invited', async () => {
  expect((await market.see('/fees/report?referralCode=SPRING')).totals.trades).toBe(2);
  expect((await market.see('/fees/report?referralCode=AUTUMN')).totals.trades).toBe(0);
  const manager = await server.member({ active: true, manager: true });
  const own = await seenBy(manager, '/fees/report');
  expect(own.totals.trades).toBe(0);
  expect(own.referralCode).toMatch(/^[0-9A-Z]{10}$/);
  expect((await seenBy(manager, '/fees/report?referralCode=All')).totals.trades).toBe(2);
});

describe('while the projection it is made from is halted', () => {
  /** Calls `check` while the read model says that it stands before an event it cannot apply. */
  async function whileHalted(readModel: string, check: () => Promise<void>): Promise<void> {
    const checkpoint = `update read_${readModel}.checkpoint set`;
    await server.pool.query(
      `${checkpoint} halted_at = now(), halted_reason = 'test', halted_event_id = gen_random_uuid()`,
    );
    await check().finally(() =>
      server.pool.query(`${checkpoint} halted_at = null, halted_reason = null, halted_event_id = null`),
    );
  }

  test.each([
    ['fees', '/fees/report'],
    ['fees', '/fees/report.csv'],
    ['journal', '/journal/trial-balance'],
  ])('of %s, %s says so and when to ask again, in both languages', async (readModel, path) => {
    const { token } = market.admin;
    await whileHalted(readModel, async () => {
      for (const [language, error] of [
        ['en', 'The figures are being checked. Please try again later.'],
        ['ko', '수치를 점검하고 있어요. 잠시 후 다시 시도해 주세요.'],
      ] as const) {
        const { status, body, headers } = await server.request('GET', path, { token, language });
        expect([status, body.code, body.error]).toEqual([503, 'REPORT_HALTED', error]);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
    });
    expect((await server.request('GET', path, { token })).status).toBe(200);
  });
});
