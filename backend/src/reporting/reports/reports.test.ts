import { connectionOf } from '@matgyo/projections/projection-pool';
import { stableAfterMs } from '@matgyo/projections/reports/as-of-point';
import { createFeeReports } from '@matgyo/projections/reports/fee-reports';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Person, startTestServer } from '../../../../test/server.ts';
import { leaseMs } from '../../platform/commands/command-times.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { openMarket, succeed } from '../../trading/orders/market.fixture.ts';
import { compareFees } from './compare-reports.ts';
import { readFeeReport } from './read-fee-report.ts';

/** Two completed trades: 200 and 157.1429 USDT at 1,400 won, of a seller invited with the code SPRING. */
const server = await startTestServer();
const market = await openMarket(server);
const seller = await server.member({ active: true, referralCode: 'SPRING' });
const buyer = await server.member({ active: true });
const sell = await market.open(seller, 'sell', '1000000');
const buy = await market.open(buyer, 'buy', '500000');
for (const more of [{ amount: 200 }, {}]) {
  await market.match(sell, buy, more);
  await market.complete(sell, buy);
}
await vi.waitFor(async () => expect((await market.see('/fees/report')).totals.trades).toBe(2), 60_000);

afterAll(() => server.close());

const seenBy = async ({ token }: Person, path: string) =>
  (await succeed(server, 'GET', path, { token })).body;

test('pages of a report continue at the first page’s as-of point', async () => {
  const page = await market.see('/fees/report?limit=1');
  expect(page.items).toHaveLength(1);
  // Its registration is a later point.
  await server.member();
  expect((await market.see('/fees/report')).asOf).not.toBe(page.asOf);
  const next = await market.see(`/fees/report?limit=1&cursor=${page.nextCursor}`);
  expect(next).toMatchObject({ asOf: page.asOf, sha256: page.sha256, totals: page.totals, nextCursor: null });
  expect(next.items[0].fee).toBe('1.5714');
});

test('filters by referral code; a manager’s default is the members they invited', async () => {
  expect((await market.see('/fees/report?referralCode=SPRING')).totals.trades).toBe(2);
  expect((await market.see('/fees/report?referralCode=AUTUMN')).totals.trades).toBe(0);
  const manager = await server.member({ active: true, manager: true });
  const own = await seenBy(manager, '/fees/report');
  expect([own.totals.trades, own.items]).toEqual([0, []]);
  expect(own.referralCode).toMatch(/^[0-9A-Z]{10}$/);
  expect((await seenBy(manager, '/fees/report?referralCode=All')).totals.trades).toBe(2);
  const { items, after } = await seenBy(manager, '/fees/compare?before=2020-01-01T00:00:00Z');
  expect([items, after.totals.trades]).toEqual([[], 0]);
});

test('a search filters the rows and reports their totals; the report’s own totals and hash stay', async () => {
  const whole = await market.see('/fees/report');
  expect(whole.found).toBeNull();
  const byName = await market.see(`/fees/report?search=${buyer.nickname.toUpperCase()}&limit=1`);
  expect(byName).toMatchObject({ found: whole.totals, totals: whole.totals, sha256: whole.sha256 });
  const rest = await market.see(`/fees/report?search=${buyer.nickname}&limit=1&cursor=${byName.nextCursor}`);
  expect([...byName.items, ...rest.items]).toEqual(whole.items);
  expect(rest.nextCursor).toBeNull();
  expect((await market.see(`/fees/report?search=${seller.nickname}`)).found).toEqual(whole.totals);
  const byAmount = await market.see('/fees/report?search=157.14');
  expect(byAmount).toMatchObject({
    found: { trades: 1, amount: '157.1429', fee: '1.5714' },
    totals: whole.totals,
  });
  // As in a copied amount of more than a thousand.
  expect((await market.see('/fees/report?search=1,57.14')).found).toEqual(byAmount.found);
  for (const unknown of ['unknown', ',', '.'])
    expect((await market.see(`/fees/report?search=${unknown}`)).found).toMatchObject({
      trades: 0,
      fee: '0.0000',
    });
  const csv = await server.request('GET', '/fees/report.csv?search=157.14', { token: market.admin.token });
  const named = async (query: string) =>
    (await server.request('GET', `/fees/report.csv?${query}`, { token: market.admin.token })).headers.get(
      'content-disposition',
    );
  expect(csv.headers.get('content-disposition')).toContain('"fees.csv"');
  expect(await named('from=2026-01-02')).toContain('"fees-from-2026-01-02.csv"');
  expect(await named('from=2026-01-02&to=2026-01-03')).toContain('"fees-2026-01-02-2026-01-03.csv"');
  expect(await named('storedLanguage=ko')).toContain('"fees-ko.csv"');
  expect(await named('storedLanguage=x%22')).toContain('"fees.csv"');
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(csv.bytes);
  expect(text.charCodeAt(0)).toBe(0xfeff);
  expect(text.split('\r\n').filter((line) => line.includes('cumulative-v1,'))).toHaveLength(1);
  expect(text).toContain('foundTrades,1\r\nfoundReversals,0\r\nfoundAmount,157.1429\r\nfoundKrw,220000\r\n');
  expect(text).toContain('foundFee,1.5714');
  expect(text).toContain('totalFee,3.5714');
});

