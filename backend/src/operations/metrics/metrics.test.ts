import { afterAll, describe, expect, test, vi } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';

const server = await startTestServer();
afterAll(() => server.close());

const scrape = async (headers: Record<string, string> = {}, from = server) => {
  const answer = await fetch(`${from.url}/metrics`, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
/** The value of one series; undefined if it is absent. */
const seriesValue = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};
const currentValue = async (series: string) => seriesValue((await scrape()).text, series);

describe('requests', () => {
  test('are counted and timed by method, route template and status, never by path', async () => {
    const series =
      'http_request_duration_seconds_count{method="GET",route="/user/check-nickname/:nickname",status="200"}';
    const before = (await currentValue(series)) ?? 0;
    await server.request('GET', '/user/check-nickname/some-nickname');
    await server.request('GET', '/user/check-nickname/somebodyelse');
    const { text } = await scrape();
    expect(seriesValue(text, series)).toBe(before + 2);
    expect(text).not.toContain('some-nickname');
    expect(text).toContain(
      'http_request_duration_seconds_bucket{le="0.1",method="GET",route="/user/check-nickname',
    );
  });

  test('without a route or refused early are counted by status under one route label', async () => {
    await server.request('GET', '/inquiry/all/active');
    const refused =
      'http_request_duration_seconds_count{method="GET",route="/inquiry/all/active",status="401"}';
    expect(await currentValue(refused)).toBe(1);
    const nothing = 'http_request_duration_seconds_count{method="GET",route="none",status="404"}';
    const before = (await currentValue(nothing)) ?? 0;
    for (const name of ['a', 'b', 'c']) await server.request('GET', `/nothing/${name}`);
    const { text } = await scrape();
    expect(seriesValue(text, nothing)).toBe(before + 3);
    expect(text).not.toContain('/nothing');
  });
});

// Prometheus sees no growth in a series that begins with its first failure.
test.each([
  ...['unavailable', 'failed'].map(
    (outcome) => `event_log_append_duration_seconds_count{outcome="${outcome}"}`,
  ),
  'sms_send_duration_seconds_count{outcome="failed"}',
  ...['500', '503', '499', '429'].map(
    (status) => `http_request_duration_seconds_count{method="GET",route="none",status="${status}"}`,
  ),
  'changed_rows_refused_total{table="app.credentials"}',
  'changed_rows_refused_total{table="read_accounts.accounts"}',
  'metrics_unreadable_total{metric="audit_log_entries"}',
])('%s is there before there is anything to count', async (series) => {
  expect(await currentValue(series)).toBe(0);
});

test('times appends, password hashes and text messages by outcome', async () => {
  const counts = () =>
    Promise.all(
      ['event_log_append', 'password_hash', 'sms_send'].map(
        async (name) => (await currentValue(`${name}_duration_seconds_count{outcome="done"}`)) ?? 0,
      ),
    );
  const before = await counts();
  await server.member({ active: true });
  await server.request('POST', '/user/users/sendCode', { body: { phone: '01077112233' } });
  const after = await counts();
  for (const [index, count] of after.entries()) expect(count).toBeGreaterThan(before[index] ?? 0);
  const { text } = await scrape();
  for (const name of ['event_log_appends', 'password_hash', 'sms_send'])
    expect(seriesValue(text, `${name.replace('appends', 'append')}_in_flight`)).toBe(0);
});

test("shows every read model's lag and whether it halted", async () => {
  const { text } = await scrape();
  for (const name of ['accounts', 'orders', 'trades', 'prices', 'trail', 'stats', 'fees', 'journal']) {
    expect(seriesValue(text, `projection_lag_seconds{read_model="${name}"}`), name).toBeGreaterThanOrEqual(0);
    expect(seriesValue(text, `projection_halted{read_model="${name}"}`), name).toBe(0);
  }
});

test('shows stuck matches', async () => {
  const before = await scrape();
  expect(seriesValue(before.text, 'trades_stuck')).toBe(0);
  await server.pool.query(
    `insert into process.trades_in_progress (trade_id, state, since, next_attempt_at)
     values ($1, 'completing', now() - interval '2 minutes', now() + interval '1 minute')`,
    ['f'.repeat(24)],
  );
  expect(await currentValue('trades_stuck')).toBe(1);
});

test('shows the age of the newest signed checkpoint and the length of the audit log', async () => {
  await vi.waitFor(
    async () => expect(await currentValue('signed_checkpoint_age_seconds')).toBeLessThan(3_600),
    { timeout: 60_000, interval: 100 },
  );
  expect(await currentValue('checkpoint_witness_disagrees')).toBe(0);
  const before = (await currentValue('audit_log_entries')) ?? 0;
  await server.admin();
  expect(await currentValue('audit_log_entries')).toBe(before + 1);
});

test('counts calls that wait for a connection, and omits figures that cannot be read in time', async () => {
  const { pool } = server;
  let held = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const holding = Array.from({ length: pool.options.max }, async () => {
    const client = await pool.connect();
    held += 1;
    await released;
    client.release();
  });
  let waiting: Promise<unknown>[] = [];
  try {
    // The process manager holds one connection permanently, so the last one waits.
    await expect.poll(() => held).toBeGreaterThanOrEqual(pool.options.max - 1);
    waiting = Array.from({ length: 3 }, () => pool.query('select 1'));
    const { status, text } = await scrape();
    expect(status).toBe(200);
    expect(seriesValue(text, 'database_calls_waiting')).toBeGreaterThanOrEqual(3);
    expect(text).not.toContain('projection_lag_seconds{');
  } finally {
    release();
    await Promise.all([...holding, ...waiting]);
  }
  const { text } = await scrape();
  expect(seriesValue(text, 'projection_lag_seconds{read_model="orders"}')).toBeDefined();
  expect(seriesValue(text, 'metrics_unreadable_total{metric="projection_lag_seconds"}')).toBe(1);
});

test('omits and counts a figure that cannot be read, and shows the others', async () => {
  await server.pool.query('alter table process.trades_in_progress rename to hidden');
  try {
    await scrape();
    const { status, text } = await scrape();
    expect(status).toBe(200);
    expect(seriesValue(text, 'trades_stuck')).toBeUndefined();
    expect(seriesValue(text, 'metrics_unreadable_total{metric="trades_stuck"}')).toBeGreaterThanOrEqual(1);
    expect(seriesValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  } finally {
    await server.pool.query('alter table process.hidden rename to trades_in_progress');
  }
  expect(await currentValue('trades_stuck')).toBeDefined();
});

describe('access', () => {
  test('allows this machine without a token, but not requests through a proxy', async () => {
    const own = await scrape();
    expect([own.status, own.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ]);
    expect(own.headers.get('cache-control')).toBe('no-store');
    for (const [name, value] of [
      ['x-forwarded-for', '127.0.0.1'],
      ['forwarded', 'for=127.0.0.1'],
      ['via', '1.1 proxy'],
    ] as const) {
      const proxied = await scrape({ [name]: value, 'accept-language': 'en' });
      expect([name, proxied.status]).toEqual([name, 403]);
      expect(JSON.parse(proxied.text)).toMatchObject({
        code: 'FORBIDDEN',
        error: 'You don’t have permission to do this.',
      });
      expect(proxied.text).not.toContain('http_request');
    }
    expect((await fetch(`${server.url}/metrics`, { method: 'POST' })).status).toBe(404);
  });

  test('allows requests with the token, also through a proxy, and no others', async () => {
    const token = 'scraper-0123456789abcdef';
    const guarded = await startTestServer({ METRICS_TOKEN: token, TRUST_PROXY: '1' });
    try {
      const strangers = [
        {},
        { authorization: 'Bearer ' },
        { authorization: `Bearer ${token}x` },
        { authorization: token },
      ];
      for (const headers of strangers as Record<string, string>[]) {
        const refused = await scrape(headers, guarded);
        expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      }
      const shown = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' };
      expect((await scrape(shown, guarded)).status).toBe(200);
      expect((await scrape(shown, guarded)).text).toContain('http_requests_in_flight 1');
    } finally {
      await guarded.close();
    }
  });
});
