import { schemaVersionOf } from '@matgyo/contracts/events/ledger-event';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { beforeEach, describe, expect, test } from 'vitest';
import { LoggedEvent } from '../logged-event.ts';
import { allReadModels } from '../read-models/all-read-models.ts';
import { fees } from '../read-models/fees/fees.ts';
import { orders } from '../read-models/orders/orders.ts';
import { projectLog } from '../testing/project-log.ts';
import { database, history, log, setUpReadModels } from '../testing/read-models.fixture.ts';
import { UncheckedLog } from '../testing/unchecked-log.ts';

setUpReadModels();
beforeEach(async () => {
  history.price('1400');
  const [seller, buyer] = [history.member(), history.member()];
  const sell = history.openOrder('sell', seller, '1400000');
  for (let trade = 0; trade < 10; trade++)
    history.complete(history.match(sell, history.openOrder('buy', buyer, '14000')));
  await history.writeTo(log);
});

/** The log with an event inserted after the first `after`, which no writer would have appended. */
function withEvent(after: number, put: Partial<RecordedEvent>): readonly RecordedEvent[] {
  const changed = new UncheckedLog();
  const template = log.events[after] as RecordedEvent;
  for (const event of log.events.slice(0, after)) changed.force(event);
  changed.force({ ...template, id: '99999999-9999-4999-8999-999999999999', ...put });
  for (const event of log.events.slice(after)) changed.force(event);
  return changed.events;
}

const checkpointOf = (name: string) =>
  database.rows<{ position: string; halted_reason: string | null; halted_event_id: string | null }>(
    `select position, halted_reason, halted_event_id from read_${name}.checkpoint`,
  );

test('a build that another process has brought further is not marked as halted', async () => {
  const [behind, ahead] = [await database.open(fees), await database.open(fees)];
  await ahead.handle(log.events.map((event) => new LoggedEvent(event)));
  const [unknown] = withEvent(0, { stream: 'trade-x', revision: 0, type: 'TradeTaxed' });
  expect(await behind.handle([new LoggedEvent(unknown as RecordedEvent)])).toBe('halted');
  expect((await checkpointOf('fees'))[0]?.halted_reason).toBeNull();
});

describe('an event that cannot be applied halts only the projections that read it, before it', () => {
  test.each([
    ['an unknown type', { type: 'TradeTaxed' }, 'UNREADABLE_EVENT'],
    ['a field that is missing', { type: 'TradeCompleting', data: {} }, 'UNREADABLE_EVENT'],
    [
      'an event of something else',
      { type: 'OrderApproved', data: { orderId: 'a'.repeat(24) } },
      'IMPOSSIBLE_EVENT',
    ],
  ])('%s', async (_, put, reason) => {
    const events = withEvent(60, { stream: 'trade-x', revision: 0, ...put });
    await projectLog(database, events);
    for (const { name, streams, ignores } of allReadModels) {
      const [checkpoint] = await checkpointOf(name);
      if (streams.includes('trade-') && !ignores?.has(put.type)) {
        expect(checkpoint, name).toEqual({
          position: events[59]?.position,
          halted_reason: reason,
          halted_event_id: '99999999-9999-4999-8999-999999999999',
        });
      } else {
        expect(checkpoint, name).toEqual({
          position: events.at(-1)?.position,
          halted_reason: null,
          halted_event_id: null,
        });
      }
    }
  });

  test('applies everything before it, and continues once the event can be applied', async () => {
    const future = schemaVersionOf('TradeCompleted') + 1;
    const at = log.events.findLastIndex(({ type }) => type === 'TradeCompleted');
    const bad = log.events.map((event, index) =>
      index === at ? { ...event, metadata: { ...event.metadata, schemaVersion: future } } : event,
    );
    await projectLog(database, bad, { readModels: [fees] });
    const count = 'select count(*)::int as rows from read_fees.fees';
    expect(await database.rows(count)).toEqual([{ rows: 9 }]);
    expect(await checkpointOf('fees')).toMatchObject([
      { halted_reason: 'UNREADABLE_EVENT', position: bad[at - 1]?.position },
    ]);

    const since = 'select halted_at from read_fees.checkpoint';
    const halted = await database.rows(since);
    await projectLog(database, bad, { readModels: [fees] });
    expect(await database.rows(since)).toEqual(halted);

    await projectLog(database, log.events, { readModels: [fees] });
    expect(await database.rows(count)).toEqual([{ rows: 10 }]);
    expect(await checkpointOf('fees')).toMatchObject([
      { halted_reason: null, position: log.events.at(-1)?.position },
    ]);
  });

  test.each([
    ['a quantity that would fall below zero', 'FillReserved', { amount: '999999.0000' }],
    ['an order that was not placed', 'FillReserved', { orderId: 'f'.repeat(24) }],
  ])('%s', async (_, type, data) => {
    const at = log.events.findIndex((event) => event.type === type);
    const bad = log.events.map((event, index) =>
      index === at ? { ...event, data: { ...event.data, ...data } } : event,
    );
    await projectLog(database, bad, { readModels: [orders] });
    const [checkpoint] = await checkpointOf('orders');
    expect(checkpoint).toMatchObject({ position: bad[at - 1]?.position, halted_event_id: bad[at]?.id });
  });

  test('halts at an event that the database refuses, found within its batch', async () => {
    const projector = await database.open(fees);
    await database.pool.query('alter table read_fees.fees add check (fee <> 0.1000 or krw <> 14000)');
    expect(await projector.handle(log.events.map((event) => new LoggedEvent(event)))).toBe('halted');
    const first = log.events.findIndex(({ type }) => type === 'TradeCompleted');
    expect(await checkpointOf('fees')).toEqual([
      {
        position: log.events[first - 1]?.position,
        halted_reason: 'SQLSTATE_23514',
        halted_event_id: log.events[first]?.id,
      },
    ]);
  });
});
