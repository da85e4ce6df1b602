import type { EventLog } from '@matgyo/event-store/event-log';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { answerOf } from '../../../../test/api-call.ts';
import { applicationWithMembers, type Person, startTestServer } from '../../../../test/server.ts';
import { testAll } from '../../../../test/test-all.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { openMarket, pair } from '../orders/market.fixture.ts';
import { sweepStatements } from '../statements/sweep-statements.ts';
import { createTradeProcess } from '../trades/trade-process.ts';
import { reverseTrade } from './routes.ts';

let [second, third]: Person[] = [];
let [seller, buyer]: Person[] = [];
let sell: string;
let buy: string;
let tradeId: string;
// The rules depend on the number of admins, so this file has a server of its own.
const server = await startTestServer({}, applicationWithMembers);
const market = await openMarket(server);
afterAll(() => server.close());

const newAdmin = () => server.member({ active: true, admin: true });

const why = { reason: 'COMPLETED_BY_MISTAKE', statement: 'The won never came' };
const send = (person: Person | undefined, method: string, path: string, body: object = {}, headers = {}) =>
  server.request(method, path, { token: person?.token ?? '', body, headers, language: 'en' });
const get = async (person: Person | undefined, path: string) =>
  (await server.request('GET', path, { token: person?.token ?? '' })).body;
const match = async () => {
  sell = await market.open(seller as Person, 'sell', '280000');
  buy = await market.open(buyer as Person, 'buy', '280000');
  tradeId = (await market.match(sell, buy))._id;
};
const complete = () => send(market.admin, 'POST', '/sell/admin/complete-orders', pair(sell, buy));
const reverse = (person: Person | undefined, more: object = {}, headers = {}) =>
  send(person, 'POST', `/trades/${tradeId}/reversal`, { ...why, confirmAlone: '280000', ...more }, headers);
const sendRequest = (person: Person | undefined, more: object = {}) =>
  send(person, 'POST', '/approvals', { kind: 'reversal', tradeId, ...why, ...more });
const requestApproval = async (): Promise<string> => (await sendRequest(market.admin)).body.approvalId;
const decide = (person: Person | undefined, id: string, how: 'approve' | 'refuse') =>
  send(person, 'POST', `/approvals/${id}/${how}`);
const { eventsOf, typesOf } = server;
const reversed = async () =>
  (await eventsOf(`trade-${tradeId}`)).filter(({ type }) => type === 'TradeReversed');
const codesFor = async (person: Person | undefined) =>
  (await get(person, '/notification?isForAdmin=false&limit=9')).items.map(
    ({ code }: { code: string }) => code,
  );

