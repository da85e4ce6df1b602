import type { ApprovalId, MemberId } from '@matgyo/contracts/ids';
import type { Krw } from '@matgyo/contracts/money';
import { approvalStream } from '@matgyo/contracts/streams';
import { revokeRole } from '@matgyo/ledger/account/account';
import { approvalDecider } from '@matgyo/ledger/approval/approval';
import { verifyAuditLog } from '@matgyo/projections/verify/check-audit-log';
import { StaffCheck } from '@matgyo/projections/verify/check-staff';
import { verifyLog } from '@matgyo/projections/verify/verify-log';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ApiAnswer } from '../../../../test/api-call.ts';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
import { changeAccount } from '../../identity/members/change-account.fixture.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { executeOnStream } from '../commands/execute-on-stream.ts';
import { systemTiming } from '../commands/timing.ts';
import { createAccounts } from '../orders/accounts.ts';
import { type Market, openMarket, pair } from '../orders/market.fixture.ts';
import { createOrderOwners } from '../orders/order-owners.ts';
import { createTradeProcess } from '../trades/trade-process.ts';
import { finishApprovals } from './finish-approvals.ts';
import { createFourEyes } from './four-eyes.ts';
import { oracleOn } from './oracle-on.fixture.ts';

// The rules depend on the number of admins, so this file has a server of its own.
let server: TestServer;
let market: Market;
let [second, third]: Person[] = [];
let [seller, buyer]: Person[] = [];
let sell: string;
let buy: string;
let tradeId: string;
/** What the only admin types to confirm; ignored if there is another. */
let won: string;
beforeAll(async () => {
  server = await startTestServer({ FOUR_EYES_KRW: '140000' });
  market = await openMarket(server);
});
afterAll(() => server.close());

const newAdmin = () => server.member({ active: true, admin: true });

