import type { EventLog } from '@matgyo/event-store/event-log';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { describe, expect, test } from 'vitest';
import { fees } from '../read-models/fees/fees.ts';
import { type FeeReport, feeReport } from '../testing/fee-report.ts';
import { projectLog } from '../testing/project-log.ts';
import { randomHistory } from '../testing/random-history.ts';
import { createReadModelDatabase } from '../testing/read-model-database.ts';
import { database, history, log, project, setUpReadModels } from '../testing/read-models.fixture.ts';
import { UncheckedLog } from '../testing/unchecked-log.ts';
import { feeRulesAsOf } from './fee-rules.ts';
import { readStatsDays, statsOf } from './stats.ts';
import { trialBalance } from './trial-balance.ts';

const ever = { from: '0000-01-01', to: '9999-12-31' };

setUpReadModels();

const report = (query: Partial<Parameters<typeof feeReport>[1]> = {}) =>
  feeReport({ pool: database.pool, log }, { ...ever, ...query });

test('names every fee rule that charged a trade up to an as-of point, each once', async () => {
  history.price('1400');
  const [seller, buyer] = [history.member(), history.member()];
  const sell = history.openOrder('sell', seller, '1400000');
  for (let trade = 0; trade < 3; trade += 1)
    history.complete(history.match(sell, history.openOrder('buy', buyer, '14000')));
  await project();
  const rulesUpTo = (trade: number) => {
    const completed = log.events.filter(({ type }) => type === 'TradeCompleted');
    return feeRulesAsOf({ pool: database.pool, log }, completed[trade]?.id ?? null);
  };
  await database.rows(`update read_fees.fees set fee_rule = 'another' where event_id = $1`, [
    log.events.findLast(({ type }) => type === 'TradeCompleted')?.id,
  ]);
  expect([await rulesUpTo(0), await rulesUpTo(1)]).toEqual([['cumulative-v1'], ['cumulative-v1']]);
  expect(await rulesUpTo(2)).toEqual(['another', 'cumulative-v1']);
  expect(await rulesUpTo(3)).toEqual([]);
  const beforeAll = `${log.events.at(-1)?.id}@2001-01-01T00:00:00Z`;
  expect(await feeRulesAsOf({ pool: database.pool, log }, beforeAll)).toEqual([]);
});

