import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { History } from '../../testing/history.ts';
import { projectLog } from '../../testing/project-log.ts';
import { createReadModelDatabase, type ReadModelDatabase } from '../../testing/read-model-database.ts';
import { UncheckedLog } from '../../testing/unchecked-log.ts';
import { heads } from './heads.ts';

let database: ReadModelDatabase;
let log: UncheckedLog;
/** An order's stream with three events. */
let stream: string;

beforeEach(async () => {
  database = await createReadModelDatabase();
  log = new UncheckedLog();
  const history = new History();
  history.price('1400');
  const order = history.openOrder('sell', history.member(), '14000');
  history.cancelOrder(order);
  history.member();
  stream = `order-${order.id}`;
  await history.writeTo(log);
});

afterEach(() => database.drop());

const ofOrder = (revision: number) =>
  log.events.findIndex((event) => event.stream === stream && event.revision === revision);
const stopped = async (events: readonly RecordedEvent[]) => {
  expect(await projectLog(database, events, { readModels: [heads] })).toEqual(['halted']);
  return database.rows('select position, halted_reason, halted_event_id from read_heads.checkpoint');
};

test("stores a stream's last event as its head", async () => {
  expect(await projectLog(database, log.events, { readModels: [heads] })).toEqual(['applied']);
  const last = log.events[ofOrder(2)];
  expect(
    await database.rows('select revision, hash, position from read_heads.heads where stream = $1', [stream]),
  ).toEqual([{ revision: 2, hash: last?.metadata.hash, position: last?.position }]);
});

test.each([
  ['beginning is gone', 0],
  ['middle is gone', 1],
])('halts in a stream whose %s, so that nothing is signed over it', async (_, gone) => {
  const next = log.events[ofOrder(gone + 1)];
  const before = log.events[ofOrder(gone + 1) - 1];
  const rest = log.events.filter((_, index) => index !== ofOrder(gone));
  const reached = before === log.events[ofOrder(gone)] ? log.events[ofOrder(gone) - 1] : before;
  expect(await stopped(rest)).toEqual([
    { position: reached?.position, halted_reason: 'IMPOSSIBLE_EVENT', halted_event_id: next?.id },
  ]);
});

test('halts before an event that is in its stream twice', async () => {
  const again = log.events[ofOrder(1)];
  if (again !== undefined) log.force({ ...again, id: '99999999-9999-4999-8999-999999999999' });
  expect(await stopped(log.events)).toEqual([
    {
      position: log.events.at(-2)?.position,
      halted_reason: 'IMPOSSIBLE_EVENT',
      halted_event_id: '99999999-9999-4999-8999-999999999999',
    },
  ]);
});
