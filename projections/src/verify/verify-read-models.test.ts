import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectLog } from '../testing/project-log.ts';
import { randomHistory } from '../testing/random-history.ts';
import { createReadModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { UncheckedLog } from '../testing/unchecked-log.ts';
import { verifyReadModels } from './verify-read-models.ts';

let database: ReadModelDatabase;
let log: UncheckedLog;

beforeEach(async () => {
  database = await createReadModelDatabase();
  log = new UncheckedLog();
  await randomHistory(31, 400).writeTo(log);
  await projectLog(database, log.events);
});
afterEach(() => database.drop());

const verify = () => verifyReadModels({ log, pool: database.pool });

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

test('finds a halted read model and one of another version', async () => {
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
