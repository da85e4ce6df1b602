import { describe, expect, test, vi } from 'vitest';
import { createBuild } from '../builds.ts';
import { fees } from '../read-models/fees/fees.ts';
import { journal } from '../read-models/journal/journal.ts';
import { moments } from '../read-models/moments/moments.ts';
import { stats } from '../read-models/stats/stats.ts';
import { foldAsOf } from '../replay/fold-as-of.ts';
import { type FeeReport, feeReport } from '../testing/fee-report.ts';
import { projectLog } from '../testing/project-log.ts';
import { randomHistory } from '../testing/random-history.ts';
import { database, log, setUpReadModels } from '../testing/read-models.fixture.ts';
import { asOfPointOf, stableAfterMs } from './as-of-point.ts';
import { feeReportFrom } from './fee-report.ts';
import { statsReportFrom } from './stats.ts';
import { trialBalance, trialBalanceFrom } from './trial-balance.ts';

const movesMoney = new Set(['TradeCompleted', 'TradeReversed']);
const ever = { from: '0000-01-01', to: '9999-12-31' };

setUpReadModels(() => randomHistory(8, 500), 'as_of');

const report = (query: Partial<Parameters<typeof feeReport>[1]> = {}) =>
  feeReport({ pool: database.pool, log }, { ...ever, ...query });

