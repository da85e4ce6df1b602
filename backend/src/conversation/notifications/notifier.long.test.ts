import type { PushedNotification } from '@matgyo/contracts/endpoints/notifications';
import { notifications } from '@matgyo/projections/read-models/notifications/notifications';
import { rebuild } from '@matgyo/projections/replay/rebuild';
import { History } from '@matgyo/projections/testing/history';
import { projectLog } from '@matgyo/projections/testing/project-log';
import {
  createReadModelDatabase,
  type ReadModelDatabase,
} from '@matgyo/projections/testing/read-model-database';
import { UncheckedLog } from '@matgyo/projections/testing/unchecked-log';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase } from '../../platform/database/database.ts';
import { createPool } from '../../platform/database/pool.ts';
import { changeFeed } from '../../platform/realtime/change-feed.ts';
import { migrateAppSchema } from '../../platform/schema/migrate.ts';
import { createNotifier, type Notifier, notifyOfChanges } from './notifier.ts';

type Pushed = { readonly to: string; readonly by: number } & PushedNotification;

const logger = pino({ level: 'silent' });
let database: ReadModelDatabase;
let pool: ReturnType<typeof createPool>;
let history: History;
let log: UncheckedLog;
let pushed: Pushed[];
let markers: Set<string | null>;
let backends: { readonly notifier: Notifier; readonly handled: Set<string>; wake(): void }[];
let stopping: AbortController;
let running: Promise<void>[];

/** One of several backends on one database; a push by any of them reaches every socket. */
function startBackend(by: number) {
  const push = (to: string, payload: object) => pushed.push({ to, by, ...(payload as PushedNotification) });
  const notifier = createNotifier(
    { db: createDatabase(pool), pool, logger },
    {
      toMember: (memberId, event, payload) => push(`${event} ${memberId}`, payload),
      toAdmins: (event, payload, except) => push(`${event} admins except ${except}`, payload),
    },
  );
  let wake = () => {};
  const visibility = {
    onWakeUp(wanted: () => void) {
      wake = wanted;
      return () => {};
    },
  };
  const handled = new Set<string>();
  const watched = {
    ...notifier,
    async notifyNow(ids: readonly string[]) {
      await notifier.notifyNow(ids);
      for (const id of ids) handled.add(id);
    },
  };
  const listener = notifyOfChanges(watched);
  running.push(changeFeed({ name: 'notifications', pool, visibility, logger, listener })(stopping.signal));
  backends.push({ notifier, handled, wake: () => wake() });
}

beforeEach(async () => {
  database = await createReadModelDatabase();
  await migrateAppSchema(database.connection);
  pool = createPool(database.connection, () => undefined);
  history = new History(new Date().toISOString());
  history.price('1400');
  log = new UncheckedLog();
  pushed = [];
  markers = new Set();
  backends = [];
  running = [];
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  await Promise.all(running);
  await pool.end();
  await database.drop();
});

async function project(): Promise<void> {
  await history.writeTo(log);
  await projectLog(database, log.events, { readModels: [notifications] });
}

/**
 * Waits until every backend has handled a notification created after the call. They handle notifications in order, so
 * all earlier ones have been handled too.
 */
async function pushesSent(): Promise<void> {
  const own: string[] = [];
  const addMarker = async () => {
    const marker = history.member({ active: false });
    own.push(marker);
    markers.add(marker);
    await project();
    const ids = await database.rows<{ id: string }>(
      'select notification_id as id from read_notifications.notifications where subject_id = any($1)',
      [own],
    );
    for (const { wake } of backends) wake();
    expect(backends.every(({ handled }) => ids.some(({ id }) => handled.has(id)))).toBe(true);
  };
  await vi.waitFor(addMarker, { timeout: 60_000, interval: 100 });
}

/** Pushed notifications without the markers of `settled`. */
const found = () => pushed.filter(({ memberId }) => !markers.has(memberId));

