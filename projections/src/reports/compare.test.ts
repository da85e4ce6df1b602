import { describe, expect, test } from 'vitest';
import { journal } from '../read-models/journal/journal.ts';
import { feeReport } from '../testing/fee-report.ts';
import { projectLog } from '../testing/project-log.ts';
import { randomHistory } from '../testing/random-history.ts';
import { database, history, log, setUpReadModels } from '../testing/read-models.fixture.ts';
import { UncheckedLog } from '../testing/unchecked-log.ts';
import { feeComparison } from './compare-fees.ts';
import { trialBalanceComparison } from './compare-trial-balances.ts';
import type { FeeReportQuery } from './fee-report.ts';
import { createFeeReports } from './fee-reports.ts';
import { feeRulesAsOf } from './fee-rules.ts';
import { trialBalance } from './trial-balance.ts';

const ever = { from: '0000-01-01', to: '9999-12-31' };

const sources = () => ({ pool: database.pool, log });

setUpReadModels(() => randomHistory(7, 500), 'to_compare');

/** As-of points of every kind, some with times that contradict log order. */
const asOfPoints = (): readonly string[] => {
  const { events } = log;
  const at = (share: number) => events[Math.floor(events.length * share)];
  const times = events.map(({ metadata }) => metadata.at).sort();
  return [
    at(0)?.id ?? '',
    at(0.4)?.id ?? '',
    times[Math.floor(times.length * 0.3)] ?? '',
    times[Math.floor(times.length * 0.7)] ?? '',
    `${at(0.8)?.id}@${times[Math.floor(times.length * 0.5)]}`,
    at(0.999)?.id ?? '',
  ];
};

/** Exact ten-thousandths, computed independently of the code under test. */
const units = (amount: string): bigint => {
  const [whole = '0', decimals = ''] = amount.replace('-', '').split('.');
  const size = BigInt(whole) * 10_000n + BigInt(decimals.padEnd(4, '0'));
  return amount.startsWith('-') ? -size : size;
};

describe('two as-of points of a fee report', () => {
  test('differ exactly by the totals of the completions between them', async () => {
    let moved = 0;
    let removed = 0;
    const { day = '' } = (await feeReport(sources(), ever)).rows.at(-1) ?? {};
    const periods = [ever, { ...ever, referralCode: 'REF1' }, { from: day, to: day }];
    for (const [place, before] of asOfPoints().entries())
      for (const [index, after] of asOfPoints().entries()) {
        const period = periods[(place + index) % periods.length] ?? ever;
        const compared = await feeComparison(sources(), period, { before, after }, { limit: 1_000 });
        const [earlier, later] = [
          await feeReport(sources(), { ...period, asOf: before }),
          await feeReport(sources(), { ...period, asOf: after }),
        ];
        expect(compared.before).toEqual({
          lastEvent: earlier.lastEvent,
          asOf: earlier.asOf,
          totals: earlier.totals,
        });
        expect(compared.after.totals).toEqual(later.totals);
        const sign = (change: string) => (change === 'added' ? 1n : -1n);
        for (const figure of ['amount', 'krw', 'fee'] as const) {
          const between = compared.items.reduce(
            (sum, item) => sum + sign(item.change) * units(item[figure]),
            0n,
          );
          expect(between).toBe(units(later.totals[figure]) - units(earlier.totals[figure]));
          expect(units(compared.difference[figure])).toBe(between);
        }
        for (const [figure, of] of [
          ['trades', 'completion'],
          ['reversals', 'reversal'],
        ] as const) {
          const ones = compared.items.filter(({ kind }) => kind === of);
          const count = ones.reduce((sum, { change }) => sum + Number(sign(change)), 0);
          expect(count).toBe(later.totals[figure] - earlier.totals[figure]);
          expect(compared.difference[figure]).toBe(count);
        }
        const [was, is] = [earlier.rows, later.rows].map((rows) => rows.map(({ eventId }) => eventId));
        const inOne = [...(was ?? []), ...(is ?? [])].filter((id) => was?.includes(id) !== is?.includes(id));
        expect(compared.items.map(({ eventId }) => eventId).sort()).toEqual(inOne.sort());
        moved += compared.items.length;
        removed += compared.items.filter(({ change }) => change === 'removed').length;
      }
    expect(moved).toBeGreaterThan(20);
    expect(removed).toBeGreaterThan(0);
  });

  test('have the same changes page by page, with one hash', async () => {
    const [before = ''] = asOfPoints();
    const whole = await feeComparison(sources(), ever, { before }, { limit: 1_000 });
    const pages = [];
    for (let afterEvent: string | undefined, more = true; more; ) {
      const page = await feeComparison(
        sources(),
        ever,
        { before, after: whole.after.asOf ?? '' },
        { limit: 2, afterEvent },
      );
      expect(page.sha256).toBe(whole.sha256);
      pages.push(...page.items);
      afterEvent = page.next ?? undefined;
      more = page.next !== null;
    }
    expect(pages).toEqual(whole.items);
    expect(whole.feeRules).toEqual(['cumulative-v1']);
    const points = { before: whole.after.asOf ?? '', after: before };
    // The same events, removed.
    const back = await feeComparison(sources(), ever, points, { limit: 1_000 });
    expect(back.items.map(({ eventId }) => eventId)).toEqual(whole.items.map(({ eventId }) => eventId));
    expect(back.sha256).not.toBe(whole.sha256);
  });

  test('fail when they are ahead of the read model, instead of giving a partial comparison', async () => {
    const [event] = log.events;
    const ahead = 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee';
    if (event !== undefined) log.force({ ...event, id: ahead });
    const behind = { reason: 'behind' };
    for (const requested of [{ before: ahead }, { before: event?.id ?? '', after: ahead }]) {
      await expect(feeComparison(sources(), ever, requested, { limit: 1 })).rejects.toMatchObject(behind);
      await expect(trialBalanceComparison(sources(), requested, { limit: 1 })).rejects.toMatchObject(behind);
    }
  });
});