test('the report of a day in Korea has the totals of its chart', async () => {
  const today = await market.see('/fees/report?period=today');
  expect(today.from).toBe(today.to);
  expect(await market.see('/fees/report?period=total')).toMatchObject({ from: null, to: null });
  const { days, cut, codes } = await market.see('/fees/report/days');
  const [{ day }] = days;
  const { totals } = await market.see(`/fees/report?from=${day}&to=${day}`);
  expect(totals.trades).toBe(2);
  expect(codes).toEqual([{ referralCode: expect.anything(), ...totals }]);
  expect(days).toEqual([{ day, ...totals }]);
  expect(cut).toBe(false);
  // Days without trades between two others are included.
  await server.pool.query(
    `insert into read_fees.fees select gen_random_uuid(), kind, '!', trade_id, sell_order_id, buy_order_id, seller_id, buyer_id, 'CHART', amount, price,
       krw, fee_rate, fee_rule, fee, at - interval '3 days', to_char(day::date - 3, 'YYYY-MM-DD') from read_fees.fees limit 1`,
  );
  const chart = await market.see('/fees/report/days');
  const [first, second, , last] = chart.days.map((one: { day: string }) => one.day);
  for (const [from, to, rows] of [
    [first, first, 1],
    [first, second, 1],
    [second, last, 2],
    [last, last, 2],
  ])
    expect((await market.see(`/fees/report?from=${from}&to=${to}`)).items).toHaveLength(rows);
  await server.pool.query(`delete from read_fees.fees where referral_code = 'CHART'`);
  // The highest fee first.
  expect(chart.codes).toMatchObject([{ referralCode: 'SPRING' }, { referralCode: 'CHART', trades: 1 }]);
  expect(chart.days.map(({ trades }: { trades: number }) => trades)).toEqual([1, 0, 0, 2]);
});

test('of more referral codes than fit a table, the number of the others is stated', async () => {
  await server.pool.query(
    `insert into read_fees.fees select gen_random_uuid(), kind, '!', trade_id, sell_order_id, buy_order_id, seller_id, buyer_id, 'MANY' || n, amount, price,
       krw, fee_rate, fee_rule, fee, at, day from (select * from read_fees.fees limit 1) one, generate_series(1, 101) n`,
  );
  const { codes, furtherCodes } = await market.see('/fees/report/days');
  await server.pool.query(`delete from read_fees.fees where referral_code like 'MANY%'`);
  expect([codes.length, furtherCodes]).toEqual([100, 2]);
  expect(await market.see('/fees/report/days')).toMatchObject({ furtherCodes: 0 });
});

