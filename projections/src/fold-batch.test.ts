import { expect, test } from 'vitest';
import { foldBatch } from './fold-batch.ts';
import { LoggedEvent } from './logged-event.ts';
import { nothingOn } from './read-models/stats/stats.ts';
import { daysTable } from './read-models/stats/tables.ts';
import { trades } from './read-models/trades/trades.ts';
import type { Querying } from './stored-rows.ts';
import { History } from './testing/history.ts';
import { UncheckedLog } from './testing/unchecked-log.ts';
import { WorkingRows } from './working-rows.ts';

test('rows of streams started in earlier batches are not loaded, though the read model read none of them', async () => {
  const history = new History();
  history.price('1400');
  const [seller, buyer] = [history.member(), history.member()];
  const sell = history.openOrder('sell', seller, '14000');
  const buy = history.openOrder('buy', buyer, '14000');
  const log = new UncheckedLog();
  await history.writeTo(log);
  const before = log.events.length;
  history.match(sell, buy);
  await history.writeTo(log);
  const events = log.events.map((event) => new LoggedEvent(event));

  const loads: string[] = [];
  const empty: Querying = {
    async query({ text }) {
      loads.push(text);
      return { rows: [], rowCount: 0, command: 'SELECT', oid: 0, fields: [] };
    },
  };
  const build = { model: trades, schema: 'read_trades', rows: new WorkingRows() };
  await foldBatch(empty, build, events.slice(0, before));
  const { changes } = await foldBatch(empty, build, events.slice(before));

  expect(changes.find(({ shape }) => shape.name === 'matched_orders')?.appended).toHaveLength(2);
  expect(loads.filter((text) => text.includes('matched_orders'))).toEqual([]);
});

test('rows that are being written stay in memory, however many others are read, and are forgotten once they are written', () => {
  const rows = new WorkingRows();
  const [changed, others] = ['2026-01-01', Array.from({ length: 5_001 }, (_, index) => `day ${index}`)];
  rows.load(daysTable, [changed], []);
  rows.put(daysTable, nothingOn(changed));
  rows.takeChanges();
  rows.load(daysTable, others, []);
  rows.forgetOldest();
  expect(rows.missing(daysTable, [changed, ...others])).toEqual(['day 0', 'day 1']);
  rows.takeChanges();
  rows.load(daysTable, ['day 0'], []);
  rows.forgetOldest();
  expect(rows.missing(daysTable, [changed, ...others])).toEqual([changed, 'day 1']);
});