describe('an as-of point', () => {
  /** The events up to a time, found by reading the whole log. */
  const eventsBy = (at: string) => log.events.filter(({ metadata }) => metadata.at <= at);
  const times = () => {
    const all = log.events.map(({ metadata }) => metadata.at).sort();
    return [0.02, 0.3, 0.5, 0.77, 0.99].map((share) => all[Math.floor(all.length * share)] ?? '');
  };

  test('given as a time is the last event written by then; the report and the trial balance cover the events written by then', async () => {
    for (const at of times()) {
      const found = await report({ asOf: at });
      const included = eventsBy(at);
      expect(found.lastEvent).toBe(included.at(-1)?.id);
      expect(found.rows.map(({ eventId }) => eventId)).toEqual(
        included.filter(({ type }) => movesMoney.has(type)).map(({ id }) => id),
      );
      const { trades, reversals, fee } = found.totals;
      const balance = await trialBalance({ pool: database.pool, log }, { asOf: at });
      expect(balance).toMatchObject({ trades, reversals, lastEvent: found.lastEvent });
      expect(balance.accounts).toContainEqual({ account: 'platform', currency: 'USDT', amount: fee });
    }
  });

  test('as named in a report gives the same bytes again, also after a late event with an earlier time', async () => {
    const [, , at = ''] = times();
    const first = await report({ asOf: at });
    expect(first.asOf).toBe(`${first.lastEvent}@${at}`);
    const late = log.events.find(({ type }) => type === 'TradeCompleted');
    if (late !== undefined) {
      const metadata = { ...late.metadata, at: '2026-01-31T14:00:00.000Z' };
      const tradeId = 'e'.repeat(24);
      log.force({
        ...late,
        id: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee',
        stream: `trade-${tradeId}`,
        metadata,
      });
    }
    await projectLog(database, log.events, { readModels: [fees] });
    expect(JSON.stringify(await report({ asOf: first.asOf ?? '' }))).toBe(JSON.stringify(first));
    expect((await report({ asOf: at })).rows.length).toBe(first.rows.length + 1);
  });

  test('is found also when the index of minutes is behind, or missing', async () => {
    const [, , at = ''] = times();
    const expected = eventsBy(at).at(-1)?.id;
    await database.rows('drop schema read_moments cascade');
    expect((await report({ asOf: at })).lastEvent).toBe(expected);
    const half = log.events.slice(0, Math.floor(log.events.length / 4));
    const client = await database.pool.connect();
    await createBuild(client, moments, 'read_moments');
    client.release();
    await projectLog(database, half, { readModels: [moments] });
    expect((await report({ asOf: at })).lastEvent).toBe(expected);
  });

  test('given as an event is found by the index of events and the events after it, without searching the log', async () => {
    const read: string[] = [];
    const { readAll, positionOf } = { readAll: log.readAll.bind(log), positionOf: log.positionOf.bind(log) };
    log.readAll = (options) => {
      read.push(options.after);
      return readAll(options);
    };
    log.positionOf = () => Promise.reject(new Error('the log was searched'));
    const end = log.events.at(-1)?.position;
    const [first] = log.events;
    expect((await report({ asOf: first?.id ?? '' })).lastEvent).toBe(first?.id);
    expect(read).toEqual([]);
    const unknown = '99999999-9999-4999-8999-999999999999';
    await expect(report({ asOf: unknown })).rejects.toMatchObject({ reason: 'no such event' });
    expect(read).toEqual([end]);

    log.positionOf = positionOf;
    await database.rows('update read_moments.checkpoint set version = 1');
    expect((await report({ asOf: first?.id ?? '' })).lastEvent).toBe(first?.id);
  });

  test.each([
    ['yesterday', 'malformed'],
    ['0000-01-01T00:00:00Z', 'malformed'],
    ['2026-01-31', 'malformed'],
    ['2026-01-31T15:00:00', 'malformed'],
    ['@2026-01-31T15:00:00Z', 'malformed'],
    ['99999999-9999-4999-8999-999999999999@2026-01-31T15:00:00Z@', 'malformed'],
    ['99999999-9999-4999-8999-999999999999', 'no such event'],
    ['9999-01-01T00:00:00Z', 'too recent'],
  ])('%s is none: %s', async (asOf, reason) => {
    await expect(report({ asOf })).rejects.toMatchObject({ name: 'UnknownAsOfPoint', reason });
  });

  test('less than a minute ago is refused: an event with an earlier time may still arrive', async () => {
    const asOf = new Date(Date.now() - stableAfterMs + 5_000).toISOString();
    await expect(report({ asOf })).rejects.toMatchObject({ name: 'UnknownAsOfPoint', reason: 'too recent' });
  });

  test('as named in a report gives the same bytes while the clock is set back before it', async () => {
    const [at = ''] = times();
    const first = await report({ asOf: at });
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse(at) - 3_600_000);
    const again = await report({ asOf: first.asOf ?? '' }).finally(() => clock.mockRestore());
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  });

  test('before the first event gives an empty report', async () => {
    expect(await report({ asOf: '2001-01-01T00:00:00Z' })).toMatchObject({ rows: [], lastEvent: null });
  });

  test('ahead of the read model is an error, not a partial report', async () => {
    const [event] = log.events;
    if (event !== undefined) log.force({ ...event, id: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee' });
    await expect(report({ asOf: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee' })).rejects.toMatchObject({
      name: 'ReadModelUnavailable',
      reason: 'behind',
    });
  });

  test('folded from the log gives the same reports as the live tables, and leaves no tables behind', async () => {
    const [, , at = ''] = times();
    const sources = { pool: database.pool, log };
    const live: FeeReport = await report({ asOf: at });
    const asOfPoint = await asOfPointOf(sources, at);
    const folded = await foldAsOf({ ...sources, model: fees }, asOfPoint, (fold) =>
      feeReportFrom(fold, ever),
    );
    expect(JSON.stringify(folded)).toBe(JSON.stringify(live));
    const balance = await foldAsOf({ ...sources, model: journal }, asOfPoint, trialBalanceFrom);
    expect(JSON.stringify(balance)).toBe(JSON.stringify(await trialBalance(sources, { asOf: at })));
    expect(await database.rows(`select nspname from pg_namespace where nspname like 'scratch%'`)).toEqual([]);

    const included = eventsBy(at);
    const counts = await foldAsOf({ ...sources, model: stats }, asOfPoint, statsReportFrom);
    expect(counts).toMatchObject({
      users: included.filter(({ type }) => type === 'MemberRegistered').length,
      trades: live.totals.trades,
      totalFees: live.totals.fee,
      lastEvent: live.lastEvent,
    });
  });
});