const anHourAgo = () => history.at(new Date(Date.now() - 3_600_000).toISOString());

test('pushes each notification once with several backends, and nothing on a replay', async () => {
  anHourAgo();
  const member = history.member();
  await project();
  history.at(new Date().toISOString());
  startBackend(1);
  startBackend(2);
  await pushesSent();
  expect(found()).toEqual([]);

  const order = history.openOrder('sell', member, '140000');
  await project();
  for (let times = 0; times < 5; times++) for (const { wake } of backends) wake();
  await pushesSent();
  expect(found().map(({ to, code }) => [to, code])).toEqual([
    [`notification admins except ${member}`, 'ORDER_PLACED'],
    [`notification ${member}`, 'ORDER_APPROVED'],
  ]);
  expect(found()[1]).toMatchObject({
    orderId: order.id,
    message: expect.stringContaining('판매 주문이 승인됐어요'),
    messages: {
      ko: expect.stringContaining('판매 주문이 승인됐어요'),
      en: expect.stringContaining('Your sell order was approved'),
    },
  });

  const ids = found().map(({ _id }) => _id);
  pushed = [];
  expect(await rebuild({ log, pool: database.pool, model: notifications })).toMatchObject({
    kind: 'swapped',
  });
  // Even if they are announced again.
  for (const { notifier } of backends) await notifier.notifyNow(ids);
  await pushesSent();
  expect(found()).toEqual([]);
});

test('pushes no old notification when the read model is rebuilt', async () => {
  startBackend(1);
  await pushesSent();
  anHourAgo();
  history.openOrder('sell', history.member(), '140000');
  history.at(new Date().toISOString());
  await pushesSent();
  expect(found()).toEqual([]);
});

test('pushes what was missed while no backend ran once at the next start, from both tables', async () => {
  anHourAgo();
  const member = history.member();
  history.at(new Date().toISOString());
  const order = history.openOrder('sell', member, '140000');
  await project();
  await database.rows(
    `insert into app.notices (notification_id, topic, code) values ('${'a'.repeat(24)}', 'inquiry', 'INQUIRY_SUBMITTED')`,
  );
  startBackend(1);
  await pushesSent();
  expect(
    found()
      .map(({ code, orderId }) => [code, orderId])
      .sort(),
  ).toEqual([
    ['INQUIRY_SUBMITTED', null],
    ['ORDER_APPROVED', order.id],
    ['ORDER_PLACED', order.id],
  ]);
  startBackend(2);
  await pushesSent();
  expect(found()).toHaveLength(3);
});

test('pushes a dispute and a rejection with all they are about while other read models are behind', async () => {
  startBackend(1);
  await pushesSent();
  const [seller, buyer] = [history.member(), history.member()];
  const trade = history.match(
    history.openOrder('sell', seller, '140000'),
    history.openOrder('buy', buyer, '140000'),
  );
  history.openCase(trade);
  const caseId = trade.openCase?.id;
  history.reject(history.place('buy', buyer, '14000'), 'REJECTED_AS_DUPLICATE');
  await pushesSent();
  const of = (code: string) => found().filter((each) => each.code === code);
  expect(of('CASE_OPENED').map((each) => each.caseId)).toEqual([caseId, caseId]);
  const rejected = expect.stringMatching(/사유: 같은 주문이 이미 있어요$/);
  expect(of('ORDER_REJECTED')).toEqual([expect.objectContaining({ message: rejected })]);
});

test('continues after a failed push', async () => {
  startBackend(1);
  await pushesSent();
  await database.rows('alter table app.told_notifications rename to away');
  expect(() => backends[0]?.notifier.notify(['f'.repeat(24)])).not.toThrow();
  history.member({ active: false });
  await project();
  backends[0]?.wake();
  await database.rows('alter table app.away rename to told_notifications');
  await pushesSent();
  expect(found().map(({ code }) => code)).toEqual(['MEMBER_REGISTERED']);
});