beforeEach(async () => {
  [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  await match();
});

test('the only admin reverses a completed trade, and all figures and lists show it', async () => {
  expect(answerOf(await reverse(market.admin))).toEqual([409, 'TRADE_NOT_COMPLETED']);
  await complete();
  const before = await get(market.admin, '/fees/report?limit=100');
  const balance = await get(market.admin, '/journal/trial-balance');
  expect(answerOf(await sendRequest(market.admin))).toEqual([409, 'APPROVAL_NOT_NEEDED']);
  for (const confirmAlone of [undefined, '28000']) {
    const { status, body } = await reverse(market.admin, { confirmAlone });
    expect([status, body.code, body.details]).toEqual([409, 'CONFIRM_ALONE', { confirmAlone: '280000' }]);
  }
  expect(await reversed()).toEqual([]);
  expect(answerOf(await reverse(market.admin))).toEqual([200, 'Trade reversed.']);
  expect(answerOf(await reverse(market.admin))).toEqual([409, 'TRADE_REVERSED']);
  const [event] = await reversed();
  expect(event?.data).toMatchObject({
    amount: '200.0000',
    krw: '280000',
    fee: '2.0000',
    reason: why.reason,
    approval: 'no-second-admin',
  });
  expect(JSON.stringify(event)).not.toContain(why.statement);
  const stored = 'select content from app.case_statements where hash = $1';
  const { rows: statements } = await server.pool.query(stored, [event?.data['grounds']]);
  expect(statements).toEqual([{ content: why.statement }]);

  // Settled amounts stay, and are not called completed; the fee report has another line and lower totals.
  const figures = { settled: '200.0000', reversed: '200.0000', completed: '0.0000' };
  expect(await get(seller, `/user/orders/${sell}`)).toMatchObject({ status: 'Sale Completed', ...figures });
  expect(await get(market.admin, `/admin/orders/${buy}`)).toMatchObject(figures);
  expect(await get(buyer, '/buy/buy-orders?limit=10')).toMatchObject({ totals: figures });
  const { items: trail } = await get(seller, `/orders/${sell}/trail`);
  const stateAfter = (wanted: string) => trail.find(({ type }: { type: string }) => type === wanted)?.state;
  expect(stateAfter('TradeReversed')).toMatchObject(figures);
  expect(stateAfter('OrderCompleted')).toMatchObject({
    ...figures,
    reversed: '0.0000',
    completed: '200.0000',
  });
  const after = await get(market.admin, '/fees/report?limit=100');
  expect(after.totals).toMatchObject({ trades: before.totals.trades, reversals: 1 });
  expect(after.items.at(-1)).toMatchObject({
    kind: 'reversal',
    tradeId,
    eventId: event?.id,
    amount: '-200.0000',
    krw: '-280000',
    fee: '-2.0000',
  });
  expect(await get(market.admin, `/fees/report?limit=100&asOf=${before.asOf}`)).toEqual({
    ...before,
    checkpoint: expect.anything(),
  });
  const now = await get(market.admin, '/journal/trial-balance');
  expect(now).toMatchObject({ balanced: true, trades: balance.trades, reversals: 1 });
  const days = await get(market.admin, '/fees/report/days');
  expect(days.days.at(-1)).toMatchObject({ reversals: 1, fee: after.totals.fee });

  // Both parties see both lines, which sum to zero.
  for (const person of [seller, buyer]) {
    const { items, totals } = await get(person, '/user/transactions?limit=10');
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['reversal', 'completion']);
    expect(totals).toEqual({
      trades: 1,
      reversals: 1,
      sold: '0.0000',
      bought: '0.0000',
      fee: '0.0000',
      krwReceived: '0',
      krwPaid: '0',
    });
    const history = await get(person, '/user/trade-history?limit=10&status=reversed');
    expect(history.items).toMatchObject([{ tradeId, status: 'reversed' }]);
    await vi.waitFor(async () => expect(await codesFor(person)).toContain('TRADE_REVERSED'), 60_000);
  }
  // A reversed trade does not count for trade partners.
  expect((await get(seller, '/user/trade-partners?limit=10')).items).toEqual([]);
  const csv = await server.request('GET', '/fees/report.csv', { token: market.admin.token });
  expect(new TextDecoder().decode(csv.bytes)).toMatch(/,-200\.0000,1400,-280000,.*,-2\.0000,.*,reversal/);
});

test('another admin, if there is one, approves the reversal exactly as requested', async () => {
  second = await newAdmin();
  await complete();
  expect(answerOf(await reverse(market.admin))).toEqual([409, 'APPROVAL_NEEDED']);
  expect(await reversed()).toEqual([]);
  const request = await sendRequest(market.admin);
  expect(request.status).toBe(201);
  const { approvalId } = request.body;
  expect(answerOf(await sendRequest(market.admin))).toEqual([409, 'APPROVAL_WAITING']);
  const [waiting] = (await get(second, '/approvals?show=waiting')).items;
  expect(waiting).toMatchObject({
    _id: approvalId,
    kind: 'reversal',
    mine: false,
    conflict: null,
    dispute: null,
    reversal: {
      tradeId,
      amount: '200.0000',
      krw: '280000',
      fee: '2.0000',
      reason: why.reason,
      text: why.statement,
    },
  });
  expect(answerOf(await decide(market.admin, approvalId, 'approve'))).toEqual([409, 'APPROVAL_OWN']);
  expect(answerOf(await decide(second, approvalId, 'approve'))).toEqual([200, 'Approved and carried out.']);
  expect(await typesOf(`approval-${approvalId}`)).toEqual([
    ...['ApprovalRequested', 'ApprovalGranted', 'ApprovalFulfilled'],
  ]);
  const [event] = await reversed();
  expect(event).toMatchObject({
    data: { approval: approvalId },
    metadata: { actorId: market.admin.memberId },
  });
  expect(answerOf(await sendRequest(market.admin))).toEqual([409, 'TRADE_REVERSED']);
  const file = await get(market.admin, `/orders/${sell}/case-file`);
  expect(JSON.stringify(file)).toContain(`approval-${approvalId}`);
});

test('neither a party nor the owner of the fee’s code may reverse a trade; a party may not approve it either', async () => {
  third = await newAdmin();
  buyer = third;
  await match();
  await complete();
  expect(answerOf(await reverse(third))).toEqual([403, 'OWN_ORDER']);
  expect(answerOf(await sendRequest(third))).toEqual([403, 'OWN_ORDER']);
  const id = await requestApproval();
  expect(answerOf(await decide(third, id, 'approve'))).toEqual([403, 'OWN_ORDER']);
  expect((await decide(second, id, 'approve')).status).toBe(200);
});

