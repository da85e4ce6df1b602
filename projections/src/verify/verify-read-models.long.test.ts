import { describe, expect, test } from 'vitest';
import { allReadModels } from '../read-models/all-read-models.ts';
import { openLeadership } from '../runner/leadership.ts';
import { startProjections } from '../runner/start-projections.ts';
import { randomHistory } from '../testing/random-history.ts';
import { database, log, setUpReadModels } from '../testing/read-models.fixture.ts';
import { UncheckedLog } from '../testing/unchecked-log.ts';
import { verifyReadModels } from './verify-read-models.ts';

setUpReadModels(() => randomHistory(31, 120), 'to_verify');

const verifyAll = () => verifyReadModels({ log, pool: database.pool });
const verify = async () => (await verifyAll()).findings;
const notes = async () => (await verifyAll()).notes;

test('finds nothing in tables that equal the fold of the log at their checkpoint', async () => {
  const extra = log.events.find(({ type }) => type === 'MemberRegistered');
  // The log has advanced past the tables.
  if (extra !== undefined) log.force({ ...extra, id: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee' });
  expect(await verify()).toEqual([]);
});

test('names the read model and the table of a changed row', async () => {
  const [{ order_id } = { order_id: '' }] = await database.rows<{ order_id: string }>(
    `update read_orders.orders set status = 'Cancelled' where order_id = (select max(order_id) from read_orders.orders) returning order_id`,
  );
  expect(await verify()).toEqual([
    { check: 'readModels', what: `orders: rows of orders differ, among them ${order_id}` },
  ]);
});

test('finds an unbalanced journal twice: it differs from the fold, and its sums are not zero', async () => {
  await database.rows(
    'delete from read_journal.lines where line = 1 and position = (select max(position) from read_journal.lines)',
  );
  expect(await verify()).toMatchObject([{ check: 'readModels' }, { check: 'journal' }]);
});

test('finds a halted read model and one of a newer version', async () => {
  await database.rows(
    `update read_fees.checkpoint set halted_at = now(), halted_reason = 'IMPOSSIBLE_EVENT', halted_event_id = event_id`,
  );
  await database.rows('update read_stats.checkpoint set version = 7');
  expect(await verify()).toEqual([
    expect.objectContaining({ what: 'stats was written by version 7, this software is version 1' }),
    expect.objectContaining({ what: 'fees has halted (IMPOSSIBLE_EVENT)', eventId: log.events.at(-1)?.id }),
  ]);
});

test('finds a checkpoint beyond the position to which the log can be folded', async () => {
  const at = log.events.findIndex(({ type }) => type === 'TradeCompleted');
  const event = log.events[at];
  if (event !== undefined) log.events[at] = { ...event, type: 'TradeTaxed' };
  const found = await verify();
  expect(found.map(({ what }) => what)).toContain('fees is further than the log can be folded');
});

describe('what is missing is found', () => {
  const lost = (name: string) => ({
    check: 'readModels',
    what: `${name} has lost its checkpoint: it was not compared`,
  });

  test('checkpoints', async () => {
    for (const name of ['fees', 'moments', 'journal'])
      await database.rows(`alter table read_${name}.checkpoint rename to other`);
    await database.rows('delete from read_orders.checkpoint');
    expect(new Set(await verify())).toEqual(new Set(['fees', 'moments', 'journal', 'orders'].map(lost)));
  });

  test.each(['alter table projections.shared_checkpoint rename to other', 'drop schema projections cascade'])(
    '%s',
    async (change) => {
      await database.rows(change);
      expect(await verify()).toEqual(allReadModels.map(({ name }) => lost(name)));
    },
  );

  test('tables', async () => {
    const tables = { fees: 'fees', journal: 'lines', moments: 'minutes', trades: 'cases' };
    for (const [name, table] of Object.entries(tables))
      await database.rows(`alter table read_${name}.${table} rename to other`);
    const lacks = Object.entries(tables).map(([name, table]) => ({
      check: 'readModels',
      what: `${name} lacks its table ${table}: it was not compared`,
    }));
    expect(new Set(await verify())).toEqual(new Set(lacks));
  });

  test('a whole read model, while projections run that would make it', async () => {
    await database.rows('alter schema read_fees rename to read_other');
    await database.rows('create schema app; create table app.audit_log ()');
    const leadership = await openLeadership(database.connection);
    try {
      expect(await leadership.tryToLead()).toBe(true);
      expect(await verifyAll()).toEqual({
        findings: [{ check: 'readModels', what: 'fees is missing: it was not compared' }],
        notes: [],
      });
    } finally {
      await leadership.close();
    }
  });
});

describe('nothing is found', () => {
  test('in a new read model that the projections have not made since an upgrade, but it is noted', async () => {
    await database.rows('drop schema read_fees cascade');
    // Without a backend nothing was ever to be made.
    expect(await notes()).toEqual([]);
    await database.rows('create schema app; create table app.audit_log ()');
    expect(await verifyAll()).toEqual({
      findings: [],
      notes: [
        'the read model fees is missing, and no projections run that would make it: it was not compared',
      ],
    });
  });

  test('in one of an earlier version, which the projections have not rebuilt since an upgrade, but it is noted', async () => {
    await database.rows('update read_trades.checkpoint set version = version - 1');
    await database.rows(`update read_trades.trades set status = 'completed'`);
    expect(await verifyAll()).toEqual({
      findings: [],
      notes: [
        'the read model trades is of an earlier version until projections have rebuilt it: it was not compared',
      ],
    });
  });

  test('where nothing has happened yet', async () => {
    for (const { name } of allReadModels) await database.rows(`drop schema read_${name} cascade`);
    await database.rows('drop schema projections cascade; create schema app; create table app.audit_log ()');
    const empty = new UncheckedLog();
    expect(await verifyReadModels({ log: empty, pool: database.pool })).toEqual({ findings: [], notes: [] });
  });

  test('while projections that have just begun make their tables', async () => {
    for (const { name } of allReadModels) await database.rows(`drop schema read_${name} cascade`);
    await database.rows('drop schema projections cascade; create schema app; create table app.audit_log ()');
    const ending = new AbortController();
    const running = startProjections({ log, pool: database.pool, signal: ending.signal });
    expect(await verify()).toEqual([]);
    ending.abort();
    await running.finished;
  });
});