beforeEach(async () => {
  [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  await newTrade('280000');
});

async function newTrade(krw: string) {
  won = krw;
  sell = await market.open(seller as Person, 'sell', krw);
  buy = await market.open(buyer as Person, 'buy', krw);
  tradeId = (await market.match(sell, buy))._id;
}

const send = (person: Person | undefined, method: string, path: string, body: object = {}, headers = {}) =>
  server.request(method, path, { token: person?.token ?? '', body, headers, language: 'en' });
const complete = (person: Person | undefined, reason?: string) =>
  send(
    person,
    'POST',
    '/sell/admin/complete-orders',
    pair(sell, buy, { confirmAlone: won, ...(reason && { reason }) }),
  );
const sendRequest = (person: Person | undefined, more: object = {}, headers = {}) =>
  send(person, 'POST', '/approvals', { kind: 'completion', tradeId, ...more }, headers);
const requestApproval = async (): Promise<string> => (await sendRequest(market.admin)).body.approvalId;
const decide = (person: Person | undefined, id: string, how: 'approve' | 'refuse', headers = {}) =>
  send(person, 'POST', `/approvals/${id}/${how}`, {}, headers);
const mark = (person: Person | undefined) =>
  send(person, 'POST', `/trades/${tradeId}/steps`, { step: 'payment-sent' });
const listed = async (person: Person | undefined, show: string) =>
  (await server.request('GET', `/approvals?show=${show}`, { token: person?.token ?? '' })).body.items;
const eventsOf = (stream: string) =>
  server.log.readStream(stream, { direction: 'forwards', from: 0, limit: 50 });
const typesOf = async (stream: string) => (await eventsOf(stream)).map(({ type }) => type);
const completing = async () =>
  (await eventsOf(`trade-${tradeId}`)).find(({ type }) => type === 'TradeCompleting');
const answerOf = ({ status, body }: ApiAnswer) => [status, body.code ?? body.message];

test('the only admin completes above the limit, and the event states that there was no second admin', async () => {
  expect(answerOf(await sendRequest(market.admin))).toEqual([409, 'APPROVAL_NOT_NEEDED']);
  expect((await complete(market.admin)).status).toBe(200);
  expect((await completing())?.data['approval']).toBe('no-second-admin');
  // Likewise if the only other admin is a party.
  second = await newAdmin();
  seller = second;
  await newTrade('280000');
  expect((await complete(market.admin)).status).toBe(200);
  expect((await completing())?.data['approval']).toBe('no-second-admin');
});

test('up to the limit one admin is enough', async () => {
  await newTrade('140000');
  expect(answerOf(await sendRequest(market.admin))).toEqual([409, 'APPROVAL_NOT_NEEDED']);
  expect((await complete(market.admin)).status).toBe(200);
  expect((await completing())?.data).not.toHaveProperty('approval');
  expect((await completing())?.data['fourEyesKrw']).toBe('140000');
});

test('a large order is not completed in pieces by one admin, whichever side it is on', async () => {
  second ??= await newAdmin();
  for (const [large, small] of [
    ['sell', 'buy'],
    ['buy', 'sell'],
  ] as const) {
    const ofLarge = await market.open(seller as Person, large, '280000');
    const ofSmall = await market.open(buyer as Person, small, '70000');
    [sell, buy] = large === 'sell' ? [ofLarge, ofSmall] : [ofSmall, ofLarge];
    tradeId = (await market.match(sell, buy))._id;
    expect(answerOf(await complete(market.admin))).toEqual([409, 'APPROVAL_NEEDED']);
    expect((await decide(second, await requestApproval(), 'approve')).status).toBe(200);
  }
  await newTrade('280000');
  await market.cancelMatch(sell, buy);
  tradeId = (await market.match(sell, buy, { amount: '50.0000' }))._id;
  expect(answerOf(await complete(market.admin))).toEqual([409, 'APPROVAL_NEEDED']);
});

test('above the limit another admin approves, and the match is completed as requested', async () => {
  const before = await typesOf(`trade-${tradeId}`);
  expect(answerOf(await complete(market.admin))).toEqual([409, 'APPROVAL_NEEDED']);
  expect(await typesOf(`trade-${tradeId}`)).toEqual(before);
  const request = await sendRequest(market.admin, { reason: 'CONFIRMED_IN_CHAT' });
  expect(request.status).toBe(201);
  const { approvalId } = request.body;
  expect(answerOf(await sendRequest(market.admin))).toEqual([409, 'APPROVAL_WAITING']);

  const [waiting] = await listed(second, 'waiting');
  expect(waiting).toMatchObject({
    _id: approvalId,
    state: 'waiting',
    mine: false,
    conflict: null,
    decidedBy: null,
    askedBy: { nickname: market.admin.nickname },
    completion: { tradeId, krw: '280000', amount: '200.0000', reason: 'CONFIRMED_IN_CHAT', ruling: null },
  });
  expect((await listed(market.admin, 'waiting'))[0].mine).toBe(true);

  expect(answerOf(await decide(second, approvalId, 'approve'))).toEqual([200, 'Approved and carried out.']);
  expect(await typesOf(`approval-${approvalId}`)).toEqual([
    ...['ApprovalRequested', 'ApprovalGranted', 'ApprovalFulfilled'],
  ]);
  const done = await completing();
  expect(done?.data).toMatchObject({ approval: approvalId, reason: 'CONFIRMED_IN_CHAT' });
  // The requester is the actor, the approval the cause.
  const granted = (await eventsOf(`approval-${approvalId}`))[1];
  expect(granted?.metadata.actorId).toBe(second?.memberId);
  expect(done?.metadata).toMatchObject({ actorId: market.admin.memberId, causationId: granted?.id });
  const [ended] = await listed(market.admin, 'ended');
  expect(ended).toMatchObject({
    _id: approvalId,
    state: 'fulfilled',
    decidedBy: { nickname: second?.nickname },
  });
});

test('neither the requester nor a party can approve', async () => {
  const id = await requestApproval();
  expect(answerOf(await decide(market.admin, id, 'approve'))).toEqual([409, 'APPROVAL_OWN']);
  expect(answerOf(await decide(second, 'f'.repeat(24), 'approve'))).toEqual([404, 'APPROVAL_NOT_FOUND']);
  third = await newAdmin();
  buyer = third;
  await newTrade('280000');
  const ofThird = await requestApproval();
  expect(answerOf(await decide(third, ofThird, 'approve'))).toEqual([403, 'OWN_ORDER']);
  expect(await typesOf(`approval-${ofThird}`)).toEqual(['ApprovalRequested']);
  expect((await decide(second, ofThird, 'approve')).status).toBe(200);
});

test('setting another admin’s code for a seller does not let the first admin act alone', async () => {
  const of = (person: Person | undefined) => `/user/users/${person?.nickname}`;
  const own = await server.request('GET', '/user/invitations', { token: second?.token ?? '' });
  const referralCode = own.body.inviteCode;
  expect((await send(market.admin, 'PUT', of(seller), { referralCode })).status).toBe(200);
  expect(answerOf(await complete(market.admin))).toEqual([409, 'APPROVAL_NEEDED']);
  const id = await requestApproval();
  expect(answerOf(await sendRequest(second))).toEqual([403, 'FEE_TO_OWN_CODE']);
  expect((await decide(second, id, 'approve')).status).toBe(200);
  // And no admin can decide on a fee for their own code.
  const { body } = await server.request('GET', '/user/invitations', { token: market.admin.token });
  const taken = await send(market.admin, 'PUT', of(buyer), { referralCode: body.inviteCode });
  expect(answerOf(taken)).toEqual([403, 'REFERRAL_CODE_OWN']);
});

test('a request that was refused, withdrawn or carried out cannot be decided again', async () => {
  const refused = await requestApproval();
  expect(answerOf(await decide(second, refused, 'refuse'))).toEqual([200, 'Refused.']);
  const over = await decide(second, refused, 'approve');
  expect([...answerOf(over), over.body.details]).toEqual([409, 'APPROVAL_OVER', { state: 'refused' }]);
  const takenBack = await requestApproval();
  expect((await decide(market.admin, takenBack, 'refuse')).status).toBe(200);
  expect(answerOf(await decide(second, takenBack, 'refuse'))).toEqual([409, 'APPROVAL_OVER']);
  const granted = await requestApproval();
  expect((await decide(second, granted, 'approve')).status).toBe(200);
  expect((await decide(second, granted, 'approve')).body.details).toEqual({ state: 'fulfilled' });
  expect(answerOf(await sendRequest(market.admin))).toEqual([409, 'TRADE_ALREADY_FINISHED']);
});

test('an approval for a match that has changed since is refused, and nothing is written', async () => {
  const id = await requestApproval();
  expect((await mark(buyer)).status).toBe(200);
  // The request may have lapsed already.
  const over = ['APPROVAL_OUTDATED', 'APPROVAL_OVER'];
  expect(over).toContain((await decide(second, id, 'approve')).body.code);
  expect(await completing()).toBeUndefined();
  // The match in its new state can be requested again.
  const anew = await requestApproval();
  expect((await decide(second, anew, 'approve')).status).toBe(200);
  const cancelled = { status: 409, body: { code: 'TRADE_ALREADY_FINISHED' } };
  expect(await send(second, 'POST', '/sell/admin/cancel-orders', pair(sell, buy))).toMatchObject(cancelled);
});

/** Executes granted requests as the server does every ten seconds, on a log without appends to several streams. */
async function finishNow(timing = systemTiming) {
  const db = createDatabase(server.pool);
  const fourEyes = createFourEyes(
    { db, assertMembersShown: async () => {} },
    { limit: '140000' as Krw, pricePercent: '5' },
  );
  const accounts = createAccounts(
    createOrderOwners(server.pool, { onEnded: () => undefined, knownForMs: () => 0 }),
  );
  const process = createTradeProcess({ log: server.log, accounts, settings: {} as never, timing, fourEyes });
  await finishApprovals({ db, process, log: server.log, sessions: { revokeAllOf: async () => {} } });
}

test('a granted request is not carried out once one of the two is no longer an admin', async () => {
  const id = (await requestApproval()) as ApprovalId;
  const leaving = await newAdmin();
  await changeAccount(server, leaving, (account) => revokeRole(account, 'admin', { isLastAdmin: false }));
  const by = leaving.memberId as MemberId;
  const data = { approvalId: id, askedBy: market.admin.memberId as MemberId, by };
  const ids = { commandId: crypto.randomUUID(), correlationId: id, causationId: id };
  await executeOnStream({
    ledger: { log: server.log, timing: systemTiming },
    stream: approvalStream(id),
    command: { ...ids, actorId: by, actorRole: 'admin', at: new Date().toISOString() },
    decider: approvalDecider,
    decide: () => [{ type: 'ApprovalGranted', data }] as const,
  });
  await vi.waitFor(async () => {
    await finishNow();
    expect((await eventsOf(`approval-${id}`)).at(-1)).toMatchObject({
      type: 'ApprovalLapsed',
      data: { reason: 'APPROVAL_BY_NO_ADMIN' },
    });
  }, 15_000);
  expect(await completing()).toBeUndefined();
});

test('a request that can no longer be granted lapses by itself, and its requester is notified', async () => {
  const outdated = await requestApproval();
  await market.cancelMatch(sell, buy);
  await newTrade('280000');
  const waits = await requestApproval();
  await finishNow();
  const [lapsed] = (await eventsOf(`approval-${outdated}`)).slice(-1);
  const data = { reason: 'APPROVAL_OUTDATED', askedBy: market.admin.memberId };
  expect(lapsed).toMatchObject({ type: 'ApprovalLapsed', data, metadata: { actorRole: 'system' } });
  expect(await typesOf(`approval-${waits}`)).toEqual(['ApprovalRequested']);
  await vi.waitFor(async () => {
    const ids = (await listed(second, 'waiting')).map(({ _id }: { _id: string }) => _id);
    expect([ids.includes(outdated), ids.includes(waits)]).toEqual([false, true]);
    const { items } = (
      await server.request('GET', '/notification?isForAdmin=false&limit=9', { token: market.admin.token })
    ).body;
    expect(items.map(({ code }: { code: string }) => code)).toContain('APPROVAL_LAPSED');
  }, 15_000);
  expect((await decide(second, waits, 'refuse')).status).toBe(200);
});

test('a request expires after a day', async () => {
  const id = await requestApproval();
  await finishNow({ ...systemTiming, now: () => Date.now() + 24 * 3_600_000 });
  expect(await typesOf(`approval-${id}`)).toEqual(['ApprovalRequested', 'ApprovalExpired']);
  expect((await decide(second, id, 'approve')).body.details).toEqual({ state: 'expired' });
});

test('a repeated key gets the first reply and carries nothing out again', async () => {
  const keyed = { 'idempotency-key': crypto.randomUUID() };
  const first = await sendRequest(market.admin, {}, keyed);
  expect((await sendRequest(market.admin, {}, keyed)).body).toEqual(first.body);
  const id = first.body.approvalId;
  const approving = { 'idempotency-key': crypto.randomUUID() };
  const answers = await Promise.all([1, 2, 3].map(() => decide(second, id, 'approve', approving)));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(answerOf(await decide(second, id, 'approve', approving))).toEqual([
    200,
    'Approved and carried out.',
  ]);
});

test('exactly one of many concurrent approvals, refusals, cancellations and marks decides', async () => {
  third ??= await newAdmin();
  for (let round = 0; round < 3; round += 1) {
    [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
    await newTrade('280000');
    const id = await requestApproval();
    const answers = await Promise.all([
      ...Array.from({ length: 16 }, (_, index) => decide(index % 2 ? second : third, id, 'approve')),
      ...Array.from({ length: 6 }, () => decide(market.admin, id, 'refuse')),
      ...Array.from({ length: 4 }, () => send(third, 'POST', '/sell/admin/cancel-orders', pair(sell, buy))),
      mark(buyer),
    ]);
    const done = await typesOf(`approval-${id}`);
    const trade = await typesOf(`trade-${tradeId}`);
    const granted = answers.slice(0, 16).filter(({ status }) => status === 200).length;
    expect(granted).toBe(done.includes('ApprovalGranted') ? 1 : 0);
    expect(trade.includes('TradeCompleted')).toBe(granted === 1);
    expect(answers.slice(0, 22).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { status } of answers) expect([200, 201, 409]).toContain(status);
    expect(done.filter((type) => /Granted|Refused/.test(type)).length).toBeLessThanOrEqual(1);
    expect(trade.filter((type) => /Completed|Cancelled/.test(type)).length).toBeLessThanOrEqual(1);
  }
});

test.each([
  ['complete', 'completed', 'PAYMENT_PROVEN', null],
  ['complete', 'completed', 'PAYMENT_PROVEN', null, '200'],
  ['cancel', 'cancelled', 'PAYMENT_NOT_PROVEN', null, '50'],
  ['complete', 'completed', 'PAYMENT_PROVEN', { amount: '50.0000', krw: '70000', released: '150.0000' }],
  ['cancel', 'cancelled', 'PAYMENT_NOT_PROVEN', null],
] as const)(
  'a ruling to %s above the limit needs another admin too, and is carried out as requested',
  async (outcome, tradeStatus, reason, part, stated?: string) => {
    const statement = 'The bank confirmed it';
    const opened = await send(buyer, 'POST', `/trades/${tradeId}/cases`, {
      reason: 'TETHER_NOT_RECEIVED',
      statement: 'No USDT came',
    });
    const { caseId } = opened.body;
    // For the whole match or a cancellation, an amount has no meaning.
    const amount = part?.amount ?? stated;
    const ruling = { outcome, reasons: [reason], statement, ...(amount && { amount }) };
    const rule = () => send(market.admin, 'POST', `/cases/${caseId}/ruling`, ruling);
    expect(answerOf(await sendRequest(market.admin))).toEqual([409, 'TRADE_IN_CASE']);
    const byRuling = { kind: 'ruling', caseId, tradeId: undefined, ...ruling };
    expect(answerOf(await sendRequest(market.admin, byRuling))).toEqual([409, 'CASE_NOT_TAKEN']);
    await send(market.admin, 'POST', `/cases/${caseId}/take`);
    expect(answerOf(await rule())).toEqual([409, 'APPROVAL_NEEDED']);
    const { approvalId } = (await sendRequest(market.admin, byRuling)).body;
    const waiting = await listed(second, 'waiting');
    const ofRuling = waiting.find(({ _id }: { _id: string }) => _id === approvalId);
    expect(ofRuling.completion.ruling).toEqual({ caseId, outcome, part, reasons: [reason], text: statement });
    expect((await decide(second, approvalId, 'approve')).status).toBe(200);
    const seen = (await server.request('GET', `/cases/${caseId}`, { token: buyer?.token ?? '' })).body;
    const { amount: filled, krw } = part ?? seen;
    expect(seen).toMatchObject({ status: 'ruled', outcome, tradeStatus, amount: filled, krw });
    const decision = (await eventsOf(`trade-${tradeId}`)).at(-2);
    expect(decision?.data['approval']).toBe(approvalId);
    const ruled = seen.timeline.find(({ type }: { type: string }) => type === 'CaseRuled');
    expect(ruled.statement).toMatchObject({ text: statement, matches: true });
  },
);

test('the other admins are notified of a request, and the requester of its outcome', async () => {
  const id = await requestApproval();
  const notificationsFor = async (person: Person | undefined, isForAdmin: boolean) => {
    const path = `/notification?isForAdmin=${isForAdmin}&limit=5`;
    const { items } = (await server.request('GET', path, { token: person?.token ?? '' })).body;
    return items.map(({ code, approvalId }: { code: string; approvalId: string }) => `${code} ${approvalId}`);
  };
  await vi.waitFor(async () => {
    expect(await notificationsFor(second, true)).toContain(`APPROVAL_REQUESTED ${id}`);
  }, 15_000);
  expect(await notificationsFor(market.admin, true)).not.toContain(`APPROVAL_REQUESTED ${id}`);
  await decide(second, id, 'refuse');
  await vi.waitFor(async () => {
    expect(await notificationsFor(market.admin, false)).toContain(`APPROVAL_REFUSED ${id}`);
  }, 15_000);
  const one = (await server.request('GET', `/approvals/${id}`, { token: second?.token ?? '' })).body;
  expect(one).toMatchObject({ _id: id, state: 'refused', kind: 'completion' });
  const none = await server.request('GET', `/approvals/${'f'.repeat(24)}`, { token: second?.token ?? '' });
  expect(answerOf(none)).toEqual([404, 'APPROVAL_NOT_FOUND']);
});

test('an admin asks for a limited number of approvals in a day; another admin still can', async () => {
  const forgetCounts = () => server.pool.query(`delete from app.rate_limits where key like 'approvals:%'`);
  await forgetCounts();
  expect((await sendRequest(market.admin)).status).toBe(201);
  await server.pool.query(`update app.rate_limits set points = 1000000 where key like 'approvals:%'`);
  await newTrade('280000');
  expect(answerOf(await sendRequest(market.admin))).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect((await sendRequest(second)).status).toBe(201);
  await forgetCounts();
});

test('verify finds nothing wrong with the approvals of these tests', async () => {
  const staff = new StaffCheck();
  const { findings } = await verifyLog({ log: server.log, staff });
  const { naming } = await verifyAuditLog(server.pool, []);
  expect([...findings.named, ...staff.end(naming)]).toEqual([]);
});

test('one admin rules to cancel up to the limit, and cancels without a ruling above it', async () => {
  second ??= await newAdmin();
  expect((await market.cancelMatch(sell, buy)).status).toBe(200);
  expect((await eventsOf(`trade-${tradeId}`)).at(-2)?.data).toEqual({ tradeId, reason: expect.any(String) });
  await newTrade('140000');
  const { caseId } = (
    await send(buyer, 'POST', `/trades/${tradeId}/cases`, {
      reason: 'TETHER_NOT_RECEIVED',
      statement: 'No USDT came',
    })
  ).body;
  await send(market.admin, 'POST', `/cases/${caseId}/take`);
  const ruling = { outcome: 'cancel', reasons: ['PARTIES_AGREED'], statement: 'Both agree' };
  expect((await send(market.admin, 'POST', `/cases/${caseId}/ruling`, ruling)).status).toBe(200);
  expect((await eventsOf(`trade-${tradeId}`)).at(-2)?.data).toMatchObject({ fourEyesKrw: '140000' });
});

test.each([
  ['another reason', 'TradeCompleting', { reason: 'PARTY_UNREACHABLE' }],
  ['another ruling', 'CaseRuled', { grounds: 'f'.repeat(64) }],
  ['another part', 'CaseRuled', { amount: '50.0001' }],
  ['another match', 'TradeCancelling', { approval: 'f'.repeat(24) }],
])('verify finds an action carried out for %s than was approved', async (_, type, changed) => {
  expect(await oracleAfter(type, changed)).toThrow(
    /another action is done than was approved|was not granted|another amount than it says/,
  );
});

test.each([
  [
    'the limit is stated',
    { fourEyesKrw: '140000' },
    'one admin decided on a match of an order above the limit',
  ],
  ['nothing is stated', {}, 'TradeCompleting says neither who approved nor which limit it did not reach'],
])('verify finds a completion whose approval was removed, where %s instead', async (_, stated, found) => {
  expect(await oracleAfter('TradeCompleting', { approval: undefined, ...stated })).toThrow(found);
});

test('verify finds a cancellation by ruling whose approval was removed', async () => {
  const removed = { approval: undefined };
  expect(await oracleAfter('TradeCancelling', removed)).toThrow('there is no action for it');
  const limit = { ...removed, fourEyesKrw: '140000' };
  expect(await oracleAfter('TradeCancelling', limit)).toThrow('of an order above the limit');
});

/** An oracle of the log with one kind of action changed. */
const oracleAfter = (type: string, changed: object) =>
  oracleOn(server.log, (event) => {
    const reasons: Readonly<Record<string, string>> = {
      TradeCompleting: 'CONFIRMED_IN_CHAT',
      TradeCancelling: 'RULED',
    };
    const isTouched = event.type === type && [undefined, event.data['reason']].includes(reasons[type]);
    return isTouched ? { ...event, data: { ...event.data, ...changed } } : event;
  });
