import type { HypotheticalFeeRule } from '@matgyo/contracts/fee-rule';
import type { Usdt } from '@matgyo/contracts/money';
import { feeRuleText } from '@matgyo/contracts/schemas/fee-rule';
import { DryRunOrder } from '@matgyo/ledger/dry-run-fees';
import { describe, expect, test } from 'vitest';
import { feeReport } from '../testing/fee-report.ts';
import { randomHistory } from '../testing/random-history.ts';
import { database, log, setUpReadModels } from '../testing/read-models.fixture.ts';
import { computeFeesDryRun } from './fees-dry-run.ts';

const ever = { from: '0000-01-01', to: '9999-12-31' };

const sources = () => ({ pool: database.pool, log });

setUpReadModels(() => randomHistory(11, 900), 'of_fees');

const ruleOf = (written: object): HypotheticalFeeRule => feeRuleText.parse(JSON.stringify(written));
const eventAt = (share: number) => log.events[Math.floor((log.events.length - 1) * share)]?.id ?? '';
const units = (amount: string) => BigInt(amount.replace('.', ''));
const total = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + units(amount), 0n);

describe('a dry run', () => {
  const rule = ruleOf({
    rate: '0.02',
    tiers: [{ from: '100', rate: '0.005' }],
    codes: { REF1: '0.001' },
    minimum: '0.3',
  });
  const whole = () => computeFeesDryRun(sources(), { rule, before: eventAt(0), after: eventAt(1) });

  test('of the rule in force equals what was charged, between any two as-of points', async () => {
    const inForce = ruleOf({ rate: '0.01' });
    for (const before of [eventAt(0), eventAt(0.3), eventAt(0.6)]) {
      const { totals, members } = await computeFeesDryRun(sources(), {
        rule: inForce,
        before,
        after: eventAt(1),
      });
      expect(totals).toMatchObject({ rehearsed: totals.charged, difference: '0.0000' });
      for (const { charged, rehearsed } of members) expect(rehearsed).toBe(charged);
    }
  });

  test('applies the rule trade by trade, with sums by day, code and member', async () => {
    const { rows: lines } = await feeReport(sources(), { ...ever, asOf: eventAt(1) });
    // Trades reversed later were charged too.
    const rows = lines.filter(({ kind }) => kind === 'completion');
    expect(rows.length).toBeLessThan(lines.length);
    const orders = new Map<string, DryRunOrder>();
    const expected = rows.map((row) => {
      const order = orders.get(row.sellOrderId) ?? new DryRunOrder(rule);
      orders.set(row.sellOrderId, order);
      return { ...row, rehearsed: order.complete(row) };
    });
    expect(expected.length).toBeGreaterThan(10);
    const { totals, reversed, days, codes, members } = await whole();
    expect(reversed.trades).toBe(lines.length - rows.length);
    expect(units(totals.charged) - units(reversed.fee)).toBe(total(lines.map(({ fee }) => fee)));
    expect(totals.trades).toBe(rows.length);
    expect(units(totals.amount)).toBe(total(rows.map(({ amount }) => amount)));
    expect(units(totals.charged)).toBe(total(rows.map(({ fee }) => fee)));
    expect(units(totals.rehearsed)).toBe(total(expected.map(({ rehearsed }) => rehearsed)));
    const of = (rows: readonly { readonly rehearsed: Usdt }[]) =>
      total(rows.map(({ rehearsed }) => rehearsed));
    for (const row of days)
      expect(units(row.rehearsed)).toBe(of(expected.filter(({ day }) => day === row.day)));
    for (const row of codes)
      expect(units(row.rehearsed)).toBe(
        of(expected.filter(({ referralCode }) => referralCode === row.referralCode)),
      );
    for (const row of members)
      expect(units(row.rehearsed)).toBe(of(expected.filter(({ sellerId }) => sellerId === row.memberId)));
    for (const listed of [codes, members].map((rows) => rows.map(({ rehearsed }) => units(rehearsed))))
      expect(listed).toEqual(listed.toSorted((one, other) => (one < other ? 1 : -1)));
    for (const lists of [days, codes, members])
      expect(lists.reduce((trades, row) => trades + row.trades, 0)).toBe(totals.trades);
    expect(units(totals.rehearsed) - units(totals.charged)).toBe(BigInt(totals.difference.replace('.', '')));
  });

  test('of two adjacent ranges adds up to that of both, also for orders in both', async () => {
    const [first, second] = [
      await computeFeesDryRun(sources(), { rule, before: eventAt(0), after: eventAt(0.5) }),
      await computeFeesDryRun(sources(), { rule, before: eventAt(0.5), after: eventAt(1) }),
    ];
    const { totals } = await whole();
    expect(total([first.totals.rehearsed, second.totals.rehearsed])).toBe(units(totals.rehearsed));
    expect(first.totals.trades).toBeGreaterThan(0);
    expect(second.totals.trades).toBeGreaterThan(0);
  });

  test('can be limited to one code', async () => {
    const { codes } = await whole();
    const one = await computeFeesDryRun(sources(), {
      rule,
      before: eventAt(0),
      after: eventAt(1),
      referralCode: 'REF1',
    });
    expect(one.codes).toEqual(codes.filter(({ referralCode }) => referralCode === 'REF1'));
  });

  test('is deterministic, with a fingerprint of the rule, the range and every fee', async () => {
    const once = await whole();
    expect(await whole()).toEqual(once);
    const other = await computeFeesDryRun(sources(), {
      rule: { ...rule, minimum: '0.2000' as Usdt },
      before: eventAt(0),
      after: eventAt(1),
    });
    const shorter = await computeFeesDryRun(sources(), { rule, before: eventAt(0), after: eventAt(0.9) });
    await database.rows(
      `update read_fees.fees set fee = fee + 1
       where position = (select min(position) from read_fees.fees where kind = 'completion')`,
    );
    const charged = await whole();
    expect(new Set([once, other, shorter, charged].map(({ sha256 }) => sha256)).size).toBe(4);
  });

  test('writes nothing, and reports progress', async () => {
    const state = () =>
      database.rows(
        'select (select count(*) from read_fees.fees) as fees, build, position from read_fees.checkpoint',
      );
    const before = await state();
    const seen: number[] = [];
    await computeFeesDryRun(sources(), { rule, before: eventAt(0), after: eventAt(1) }, ({ done, total }) =>
      seen.push(total - done),
    );
    expect(seen[0]).toBeGreaterThan(0);
    expect(seen.at(-1)).toBe(0);
    expect(await state()).toEqual(before);
  });

  test('of a range without trades is empty', async () => {
    expect(await computeFeesDryRun(sources(), { rule, before: eventAt(1), after: eventAt(1) })).toMatchObject(
      { totals: { trades: 0, rehearsed: '0.0000' }, days: [], codes: [], members: [] },
    );
  });
});