test('today’s report covers today in Korea, its pages also after midnight, and so do those of a comparison', async () => {
  const [{ completedAt }] = (await market.see('/fees/report?limit=1')).items;
  let nowMs: number;
  const { pool, log } = server;
  const sources = { db: createDatabase(pool), pool, log, now: () => nowMs };
  const deps = {
    ...sources,
    feeReports: createFeeReports(sources),
    checkpoints: { ofReport: async () => null },
  };
  const asked = { before: '2020-01-01T00:00:00Z', period: 'today', limit: 1, search: '' };
  for (const read of [readFeeReport(deps), compareFees(deps)]) {
    const page = (cursor?: string | null) =>
      read({ query: { ...asked, cursor: cursor ?? undefined }, caller: { admin: true } } as never);
    nowMs = Date.parse(completedAt);
    const { from, to, items, nextCursor } = await page();
    expect([from, items.length]).toEqual([to, 1]);
    nowMs += 86_400_000;
    expect(await page(nextCursor)).toMatchObject({ from, to, items: [{ day: from }], nextCursor: null });
  }
});

test('tries another fee rule on completed trades, as figures and as a file with the same fingerprint', async () => {
  const { asOf } = await market.see('/fees/report');
  const rule = JSON.stringify({ rate: '0.01', tiers: [{ from: '200', rate: '0.004' }], maximum: '1' });
  const query = new URLSearchParams({ rule, before: '2020-01-01T00:00:00Z', after: asOf });
  const { rehearsal: dryRun, done, total } = await market.see(`/fees/rehearsal?${query}`);
  expect([done, total]).toEqual([2, 2]);
  expect(dryRun).toMatchObject({
    after: { asOf },
    totals: { trades: 2, charged: '3.5714', rehearsed: '1.8000', difference: '-1.7714' },
    days: [{ trades: 2, rehearsed: '1.8000' }],
    codes: [{ referralCode: 'SPRING', rehearsed: '1.8000' }],
    members: [{ nickname: seller.nickname, difference: '-1.7714' }],
    cut: false,
  });
  const { token } = market.admin;
  const csv = await server.request('GET', `/fees/rehearsal.csv?${query}`, { token });
  const text = new TextDecoder().decode(csv.bytes);
  expect(text).toContain(`code,SPRING,,2,357.1429,3.5714,1.8000,-1.7714`);
  expect(text).toContain(`sha256,${dryRun.sha256}`);
  const [{ details }] = (await market.see('/audit/log?action=fee-report-exported&limit=1')).items;
  expect(details).toEqual({ rehearsed: true, trades: 2, sha256: dryRun.sha256 });
  expect(text).toContain('by,key,nickname,trades,amount,charged,rehearsed,difference\r\n');
  const forPeople = await server.request('GET', `/fees/rehearsal.csv?${query}&storedLanguage=en`, { token });
  expect(forPeople.headers.get('content-disposition')).toContain('"fee-dry-run-en.csv"');
  const inEnglish = new TextDecoder().decode(forPeople.bytes);
  expect(inEnglish).toContain(
    'By,Item,Nickname,Trades,USDT sold,"Charged, before reversals",Under this rule,',
  );
  expect(inEnglish).toContain(`Fingerprint (SHA-256),${dryRun.sha256}`);
  const manager = await server.member({ active: true, manager: true });
  expect((await seenBy(manager, `/fees/rehearsal?${query}`)).rehearsal.totals.trades).toBe(0);
  expect((await seenBy(manager, `/fees/rehearsal?${query}&referralCode=All`)).rehearsal).toEqual(dryRun);
  const lastMonth = await market.see(`/fees/rehearsal?rule=${encodeURIComponent('{"rate":"0.01"}')}`);
  expect(lastMonth.rehearsal.totals.trades).toBe(0);
});