describe('the fee report', () => {
  test('lists the trades completed in its Korean days, by the seller’s referral code at that time', async () => {
    history.price('1400');
    const [seller, buyer] = [history.member({ referralCode: 'REF1' }), history.member()];
    const sell = history.openOrder('sell', seller, '1400000');
    const complete = () => history.complete(history.match(sell, history.openOrder('buy', buyer, '14000')));
    history.at('2026-01-31T14:59:00.000Z');
    complete();
    history.at('2026-01-31T15:01:00.000Z');
    complete();
    history.changeReferralCode(seller, 'REF2');
    complete();
    await project();
    const january = await report({ from: '2026-01-01', to: '2026-01-31' });
    expect(january).toMatchObject({
      period: { from: '2026-01-01', to: '2026-01-31' },
      totals: { trades: 1, amount: '10.0000', krw: '14000', fee: '0.1000' },
      feeRules: ['cumulative-v1'],
      projectionVersion: fees.version,
      lastEvent: log.events.at(-1)?.id,
    });
    expect(january.rows).toMatchObject([
      { referralCode: 'REF1', day: '2026-01-31', fee: '0.1000', price: '1400' },
    ]);
    const days = async (referralCode: string) => (await report({ referralCode })).rows.map(({ day }) => day);
    expect(await days('REF1')).toEqual(['2026-01-31', '2026-02-01']);
    expect(await days('REF2')).toEqual(['2026-02-01']);
    expect((await report({ referralCode: 'REF3' })).totals).toEqual({
      trades: 0,
      reversals: 0,
      amount: '0.0000',
      krw: '0',
      fee: '0.0000',
    });
  });

  test('gives the same bytes when requested again at its last event, whatever followed', async () => {
    await project(randomHistory(5, 600));
    const first = await report();
    expect(first.rows.length).toBeGreaterThan(3);
    history.at('2030-01-01T00:00:00.000Z').price('1400');
    for (let trade = 0; trade < 3; trade++)
      history.complete(
        history.match(
          history.openOrder('sell', history.member(), '14000'),
          history.openOrder('buy', history.member(), '14000'),
        ),
      );
    const more = new UncheckedLog();
    await history.writeTo(more);
    for (const event of more.events)
      if (event.stream !== 'price-USDT-KRW') log.force({ ...event, id: event.id.replace(/^0/, 'f') });
    await projectLog(database, log.events);
    expect((await report()).rows.length).toBe(first.rows.length + 3);
    const again = await report({ asOf: first.lastEvent ?? '' });
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  });

  test('has a hash that covers every figure', async () => {
    await project(randomHistory(5, 300));
    const found = new Set([(await report()).sha256]);
    const figures = 'amount price krw fee_rate fee'.split(' ');
    const names = 'trade_id sell_order_id buy_order_id seller_id buyer_id referral_code fee_rule'.split(' ');
    for (const change of [
      ...figures.map((figure) => `${figure} = ${figure} + 1`),
      ...names.map((name) => `${name} = 'changed'`),
      ...['event_id = gen_random_uuid()', `at = at + interval '1 ms'`],
    ]) {
      await database.rows(
        `update read_fees.fees set ${change} where position = (select min(position) from read_fees.fees)`,
      );
      const { sha256 } = await report();
      expect(found, change).not.toContain(sha256);
      found.add(sha256);
    }
  });

  test('gives the same bytes, hash included, for the same log in another adapter', async () => {
    const other: EventLog = await createPostgresEventLog({ connection: database.connection });
    try {
      await randomHistory(5, 300).writeTo(other);
      const recorded = (await other.readAll({ after: '' as never, limit: 10_000 })).events;
      await projectLog(database, recorded);
      const middle = recorded[Math.floor(recorded.length * 0.9)]?.id ?? '';
      const query = { ...ever, asOf: middle };
      const fromPostgres = await feeReport({ pool: database.pool, log: other }, query);
      const second = await createReadModelDatabase();
      await randomHistory(5, 300).writeTo(log);
      await projectLog(second, log.events);
      const fromMemory = await feeReport({ pool: second.pool, log }, query);
      await second.drop();
      expect(fromMemory.rows.length).toBeGreaterThan(2);
      expect(JSON.stringify(fromMemory)).toBe(JSON.stringify(fromPostgres));
    } finally {
      await other.close();
    }
  });

  test('is unavailable while its read model is halted', async () => {
    await project(randomHistory(5, 100));
    await database.rows(
      `update read_fees.checkpoint set halted_at = now(), halted_reason = 'IMPOSSIBLE_EVENT', halted_event_id = event_id`,
    );
    await expect(report()).rejects.toMatchObject({
      name: 'ReadModelUnavailable',
      readModel: 'fees',
      reason: 'halted',
    });
    await expect(trialBalance({ pool: database.pool, log })).resolves.toMatchObject({ balanced: true });
  });

  test('is empty for an empty log, and names no event', async () => {
    expect(await report()).toMatchObject({ rows: [], lastEvent: null, asOf: null });
  });
});

test('lists a reversal as its own line in the month of its decision: a closed month never changes, and both sum to zero', async () => {
  history.price('1400');
  const [seller, buyer] = [history.member({ referralCode: 'REF1' }), history.member()];
  const trade = history.match(
    history.openOrder('sell', seller, '280000'),
    history.openOrder('buy', buyer, '280000'),
  );
  history.complete(trade);
  history.at('2026-02-20T03:00:00.000Z').reverse(trade);
  await project();
  const january = { from: '2026-01-01', to: '2026-01-31' };
  const closed = await report({ ...january, asOf: '2026-02-10T00:00:00.000Z' });
  const now = await report(january);
  expect([now.rows, now.totals, now.sha256]).toEqual([closed.rows, closed.totals, closed.sha256]);
  const february = await report({ from: '2026-02-01', to: '2026-02-28', referralCode: 'REF1' });
  expect(february).toMatchObject({
    totals: { trades: 0, reversals: 1, amount: '-200.0000', krw: '-280000', fee: '-2.0000' },
    rows: [{ ...now.rows[0], ...reversedColumns(february.rows[0]) }],
  });
  expect((await report()).totals).toMatchObject({ trades: 1, reversals: 1, amount: '0.0000', fee: '0.0000' });
  expect(statsOf(await readStatsDays(database.pool))).toMatchObject({
    trades: 1,
    totalSales: '0.0000',
    totalFees: '0.0000',
  });
  const balance = await trialBalance({ pool: database.pool, log });
  expect(balance).toMatchObject({ balanced: true, trades: 1, reversals: 1 });
  for (const { amount } of balance.accounts) expect(Number(amount)).toBe(0);
});

