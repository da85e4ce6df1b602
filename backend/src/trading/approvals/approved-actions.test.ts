import { beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../test/api-call.ts';
import type { Person } from '../../../../test/server.ts';
import {
  buyer,
  complete,
  completing,
  decide,
  listed,
  market,
  newAdmin,
  newTrade,
  send,
  sendRequest,
  server,
  tradeId,
  withFourEyes,
} from './four-eyes.fixture.ts';
import { oracleOn } from './oracle-on.fixture.ts';
import { staffFindings } from './staff-findings.fixture.ts';

withFourEyes();

let second: Person;
beforeAll(async () => {
  second = await newAdmin();
});

// Its event states the limit, so verify expects a later one without approval to state it too.
test('up to the limit one admin is enough', async () => {
  await newTrade('140000');
  expect(answerOf(await sendRequest(market.admin))).toEqual([409, 'APPROVAL_NOT_NEEDED']);
  expect((await complete(market.admin)).status).toBe(200);
  expect((await completing())?.data).not.toHaveProperty('approval');
  expect((await completing())?.data['fourEyesKrw']).toBe('140000');
});

test('above the limit another admin approves, and the match is completed as requested', async () => {
  const before = await server.typesOf(`trade-${tradeId}`);
  expect(answerOf(await complete(market.admin))).toEqual([409, 'APPROVAL_NEEDED']);
  expect(await server.typesOf(`trade-${tradeId}`)).toEqual(before);
  const request = await sendRequest(market.admin, { reason: 'CONFIRMED_IN_CHAT' });
  expect(request.status).toBe(201);
  const { approvalId } = request.body;
  const again = await sendRequest(market.admin, { reason: 'CONFIRMED_BY_PHONE' });
  expect(answerOf(again)).toEqual([409, 'APPROVAL_WAITING']);

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
  expect(await server.typesOf(`approval-${approvalId}`)).toEqual([
    ...['ApprovalRequested', 'ApprovalGranted', 'ApprovalFulfilled'],
  ]);
  const done = await completing();
  expect(done?.data).toMatchObject({ approval: approvalId, reason: 'CONFIRMED_IN_CHAT' });
  // The requester is the actor, the approval the cause.
  const granted = (await server.eventsOf(`approval-${approvalId}`))[1];
  expect(granted?.metadata.actorId).toBe(second.memberId);
  expect(done?.metadata).toMatchObject({ actorId: market.admin.memberId, causationId: granted?.id });
  const [ended] = await listed(market.admin, 'ended');
  expect(ended).toMatchObject({
    _id: approvalId,
    state: 'fulfilled',
    decidedBy: { nickname: second.nickname },
  });
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
    const requestedRuling = async () => {
      const waiting = await listed(second, 'waiting');
      return waiting.find(({ _id }: { _id: string }) => _id === approvalId);
    };
    const requested = {
      completion: { ruling: { caseId, outcome, part, reasons: [reason], text: statement } },
    };
    const disputed = (statements: number, since: number) => ({ dispute: { caseId, statements, since } });
    expect(await requestedRuling()).toMatchObject({ ...requested, ...disputed(1, 0) });
    // A statement that comes meanwhile does not make the request outdated, but the approver reads it first.
    const more = { statement: 'Still nothing' };
    expect((await send(buyer, 'POST', `/cases/${caseId}/statements`, more)).status).toBe(201);
    const approve = (statements: number) =>
      send(second, 'POST', `/approvals/${approvalId}/approve`, { statements });
    expect(answerOf(await approve(1))).toEqual([409, 'STATEMENTS_ADDED']);
    expect(await requestedRuling()).toMatchObject({ ...requested, ...disputed(2, 1) });
    expect((await approve(2)).status).toBe(200);
    const seen = (await server.request('GET', `/cases/${caseId}`, { token: buyer.token })).body;
    const { amount: filled, krw } = part ?? seen;
    expect(seen).toMatchObject({ status: 'ruled', outcome, tradeStatus, amount: filled, krw });
    const decision = (await server.eventsOf(`trade-${tradeId}`)).at(-2);
    expect(decision?.data['approval']).toBe(approvalId);
    const ruled = seen.timeline.find(({ type }: { type: string }) => type === 'CaseRuled');
    expect(ruled.statement).toMatchObject({ text: statement, matches: true });
  },
);

test('verify finds nothing wrong with the approvals of these tests', async () => {
  expect(await staffFindings(server)).toEqual([]);
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
