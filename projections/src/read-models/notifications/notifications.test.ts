import type { MemberId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { paymentSteps } from '@matgyo/contracts/payment-steps';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { adminId } from '../../testing/history/event-writer.ts';
import { History } from '../../testing/history.ts';
import { projectLog } from '../../testing/project-log.ts';
import { createReadModelDatabase, type ReadModelDatabase } from '../../testing/read-model-database.ts';
import { UncheckedLog } from '../../testing/unchecked-log.ts';
import { notifications } from './notifications.ts';

let database: ReadModelDatabase;
let history: History;
beforeEach(async () => {
  database = await createReadModelDatabase();
  history = new History();
  history.price('1400');
});
afterEach(() => database.drop());

async function rowsOf(columns: string): Promise<Record<string, unknown>[]> {
  const log = new UncheckedLog();
  await history.writeTo(log);
  expect(await projectLog(database, log.events, { readModels: [notifications] })).toEqual(['applied']);
  return database.rows(
    `select ${columns} from read_notifications.notifications order by at, event_id, side desc`,
  );
}

test("notifies admins of registrations and placed orders, and an owner of admins' actions on the order", async () => {
  const member = history.member();
  const sell = history.openOrder('sell', member, '140000');
  history.reject(history.place('buy', member, '14000'));
  history.cancelOrder(history.place('buy', member, '15000'));
  history.cancelOrder(sell);
  expect(await rowsOf('box, topic, code, subject_id, side, order_amount, amount')).toMatchObject([
    { box: 'admins', topic: 'registration', code: 'MEMBER_REGISTERED', subject_id: member, side: null },
    { box: member, topic: 'registration', code: 'ACCOUNT_ACTIVATED', subject_id: null },
    {
      box: 'admins',
      topic: 'sellOrders',
      code: 'ORDER_PLACED',
      subject_id: member,
      order_amount: '100.0000',
    },
    { box: member, topic: 'sellOrders', code: 'ORDER_APPROVED', side: 'sell', order_amount: '100.0000' },
    { box: 'admins', topic: 'buyOrders', code: 'ORDER_PLACED' },
    { box: member, topic: 'buyOrders', code: 'ORDER_REJECTED', side: 'buy', order_amount: '10.0000' },
    // The owner withdrew it, so the owner is not notified.
    { box: 'admins', topic: 'buyOrders', code: 'ORDER_PLACED' },
    { box: member, topic: 'sellOrders', code: 'ORDER_CANCELLED', amount: '100.0000' },
  ]);
});

test("notifies both owners of a match, its end and its cancellation, each of their own order and with the match's price", async () => {
  const [seller, buyer] = [history.member(), history.member()];
  const sell = history.openOrder('sell', seller, '140000');
  history.price('1410');
  const buy = history.openOrder('buy', buyer, '70500');
  history.cancelTrade(history.match(sell, buy));
  const trade = history.match(sell, buy);
  history.complete(trade);
  const rows = await rowsOf(
    'box, topic, code, order_id, counter_order_id, trade_id, amount, price, order_price',
  );
  const ofTrade = rows.filter((row) => row['trade_id'] === trade.id);
  const both = { trade_id: trade.id, amount: '50.0000', price: '1400' };
  const seen = { ...both, box: seller, topic: 'sellOrders', order_id: sell.id, counter_order_id: buy.id };
  const bought = { ...both, box: buyer, topic: 'buyOrders', order_id: buy.id, counter_order_id: sell.id };
  expect(ofTrade).toEqual([
    { ...seen, code: 'ORDER_MATCHED', order_price: '1400' },
    { ...bought, code: 'ORDER_MATCHED', order_price: '1410' },
    { ...seen, code: 'MATCH_COMPLETED', order_price: '1400' },
    { ...bought, code: 'MATCH_COMPLETED', order_price: '1410' },
  ]);
  expect(rows.filter(({ code }) => code === 'MATCH_CANCELLED').map(({ box }) => box)).toEqual([
    seller,
    buyer,
  ]);
});

test('notifies the other party and the admins of each step of a dispute, once', async () => {
  const [seller, buyer] = [history.member(), history.member()];
  const trade = history.match(
    history.openOrder('sell', seller, '140000'),
    history.openOrder('buy', buyer, '140000'),
  );
  history.openCase(trade);
  history.addStatement(trade);
  for (const _ of history.ruleSteps(trade, 'complete'));
  history.appeal(trade);
  history.reverse(trade);
  const rows = await rowsOf('box, code, trade_id, subject_id');
  const codesFor = (who: string) =>
    rows.filter(({ box, trade_id }) => box === who && trade_id === trade.id).map(({ code }) => code);
  const decided = ['CASE_TAKEN', 'CASE_RULED', 'MATCH_COMPLETED'];
  const reversed = ['CASE_APPEAL_OVERTURNED', 'TRADE_REVERSED'];
  expect(codesFor(seller)).toEqual([
    ...['ORDER_MATCHED', 'CASE_OPENED', 'CASE_ANSWERED', ...decided, ...reversed],
  ]);
  expect(codesFor(buyer)).toEqual(['ORDER_MATCHED', ...decided, 'CASE_APPEALED', ...reversed]);
  // With who did so, who is not notified if they are an admin.
  expect(
    rows
      .filter(({ box, trade_id }) => box === 'admins' && trade_id !== null)
      .map((row) => [row['code'], row['subject_id']]),
  ).toEqual([
    ['CASE_OPENED', buyer],
    ['CASE_ANSWERED', buyer],
    ['CASE_APPEALED', seller],
  ]);
});

test('after a ruling that completed less than was matched, notifies of what it completed', async () => {
  const trade = history.match(
    history.openOrder('sell', history.member(), '140000'),
    history.openOrder('buy', history.member(), '140000'),
  );
  history.openCase(trade);
  for (const _ of history.ruleSteps(trade, 'complete', '60.0000' as Usdt));
  history.appeal(trade);
  history.reverse(trade);
  const rows = await rowsOf('code, amount');
  const amountsOf = (...codes: readonly unknown[]) =>
    new Set(rows.filter(({ code }) => codes.includes(code)).map(({ amount }) => amount));
  expect(amountsOf('ORDER_MATCHED', 'CASE_OPENED', 'CASE_RULED')).toEqual(new Set(['100.0000']));
  expect(amountsOf('MATCH_COMPLETED', 'CASE_APPEALED', 'CASE_APPEAL_OVERTURNED', 'TRADE_REVERSED')).toEqual(
    new Set(['60.0000']),
  );
});

test('notifies the admins of a declined offer, except the one who declined it', async () => {
  const [sell, buy] = [
    history.openOrder('sell', history.member(), '140000'),
    history.openOrder('buy', history.member(), '140000'),
  ];
  for (const _ of history.matchSteps(sell, buy, undefined, 'offered'));
  for (const trade of history.trades) for (const _ of history.answerSteps(trade, false));
  const ended = (await rowsOf('box, code, subject_id')).filter(({ code }) => code === 'CONSENT_ENDED');
  expect(ended.map(({ box, subject_id }) => [box, subject_id]).toSorted()).toEqual(
    [
      [sell.memberId, null],
      ['admins', buy.memberId],
    ].toSorted(),
  );
});

test('notifies admins when a buyer has marked the last step, also a buyer who is an admin', async () => {
  const admin = adminId as MemberId;
  const paid = (buyer: MemberId) => {
    const trade = history.match(
      history.openOrder('sell', history.member(), '140000'),
      history.openOrder('buy', buyer, '140000'),
    );
    for (const _ of paymentSteps.slice(1)) history.markStep(trade);
    return trade;
  };
  const byBuyer = paid(history.member());
  history.markStep(byBuyer);
  const byAdmin = paid(history.member());
  const ofAdmin = paid(admin);
  for (const trade of [byAdmin, ofAdmin]) history.markStep(trade, 'admin');
  const rows = await rowsOf('box, code, trade_id, subject_id');
  expect(rows.filter(({ code }) => code === 'READY_TO_COMPLETE')).toEqual([
    { box: 'admins', code: 'READY_TO_COMPLETE', trade_id: byBuyer.id, subject_id: byBuyer.buy.memberId },
    { box: 'admins', code: 'READY_TO_COMPLETE', trade_id: ofAdmin.id, subject_id: admin },
  ]);
});

test('a request for approval names the orders of its match, whose owners may not decide', async () => {
  const trade = history.match(
    history.openOrder('sell', history.member(), '140000'),
    history.openOrder('buy', history.member(), '140000'),
  );
  history.askApproval(trade);
  const rows = await rowsOf('code, order_id, counter_order_id');
  expect(rows.at(-1)).toEqual({
    code: 'APPROVAL_REQUESTED',
    order_id: trade.sell.id,
    counter_order_id: trade.buy.id,
  });
});

test('does not notify of a match that was rejected', async () => {
  const [sell, buy] = [
    history.openOrder('sell', history.member(), '140000'),
    history.openOrder('buy', history.member(), '70000'),
  ];
  for (const _ of history.matchSteps(sell, buy, '1.0000', 'rejected'));
  expect((await rowsOf('trade_id')).filter(({ trade_id }) => trade_id !== null)).toEqual([]);
});

test('notifies a member of account and role changes, except their own actions; stores since when an admin is one', async () => {
  const member = history.member({ active: false });
  history.setActive(member, true);
  history.setActive(member, false);
  history.setRole(member, 'admin', true);
  const since = history.now;
  history.setRole(member, 'admin', false);
  history.setRole(adminId as typeof member, 'manager', true);
  const rows = await rowsOf('box, code, role, topic');
  expect(rows.filter(({ box }) => box !== 'admins')).toEqual([
    { box: member, code: 'ACCOUNT_ACTIVATED', role: null, topic: 'registration' },
    { box: member, code: 'ACCOUNT_DEACTIVATED', role: null, topic: 'registration' },
    { box: member, code: 'ROLE_GRANTED', role: 'admin', topic: 'registration' },
    { box: member, code: 'ROLE_REVOKED', role: 'admin', topic: 'registration' },
  ]);
  expect(await database.rows('select member_id, since from read_notifications.admins')).toEqual([
    { member_id: member, since: new Date(since) },
  ]);
});

test('derives ids from event and box, sortable by time, and publishes each', async () => {
  history.complete(
    history.match(
      history.openOrder('sell', history.member(), '140000'),
      history.openOrder('buy', history.member(), '140000'),
    ),
  );
  const log = new UncheckedLog();
  await history.writeTo(log);
  await projectLog(database, log.events, { readModels: [notifications], size: 3 });
  const idsOf = async ({ rows }: ReadModelDatabase) =>
    (
      await rows<{ id: string }>(
        'select notification_id as id from read_notifications.notifications order by 1',
      )
    ).map(({ id }) => id);
  const ids = await idsOf(database);
  expect(new Set(ids).size).toBe(12);
  const times = await database.rows<{ same: boolean }>(
    `select array_agg(notification_id order by at, notification_id) = array_agg(notification_id order by notification_id) as same
     from read_notifications.notifications`,
  );
  expect(times).toEqual([{ same: true }]);
  const published = await database.rows<{ keys: string[] }>(
    `select keys from projections.changes where projection = 'notifications'`,
  );
  expect(published.flatMap(({ keys }) => keys).sort()).toEqual(ids.map((id) => `notification:${id}`));

  const other = await createReadModelDatabase();
  try {
    await projectLog(other, log.events, { readModels: [notifications] });
    expect(await idsOf(other)).toEqual(ids);
  } finally {
    await other.drop();
  }
});