/** The columns of a reversal's line that differ from its completion's. */
const reversedColumns = (row: FeeReport['rows'][number] | undefined) => ({
  kind: 'reversal',
  amount: '-200.0000',
  krw: '-280000',
  fee: '-2.0000',
  eventId: row?.eventId,
  at: row?.at,
  day: '2026-02-20',
});

test('the trial balance: buyers gained what sellers paid minus the fees, and every currency sums to zero', async () => {
  await project(randomHistory(9, 400));
  const { totals: sums } = await report();
  const balance = await trialBalance({ pool: database.pool, log });
  expect(balance).toMatchObject({ balanced: true, trades: sums.trades, lastEvent: log.events.at(-1)?.id });
  const amount = (account: string, currency: string) =>
    balance.accounts.find((one) => one.account === account && one.currency === currency)?.amount;
  expect(amount('buyer', 'USDT')).toBe(sums.amount);
  expect(amount('platform', 'USDT')).toBe(sums.fee);
  expect(amount('seller', 'KRW')).toBe(sums.krw);
  expect(amount('buyer', 'KRW')).toBe(`-${sums.krw}`);
  expect(balance.accounts.map(({ account, currency }) => `${account} ${currency}`)).not.toContain(
    'platform KRW',
  );

  for (const [currency, more] of Object.entries({ USDT: '0.0001', KRW: '1' })) {
    const changeBy = (amount: string) =>
      database.rows(`update read_journal.balances set amount = amount + ${amount}
        where key = (select min(key) from read_journal.balances where currency = '${currency}')`);
    await changeBy(more);
    const changed = await trialBalance({ pool: database.pool, log });
    expect(changed).toMatchObject({ balanced: false, totals: { [currency]: more } });
    expect(changed.sha256).not.toBe(balance.sha256);
    await changeBy(`-${more}`);
  }
});

test('stats: a day with more reversed than completed is below zero, and the totals lose what was reversed', async () => {
  history.at('2026-01-31T03:00:00.000Z').price('1400');
  const trade = history.match(
    history.openOrder('sell', history.member(), '14000'),
    history.openOrder('buy', history.member(), '14000'),
  );
  history.complete(trade);
  history.at('2026-02-02T03:00:00.000Z').reverse(trade);
  await project();
  expect((await readStatsDays(database.pool)).slice(-1)).toMatchObject([
    { day: '2026-02-02', sales: '-10.0000', buys: '-10.0000', fees: '-0.1000', krw: '-14000' },
  ]);
  expect(statsOf(await readStatsDays(database.pool))).toMatchObject({ totalSales: '0.0000', krw: '0' });
});

test('stats: totals over all days, sales equal to buys, and the days that have counts', async () => {
  expect(statsOf(await readStatsDays(database.pool))).toEqual({
    users: 0,
    trades: 0,
    totalSales: '0.0000',
    totalBuys: '0.0000',
    totalFees: '0.0000',
    krw: '0',
  });
  history.at('2026-01-31T14:30:00.000Z').price('1400');
  const [seller, buyer] = [history.member(), history.member()];
  history.complete(
    history.match(history.openOrder('sell', seller, '14000'), history.openOrder('buy', buyer, '14000')),
  );
  await project();
  expect(statsOf(await readStatsDays(database.pool))).toEqual({
    users: 2,
    trades: 1,
    totalSales: '10.0000',
    totalBuys: '10.0000',
    totalFees: '0.1000',
    krw: '14000',
  });
  expect(await readStatsDays(database.pool)).toMatchObject([
    {
      day: '2026-01-31',
      users: 2,
      trades: 1,
      sales: '10.0000',
      buys: '10.0000',
      fees: '0.1000',
      krw: '14000',
    },
  ]);
});
