import type { Level } from '@matgyo/contracts/levels';
import { levelsText } from '@matgyo/contracts/schemas/levels';
import { describe, expect, test } from 'vitest';
import { randomHistory } from '../testing/random-history.ts';
import { database, log, setUpReadModels } from '../testing/read-models.fixture.ts';
import { computeLevelsDryRun } from './levels-dry-run.ts';

const sources = () => ({ pool: database.pool, log });

setUpReadModels(() => randomHistory(5, 900), 'of_levels');

const levelsOf = (...levels: object[]): readonly Level[] => levelsText.parse(JSON.stringify(levels));
const strict = levelsOf({ trades: 0, openKrw: '900000' }, { trades: 3, openKrw: '2000000' });
const eventAt = (share: number) => log.events[Math.floor((log.events.length - 1) * share)]?.id ?? '';
const between = (from: number, to: number, levels = strict) =>
  computeLevelsDryRun(sources(), { levels, before: eventAt(from), after: eventAt(to) });
const total = (rows: readonly { readonly refusedKrw: string }[]) =>
  rows.reduce((sum, { refusedKrw }) => sum + BigInt(refusedKrw), 0n);

describe('a dry run of levels', () => {
  test('refuses nothing where no level has a limit', async () => {
    const { totals, members } = await between(0, 1, levelsOf({ trades: 0, openKrw: null }));
    expect(totals).toMatchObject({ refused: 0, refusedKrw: '0' });
    expect(totals.orders).toBeGreaterThan(50);
    expect(members).toEqual([]);
  });

  test('adds up the refused orders by day, level and member', async () => {
    const { totals, days, byLevel, members, refused } = await between(0, 1);
    expect(refused).toHaveLength(totals.refused);
    expect(totals.refused).toBeGreaterThan(5);
    expect(totals.refused).toBeLessThan(totals.orders);
    for (const rows of [days, byLevel, members]) expect(total(rows)).toBe(BigInt(totals.refusedKrw));
    for (const rows of [days, byLevel])
      expect(rows.reduce((orders, row) => orders + row.orders, 0)).toBe(totals.orders);
    const ofMembers = members.map(({ refusedKrw }) => Number(refusedKrw));
    expect(ofMembers).toEqual(ofMembers.toSorted((one, other) => other - one));
    for (const { krw, openKrw, limitKrw } of refused)
      expect(Number(openKrw) + Number(krw)).toBeGreaterThan(Number(limitKrw));
  });

  test('of two adjacent ranges adds up to that of both: what was open before a range counts in it', async () => {
    const [first, second, both] = [await between(0, 0.4), await between(0.4, 1), await between(0, 1)];
    expect(first.totals.refused + second.totals.refused).toBe(both.totals.refused);
    expect([...first.refused, ...second.refused]).toEqual(both.refused);
  });

  test('is deterministic, with a fingerprint of the levels, the range and every order', async () => {
    const one = await between(0, 1);
    expect(await between(0, 1)).toEqual(one);
    const others = [await between(0, 0.9), await between(0.1, 1), await between(0, 1, strict.slice(0, 1))];
    const placed = log.events.findLast(({ type }) => type === 'OrderPlaced');
    Object.assign(placed?.data ?? {}, { krwAmount: '1' });
    expect(new Set([one, ...others, await between(0, 1)].map(({ sha256 }) => sha256)).size).toBe(5);
  });

  test('up to now names the last event, so that it can be repeated', async () => {
    const now = await computeLevelsDryRun(sources(), { levels: strict, before: eventAt(0) });
    expect(now.after.lastEvent).toBe(log.events.at(-1)?.id);
    const again = { levels: strict, before: now.before.asOf ?? '', after: now.after.asOf ?? '' };
    expect(await computeLevelsDryRun(sources(), again)).toEqual(now);
  });

  test('as of a time leaves out all of an order that a process with a fast clock placed after it', async () => {
    const placed = log.events.findIndex(({ type }) => type === 'OrderPlaced');
    const { stream, metadata } = log.events[placed] ?? {};
    const next = log.events.find((event, index) => event.stream === stream && index > placed);
    const asOf = { levels: strict, before: eventAt(0), after: `${next?.id}@${next?.metadata.at}` };
    const { totals } = await computeLevelsDryRun(sources(), asOf);
    Object.assign(metadata ?? {}, { at: log.events.at(-1)?.metadata.at });
    expect((await computeLevelsDryRun(sources(), asOf)).totals.orders).toBe(totals.orders - 1);
  });

  test('ends when it is aborted', async () => {
    const query = { levels: strict, before: eventAt(0) };
    await expect(
      computeLevelsDryRun(sources(), query, undefined, AbortSignal.abort(new Error('stopped'))),
    ).rejects.toThrow('stopped');
  });
});