test('refuses an invalid fee rule and an invalid as-of point by field', async () => {
  const { token } = market.admin;
  const dryRun = (rule: string, more = '') =>
    server.request('GET', `/fees/rehearsal?rule=${encodeURIComponent(rule)}${more}`, { token });
  const wrong = await dryRun('{"rate":"0.01","tiers":[{"from":"x","rate":"0.1"}]}');
  expect([wrong.status, wrong.body.code]).toEqual([400, 'BAD_REQUEST']);
  expect(JSON.stringify(wrong.body.details)).toContain('rule.tiers.0.from');
  const fieldOf = async (rule: object) =>
    Object.keys((await dryRun(JSON.stringify(rule))).body.details.fields);
  const tiers = [1, 2].map((rate) => ({ from: '200', rate: `0.00${rate}` }));
  expect(await fieldOf({ rate: '0.01', tiers })).toEqual(['rule.tiers.1.from']);
  expect(await fieldOf({ rate: '0.01', minimum: '2', maximum: '1' })).toEqual(['rule.maximum']);
  expect((await dryRun('{"rate":')).status).toBe(400);
  const codes = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`${index}`, '0.01']));
  expect(await fieldOf({ rate: '0.01', codes })).toEqual(['rule.codes']);
  // Longer ones do not fit the headers of a request.
  expect((await dryRun(' '.repeat(6_000))).status).toBe(431);
  expect((await server.request('GET', '/sell/admin/getallstats?days=367', { token })).status).toBe(400);
  const unknown = await dryRun('{"rate":"0.01"}', '&before=yesterday');
  expect([unknown.status, unknown.body.code]).toEqual([422, 'REPORT_MOMENT_UNKNOWN']);
});

test('a report as of an event or a time leaves out what came later, in its rows and in its totals', async () => {
  const { asOf, items } = await market.see('/fees/report');
  const first = await market.see(`/fees/report?asOf=${items[0].eventId}`);
  expect([first.totals.trades, first.items]).toEqual([1, [items[0]]]);
  const earlier = await market.see(`/fees/report?asOf=${asOf}@2020-01-01T00:00:00Z`);
  expect([earlier.totals.trades, earlier.items]).toEqual([0, []]);
  const balance = await market.see(`/journal/trial-balance?asOf=${asOf}@2020-01-01T00:00:00Z`);
  expect(balance).toMatchObject({ trades: 0, feeRules: [] });
});