test('an invalid request for a reversal changes nothing', async () => {
  await complete();
  expect(answerOf(await send(market.admin, 'POST', `/trades/${'f'.repeat(24)}/reversal`, why))).toEqual([
    ...[404, 'TRADE_NOT_FOUND'],
  ]);
  expect((await reverse(seller)).status).toBe(403);
  expect(answerOf(await reverse(market.admin, { statement: ' ' }))).toEqual([422, 'STATEMENT_REQUIRED']);
  expect((await reverse(market.admin, { reason: 'BECAUSE' })).status).toBe(400);
  const overturned = { reason: 'OVERTURNED_ON_APPEAL', confirmAlone: undefined };
  for (const answer of [await reverse(market.admin, overturned), await sendRequest(market.admin, overturned)])
    expect(answerOf(answer)).toEqual([409, 'NO_OPEN_APPEAL']);
  expect(await reversed()).toEqual([]);
});

test('a refused reversal stores no statement, and statements that no event names are removed', async () => {
  const db = createDatabase(server.pool);
  const rows = () => db.selectFrom('app.case_statements').select('hash').execute();
  const before = await rows();
  const stepwise = Object.create(server.log) as EventLog;
  const log = Object.assign(stepwise, {
    appendScope: 'streams',
    readStream: (...read: Parameters<EventLog['readStream']>) => server.log.readStream(...read),
  });
  const ledger = { log, timing: systemTiming };
  const accounts = { get: async () => undefined };
  const process = createTradeProcess({ log, accounts, settings: {} as never });
  const deps = { db, ledger, process, now: Date.now, visibility: {}, images: {}, limits: {} };
  const caller = { memberId: market.admin.memberId, admin: true, manager: false };
  const request = {
    caller,
    params: { id: tradeId },
    body: why,
    method: 'POST',
    path: `/trades/${tradeId}/reversal`,
    reply: { header: () => undefined },
  };
  const refused = reverseTrade(deps as never)(request as never);
  await expect(refused).rejects.toMatchObject({ code: 'TRADE_NOT_COMPLETED' });
  expect(await rows()).toEqual(before);

  await complete();
  const id = await requestApproval();
  const orphan = 'f'.repeat(64);
  await server.pool.query(
    `insert into app.case_statements (hash, author_id, content, salt, stream) values ($1, $2, 'words', '', $3)`,
    [orphan, market.admin.memberId, `trade-${tradeId}`],
  );
  const { rows: images } = await server.pool.query(
    `insert into app.images (id, bytes, width, height, sha256, statement_hash)
     values (md5($1), 1, 1, 1, $1, $1) returning id`,
    [orphan],
  );
  // For an hour its event may still follow.
  while (await sweepStatements(db, server.log, 1));
  expect(await rows()).toContainEqual({ hash: orphan });
  await server.pool.query(`update app.case_statements set created_at = now() - interval '2 hours'`);
  while (await sweepStatements(db, server.log, 1));
  expect(await rows()).not.toContainEqual({ hash: orphan });
  // No statement claims its image, which is swept as any other.
  const remove = 'delete from app.images where id = $1 returning statement_hash';
  expect((await server.pool.query(remove, [images[0].id])).rows).toEqual([{ statement_hash: null }]);
  const waiting = (await get(second, '/approvals?show=waiting')).items;
  expect(waiting.find(({ _id }: { _id: string }) => _id === id).reversal.text).toBe(why.statement);
  await decide(market.admin, id, 'refuse');
});

test('exactly one of many concurrent approvals and refusals decides, and the trade is reversed at most once', async () => {
  for (let round = 0; round < (testAll ? 3 : 1); round += 1) {
    [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
    await match();
    await complete();
    const id = await requestApproval();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        decide(index % 2 ? second : third, id, index % 4 === 3 ? 'refuse' : 'approve'),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const types = await typesOf(`approval-${id}`);
    expect(await reversed()).toHaveLength(types.includes('ApprovalGranted') ? 1 : 0);
  }
});

test('a repeated key gets the first reply and reverses nothing again', async () => {
  await complete();
  const id = await requestApproval();
  const key = { 'Idempotency-Key': `approve-${id}` };
  const approve = () => send(second, 'POST', `/approvals/${id}/approve`, {}, key);
  const first = await approve();
  expect(await approve()).toMatchObject({ status: 200, body: first.body });
  expect(await reversed()).toHaveLength(1);
});

test('the statistics of a day are negative if more was reversed than completed', async () => {
  const read = () => server.request('GET', '/sell/admin/getallstats?days=2', { token: market.admin.token });
  // Afterwards no earlier event is written any more.
  await read();
  await server.pool.query(`update read_stats.days set sales = -200, buys = -200, fees = -2, krw = -280000`);
  const { body } = await read();
  const ofDay = { totalSales: '-200.0000', totalBuys: '-200.0000', totalFees: '-2.0000', krw: '-280000' };
  // Of yesterday if midnight in Korea has just passed.
  expect(body.days).toContainEqual(expect.objectContaining(ofDay));
});
