import type { MemberId, Side } from '@matgyo/contracts/ids';
import { kstDay } from '@matgyo/contracts/kst';
import { unitsOf } from '@matgyo/ledger/oracle/units';
import { readInvitedStatsByDay } from '@matgyo/projections/reports/invited-stats';
import { readStatsDays, statsOf } from '@matgyo/projections/reports/stats';
import { trialBalance } from '@matgyo/projections/reports/trial-balance';
import { feeReport } from '@matgyo/projections/testing/fee-report';
import { projectLog } from '@matgyo/projections/testing/project-log';
import { randomHistory } from '@matgyo/projections/testing/random-history';
import { createReadModelDatabase } from '@matgyo/projections/testing/read-model-database';
import { UncheckedLog } from '@matgyo/projections/testing/unchecked-log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testAll } from '../../../test/test-all.ts';
import { createDatabase } from '../platform/database/database.ts';
import type { Database } from '../platform/database/tables.ts';
import { migrateAppSchema } from '../platform/schema/migrate.ts';
import { standingOf } from '../trading/levels/standing.ts';
import { listOwnOrders } from '../trading/orders/own-orders.ts';
import { listTransactions } from '../trading/own-trades/own-transactions.ts';
import { historyOf } from '../trading/own-trades/trade-history.ts';
import { listTradePartners } from '../trading/own-trades/trade-partners.ts';

const seeds = testAll ? Array.from({ length: 100 }, (_, seed) => seed + 1) : [1, 2];
const ever = { from: '0000-01-01', to: '9999-12-31' };
const all = 10_000;

/** In units of 0.0001, below zero where it was taken back. */
const units = (text: string | null): bigint =>
  text === null ? 0n : text.startsWith('-') ? -unitsOf(text.slice(1)) : unitsOf(text);
const sum = <Row>(rows: readonly Row[], figure: (row: Row) => string | null): bigint =>
  rows.reduce((total, row) => total + units(figure(row)), 0n);

/** What a member reads of their own trades, in the statement, the history, the partners and the level. */
async function ownFigures(db: Database, memberId: MemberId) {
  const request = { caller: { memberId }, query: { limit: all } } as never;
  const { totals, items } = await listTransactions(db)(request);
  const history = await historyOf(db, { memberId, seenBy: 'member', filter: {}, limit: all });
  const { items: partners } = await listTradePartners(db)(request);
  const { trades } = await standingOf(db, [{ trades: 0, openKrw: null }], memberId);
  if (totals === null) throw new Error('the first page has no totals');
  return { memberId, totals, items, history, partners, trades };
}