test('compares two as-of points of the report and of the trial balance, with completions in pages', async () => {
  const { items, asOf } = await market.see('/fees/report');
  const [first, second] = items;
  const compared = await market.see(`/fees/compare?before=${first.eventId}&after=${asOf}`);
  expect(compared).toMatchObject({
    before: { lastEvent: first.eventId, totals: { trades: 1, fee: first.fee } },
    after: { asOf, totals: { trades: 2, fee: '3.5714' } },
    difference: { trades: 1, amount: second.amount, krw: second.krw, fee: second.fee },
    items: [{ ...second, change: 'added' }],
    feeRules: ['cumulative-v1'],
    nextCursor: null,
  });
  const back = await market.see(`/fees/compare?before=${asOf}&after=${first.eventId}`);
  expect(back).toMatchObject({
    difference: { trades: -1, fee: `-${second.fee}` },
    items: [{ change: 'removed' }],
  });

  const page = await market.see('/journal/compare?before=2020-01-01T00:00:00Z&limit=1');
  const rest = await market.see(
    `/journal/compare?before=2020-01-01T00:00:00Z&limit=1&cursor=${page.nextCursor}`,
  );
  expect([...page.items, ...rest.items].map(({ eventId }) => eventId)).toEqual([
    first.eventId,
    second.eventId,
  ]);
  expect(page.accounts).toContainEqual({
    account: 'platform',
    currency: 'USDT',
    before: '0',
    after: '3.5714',
    difference: '3.5714',
  });
  expect(page.items[0].lines[0]).toMatchObject({ account: 'seller', member: seller.nickname });
  expect(page).toMatchObject({ before: { trades: 0 }, after: { trades: 2, balanced: true } });
  const { token } = market.admin;
  const unknown = await server.request('GET', '/fees/compare?before=yesterday', { token });
  expect([unknown.status, unknown.body.code]).toEqual([422, 'REPORT_MOMENT_UNKNOWN']);
  expect((await server.request('GET', '/fees/compare', { token })).status).toBe(400);
  const balance = await market.see('/journal/trial-balance');
  expect(balance).toMatchObject({
    feeRules: ['cumulative-v1'],
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const again = await market.see(`/journal/trial-balance?asOf=${balance.asOf}`);
  expect(again).toEqual(balance);
});

test('a manager’s own figures are those of the members they invited', async () => {
  const manager = await server.member({ active: true, manager: true });
  const { inviteCode } = await seenBy(manager, `/user/users/${manager.nickname}`);
  const invited = await server.member({ active: true, referralCode: inviteCode });
  // A cancelled match is no purchase.
  const offered = await market.open(seller, 'sell', '140000');
  const wanted = await market.open(invited, 'buy', '140000');
  await market.match(offered, wanted);
  await market.cancelMatch(offered, wanted);
  const sell = await market.open(invited, 'sell', '140000');
  const buy = await market.open(buyer, 'buy', '140000');
  await market.match(sell, buy);
  await market.complete(sell, buy);
  const own = await vi.waitFor(async () => {
    const stats = await seenBy(manager, '/sell/manager/getallstats?invited=true&days=3');
    expect(stats.trades).toBe(1);
    return stats;
  }, 60_000);
  const figures = { totalSales: '100.0000', totalBuys: '0.0000', totalFees: '1.0000', krw: '140000' };
  expect(own).toMatchObject({ users: 1, ...figures });
  expect(own.days).toHaveLength(3);
  expect(own.days[0]).toMatchObject({ users: 0, trades: 0, totalSales: '0.0000', krw: '0' });
  expect(own.days[2]).toMatchObject({ users: 1, trades: 1, ...figures });
  const all = await market.see('/sell/admin/getallstats?days=2');
  expect(all).toMatchObject({ trades: 3, krw: '640000' });
  expect(all.days).toMatchObject([
    { trades: 0, totalSales: '0.0000', krw: '0' },
    { trades: 3, krw: '640000' },
  ]);
});

test('the chart of fees reads no row for a fingerprint, which only report and file have', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const hashes = async (path: string) => {
    sent.mockClear();
    await market.see(path);
    return sent.mock.calls.some(([text]) => String(text).includes('from fee_rows'));
  };
  expect(await hashes('/fees/report?from=2020-01-02')).toBe(true);
  expect(await hashes('/fees/report/days?from=2020-01-03')).toBe(false);
  sent.mockRestore();
});

test('four slow reports of all staff are read at a time, so that members’ orders find a connection', async () => {
  const staff = [
    market.admin,
    ...(await Promise.all([1, 2].map(() => server.member({ active: true, manager: true })))),
  ];
  const blocker = new pg.Client({ ...connectionOf(server.pool), options: '' });
  await blocker.connect();
  await blocker.query('begin; lock table read_fees.fees in access exclusive mode');
  const blocked = async () =>
    (
      await blocker.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    ).rowCount;
  const reports = staff.flatMap(({ token }) =>
    [1, 2, 3, 4].map(() => server.request('GET', '/fees/report/days', { token })),
  );
  await vi.waitUntil(async () => (await blocked()) === 4, 60_000);
  await market.place(seller, 'sell', '140000');
  expect(await blocked()).toBe(4);
  await blocker.query('commit');
  await blocker.end();
  for (const { status } of await Promise.all(reports)) expect([200, 503]).toContain(status);
});

test('returns a report as of an earlier time', () => {
  expect(stableAfterMs).toBeGreaterThanOrEqual(leaseMs + 10_000);
});

describe('while its projection is halted', () => {
  /** Calls `check` while the read model is halted. */
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
    ['fees', '/journal/trial-balance'],
  ])('of %s, %s answers with Retry-After in both languages', async (readModel, path) => {
    const { token } = market.admin;
    await whileHalted(readModel, async () => {
      for (const [language, error] of [
        ['en', 'The figures are being checked. Please try again later.'],
        ['ko', '값을 점검하고 있어요. 잠시 후 다시 시도해 주세요.'],
      ] as const) {
        const { status, body, headers } = await server.request('GET', path, { token, language });
        expect([status, body.code, body.error]).toEqual([503, 'REPORT_HALTED', error]);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
    });
    expect((await server.request('GET', path, { token })).status).toBe(200);
  });
});