test('two as-of points of the trial balance differ by the lines of the completions between them', async () => {
  for (const before of asOfPoints())
    for (const after of asOfPoints()) {
      const compared = await trialBalanceComparison(sources(), { before, after }, { limit: 1_000 });
      const [earlier, later] = [
        await trialBalance(sources(), { asOf: before }),
        await trialBalance(sources(), { asOf: after }),
      ];
      expect(compared.before).toMatchObject({ trades: earlier.trades, balanced: true, asOf: earlier.asOf });
      expect(compared.after).toMatchObject({ trades: later.trades, balanced: true, asOf: later.asOf });
      compared.accounts.forEach((moved, index) => {
        const lines = compared.items.flatMap(({ change, lines }) =>
          lines
            .filter(({ account, currency }) => account === moved.account && currency === moved.currency)
            .map(({ amount }) => (change === 'added' ? 1n : -1n) * units(amount)),
        );
        const sum = lines.reduce((total, amount) => total + amount, 0n);
        expect(units(moved.before)).toBe(units(earlier.accounts[index]?.amount ?? ''));
        expect(units(moved.after)).toBe(units(later.accounts[index]?.amount ?? ''));
        expect([units(moved.difference), units(moved.after) - units(moved.before)]).toEqual([sum, sum]);
      });
    }
  const [before = '', , , , , after = ''] = asOfPoints();
  const compared = () => trialBalanceComparison(sources(), { before, after }, { limit: 1 });
  const { sha256 } = await compared();
  await database.rows(
    'update read_journal.lines set amount = amount + 1 where position = (select min(position) from read_journal.lines) and line = 1',
  );
  const changed = await compared();
  expect([changed.before.balanced, changed.after.balanced]).toEqual([true, false]);
  expect(changed.sha256).not.toBe(sha256);
});

test('the trial balance names no changes and no fee rules while the fee book is behind the journal', async () => {
  const [first] = asOfPoints();
  const [seller, buyer] = [history.member(), history.member()];
  const sell = history.openOrder('sell', seller, '14000');
  history.complete(history.match(sell, history.openOrder('buy', buyer, '14000')));
  await history.writeTo(log);
  await projectLog(database, log.events, { readModels: [journal] });
  const { asOf } = await trialBalance(sources());
  const compared = () => trialBalanceComparison(sources(), { before: first ?? '' }, { limit: 1_000 });
  const behind = { name: 'ReadModelUnavailable', readModel: 'fees', reason: 'behind' };
  await expect(compared()).rejects.toMatchObject(behind);
  await expect(feeRulesAsOf(sources(), asOf)).rejects.toMatchObject(behind);
  await projectLog(database, log.events);
  expect((await compared()).items.at(-1)?.eventId).toBe(asOf);
  expect(await feeRulesAsOf(sources(), asOf)).toEqual(['cumulative-v1']);
});

test('a summary equals the report without its rows, also when its hash continues an earlier one', async () => {
  const read = createFeeReports(sources());
  const summaries = (query: FeeReportQuery) => read(query, async (summary) => summary);
  const { events } = log;
  const requested = [
    ...asOfPoints().slice(0, 4),
    events[Math.floor(events.length * 0.6)]?.id ?? '',
    ...asOfPoints(),
  ];
  for (const asOf of [...requested, undefined]) {
    const { rows, ...report } = await feeReport(sources(), { ...ever, asOf });
    const { asOfPoint, ...summary } = await summaries({ ...ever, asOf });
    expect(summary).toEqual(report);
    expect(asOfPoint.eventId).toBe(report.lastEvent);
    expect(rows).toHaveLength(summary.totals.trades + summary.totals.reversals);
  }
  const [before] = await Promise.all([summaries(ever), summaries(ever)]);
  const more = randomHistory(7, 700);
  const longer = new UncheckedLog();
  await more.writeTo(longer);
  for (const event of longer.events.slice(events.length)) log.force(event);
  await projectLog(database, log.events);
  // Also while two requests continue it at once.
  const [after, other] = await Promise.all([summaries(ever), summaries(ever)]);
  expect(other).toEqual(after);
  expect(after.totals.trades).toBeGreaterThan(before.totals.trades);
  expect(after.sha256).toBe((await feeReport(sources(), ever)).sha256);

  // After a replaced build, the hash starts over.
  await database.rows(
    `update read_fees.fees set fee = fee + 1 where position = (select min(position) from read_fees.fees)`,
  );
  await database.rows('update read_fees.checkpoint set build = gen_random_uuid()');
  expect((await summaries(ever)).sha256).not.toBe(after.sha256);
});

test('a report may have more rows than one page', async () => {
  await database.rows('create table one as select * from read_fees.fees order by position limit 1');
  await database.rows(
    `insert into read_fees.fees select overlay(event_id::text placing lpad(to_hex(n), 8, '0') from 1)::uuid, kind, position || lpad(n::text, 6, '0'),
       trade_id, sell_order_id, buy_order_id, seller_id, buyer_id, referral_code, amount, price, krw, fee_rate, fee_rule, fee, at, day
     from one, generate_series(1, 5001) n`,
  );
  await database.rows('drop table one');
  const report = await feeReport(sources(), ever);
  expect(report.rows).toHaveLength(report.totals.trades + report.totals.reversals);
  expect(report.totals.trades).toBeGreaterThan(5_001);
  expect(units(report.totals.amount)).toBe(report.rows.reduce((sum, { amount }) => sum + units(amount), 0n));
});