describe.each(seeds)('history %i', (seed) => {
  const log = new UncheckedLog();
  let database: Awaited<ReturnType<typeof createReadModelDatabase>>;
  let members: Awaited<ReturnType<typeof ownFigures>>[];
  let report: Awaited<ReturnType<typeof feeReport>>;
  beforeAll(async () => {
    database = await createReadModelDatabase();
    await migrateAppSchema(database.connection);
    const history = randomHistory(seed, 1_000);
    await history.writeTo(log);
    await projectLog(database, log.events);
    members = [];
    for (const member of history.members)
      members.push(await ownFigures(createDatabase(database.pool), member));
    report = await feeReport({ pool: database.pool, log }, ever);
    expect(report.totals.reversals).toBeGreaterThan(0);
  });
  afterAll(() => database.drop());

  test('a member’s statement, trades, partners and level count the same trades and sums', () => {
    for (const { totals, items, history, partners, trades } of members) {
      const ended = (side: Side, ...statuses: readonly string[]) =>
        history.filter((row) => row.side === side && statuses.includes(row.status));
      const [sold, bought] = [ended('sell', 'completed'), ended('buy', 'completed')];
      expect(items.filter(({ kind }) => kind === 'reversal')).toHaveLength(totals.reversals);
      expect(items.filter(({ kind }) => kind === 'completion')).toHaveLength(totals.trades);
      expect([totals.trades - totals.reversals, trades]).toEqual(
        new Array(2).fill(sold.length + bought.length),
      );
      expect(partners.reduce((count, partner) => count + partner.trades, 0)).toBe(trades);
      const amounts = {
        sold: sum(sold, ({ amount }) => amount),
        bought: sum(bought, ({ amount }) => amount),
      };
      const won = { received: sum(sold, ({ krw }) => krw), paid: sum(bought, ({ krw }) => krw) };
      const fee = sum(sold, (row) => row.fee);
      expect({ sold: units(totals.sold), bought: units(totals.bought) }).toEqual(amounts);
      expect({ received: units(totals.krwReceived), paid: units(totals.krwPaid) }).toEqual(won);
      expect([units(totals.fee), sum(items, (item) => item.fee)]).toEqual([fee, fee]);
      expect(sum(items, ({ usdt }) => usdt)).toBe(amounts.bought - amounts.sold - fee);
      expect(sum(items, ({ krw }) => krw)).toBe(won.received - won.paid);
      expect({
        sold: sum(partners, (partner) => partner.sold),
        bought: sum(partners, (partner) => partner.bought),
      }).toEqual(amounts);
      expect(sum(partners, ({ krw }) => krw)).toBe(won.received + won.paid);
    }
  });

  test('a member’s orders come to what their trades do', async () => {
    const db = createDatabase(database.pool);
    let compared = 0;
    for (const { memberId, totals, history } of members) {
      // While a step of a trade is under way, one of its orders is ahead of it.
      const moving = await database.rows(
        `select from read_trades.trades where $1 in (seller_id, buyer_id)
           and status in ('proposed', 'rejecting', 'completing', 'cancelling')`,
        [memberId],
      );
      if (moving.length > 0) continue;
      const offered = await database.rows<{ side: Side; amount: string }>(
        `select case seller_id when $1 then 'sell' else 'buy' end as side, amount::text from read_trades.trades
         where $1 in (seller_id, buyer_id) and status = 'offered'`,
        [memberId],
      );
      for (const side of ['sell', 'buy'] as const) {
        const own = await listOwnOrders(db, { memberId, side }, {
          limit: 1,
          sort: 'newest',
          cursor: undefined,
          group: undefined,
        } as never);
        const live = [...offered, ...history.filter(({ status }) => status === 'matched')];
        expect({
          completed: units(own.totals?.completed ?? null),
          reversed: units(own.totals?.reversed ?? null),
          reserved: units(own.totals?.reserved ?? null),
        }).toEqual({
          completed: units(side === 'sell' ? totals.sold : totals.bought),
          reversed: sum(
            history.filter((row) => row.side === side && row.status === 'reversed'),
            ({ amount }) => amount,
          ),
          reserved: sum(
            live.filter((row) => row.side === side),
            ({ amount }) => amount,
          ),
        });
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(5);
  });

  test('the fee report, the statistics, the trial balance and all statements come to the same', async () => {
    const { totals } = report;
    const { pool } = database;
    const { users: _, totalSales, totalBuys, totalFees, ...counts } = statsOf(await readStatsDays(pool));
    expect(counts).toEqual({ trades: totals.trades, krw: totals.krw });
    expect([totalSales, totalBuys, totalFees]).toEqual([totals.amount, totals.amount, totals.fee]);
    const balance = await trialBalance({ pool, log });
    expect([balance.trades, balance.reversals]).toEqual([totals.trades, totals.reversals]);
    const amountOf = (account: string, currency: string) =>
      units(
        balance.accounts.find((one) => one.account === account && one.currency === currency)?.amount ?? null,
      );
    expect(amountOf('platform', 'USDT')).toBe(units(totals.fee));
    expect(amountOf('buyer', 'USDT')).toBe(units(totals.amount));
    expect(amountOf('seller', 'USDT')).toBe(-units(totals.amount) - units(totals.fee));
    expect([amountOf('seller', 'KRW'), -amountOf('buyer', 'KRW')]).toEqual(
      new Array(2).fill(units(totals.krw)),
    );
    const ofAll = (figure: (own: (typeof members)[number]['totals']) => string) =>
      sum(members, (member) => figure(member.totals));
    expect([ofAll(({ sold }) => sold), ofAll(({ bought }) => bought)]).toEqual(
      new Array(2).fill(units(totals.amount)),
    );
    expect([ofAll(({ krwReceived }) => krwReceived), ofAll(({ krwPaid }) => krwPaid)]).toEqual(
      new Array(2).fill(units(totals.krw)),
    );
    expect(ofAll(({ fee }) => fee)).toBe(units(totals.fee));
  });

  test('the figures of a code are those of its fee report, by day, and of what its members bought', async () => {
    const { pool } = database;
    const accounts = await database.rows<{ member_id: string; code: string; registered_at: Date }>(
      'select member_id, referral_code as code, registered_at from read_accounts.accounts where referral_code is not null',
    );
    for (const code of new Set(
      [...accounts, ...report.rows.map((row) => ({ code: row.referralCode }))].map((one) => one.code),
    )) {
      if (code === null) continue;
      const invited = accounts.filter((one) => one.code === code);
      const own = invited.map(({ member_id }) => member_id);
      const days = await readInvitedStatsByDay(pool, code);
      const { rows, totals } = await feeReport({ pool, log }, { ...ever, referralCode: code });
      expect(days.reduce((count, day) => count + day.users, 0)).toBe(own.length);
      expect(days.reduce((count, day) => count + day.trades, 0)).toBe(totals.trades);
      for (const day of days) {
        const ofDay = rows.filter((row) => row.day === day.day);
        const registered = invited.filter((one) => kstDay(one.registered_at.toISOString()) === day.day);
        expect(day.users).toBe(registered.length);
        const bought = report.rows.filter((row) => row.day === day.day && own.includes(row.buyerId));
        expect([day.buys, day.sales, day.fees, day.krw].map(units)).toEqual([
          sum(bought, ({ amount }) => amount),
          sum(ofDay, ({ amount }) => amount),
          sum(ofDay, ({ fee }) => fee),
          sum(ofDay, ({ krw }) => krw),
        ]);
      }
      expect(sum(days, ({ sales }) => sales)).toBe(units(totals.amount));
      expect(sum(days, ({ buys }) => buys)).toBe(
        sum(members, ({ memberId, totals: { bought } }) => (own.includes(memberId) ? bought : null)),
      );
    }
  });

  test('a day of the statistics is that day of the fee report', async () => {
    const days = await readStatsDays(database.pool);
    const counted = days.filter(({ day }) => report.rows.some((row) => row.day === day));
    expect(new Set(counted.map(({ day }) => day))).toEqual(new Set(report.rows.map(({ day }) => day)));
    for (const { day, trades, sales, buys, fees, krw } of counted) {
      const rows = report.rows.filter((row) => row.day === day);
      expect(rows.filter(({ kind }) => kind === 'completion')).toHaveLength(trades);
      expect([sales, buys, fees, krw].map(units)).toEqual([
        sum(rows, ({ amount }) => amount),
        sum(rows, ({ amount }) => amount),
        sum(rows, ({ fee }) => fee),
        sum(rows, (row) => row.krw),
      ]);
    }
  });
});
