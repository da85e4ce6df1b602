import { randomUUID } from 'node:crypto';
import type { CaseSummary } from '@matgyo/contracts/endpoints/cases';
import type { TradeId } from '@matgyo/contracts/ids';
import { tradeStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { tradeDecider } from '@matgyo/ledger/trade/trade';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { type ApiCall, answerOf } from '../../../../test/api-call.ts';
import { applicationWithMembers, type Person, startTestServer } from '../../../../test/server.ts';
import { smallJpeg } from '../../../../test/sign-up-form.ts';
import { contenders } from '../../../../test/test-all.ts';
import { loadStream } from '../../platform/commands/stream-history.ts';
import { oracleOn } from '../approvals/oracle-on.fixture.ts';
import { openMarket, pair } from '../orders/market.fixture.ts';

let [second, third]: Person[] = [];
let [seller, buyer]: Person[] = [];
let tradeId: string;
let caseId: string;
// The rules depend on the number of admins, so this file has a server of its own.
const server = await startTestServer({}, applicationWithMembers);
const market = await openMarket(server);
afterAll(() => server.close());
beforeEach(async () => {
  [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
});

const newAdmin = () => server.member({ active: true, admin: true });
const send = (person: Person | undefined, method: string, path: string, call: ApiCall = {}) =>
  server.request(method, path, { token: person?.token ?? '', ...call });
const action = (person: Person | undefined, what: string, body: object = {}) =>
  send(person, 'POST', `/cases/${caseId}/${what}`, { body });
const view = async (person: Person | undefined) => (await send(person, 'GET', `/cases/${caseId}`)).body;
const lastEvent = async () => (await server.eventsOf(`trade-${tradeId}`)).at(-1) as RecordedEvent;
const typesOf = async () => (await server.typesOf(`trade-${tradeId}`)).slice(2);
const appeal = (person: Person | undefined) => action(person, 'appeal', { statement: '판정이 잘못됐어요' });
const decide = (person: Person | undefined, outcome: 'confirm' | 'overturn' = 'confirm') =>
  action(person, 'appeal/ruling', { outcome, statement: '다시 확인했어요' });
const lost = async (person: Person | undefined) =>
  (
    await server.pool.query('select cases_lost from read_trades.standings where member_id = $1', [
      person?.memberId,
    ])
  ).rows[0]?.cases_lost ?? 0;

/** A case that `by` ruled on against the seller. */
async function ruled(outcome: 'complete' | 'cancel', by: Person | undefined = market.admin) {
  await taken(by);
  // Against the seller with either outcome.
  const reasons = [outcome === 'complete' ? 'PAYMENT_PROVEN' : 'TETHER_NOT_PROVEN'];
  const ruling = { outcome, reasons, statement: '증빙을 확인했어요' };
  expect((await action(by, 'ruling', ruling)).status).toBe(200);
}

async function taken(by: Person | undefined, krw = '140000') {
  const sell = await market.open(seller as Person, 'sell', krw);
  const buy = await market.open(buyer as Person, 'buy', krw);
  tradeId = (await market.match(sell, buy))._id;
  const body = { reason: 'TETHER_NOT_RECEIVED', statement: '테더가 오지 않았어요' };
  caseId = (await send(buyer, 'POST', `/trades/${tradeId}/cases`, { body })).body.caseId;
  await action(by, 'take');
  return pair(sell, buy);
}

/** A ruling to complete an order above the limit, by the first admin with the approval of the second. */
async function ruledByTwo() {
  second ??= await newAdmin();
  await taken(market.admin, '14000000');
  const ruling = { kind: 'ruling', caseId, reasons: ['PAYMENT_PROVEN'], statement: '입금이 확인됐어요' };
  const { approvalId } = (await send(market.admin, 'POST', '/approvals', { body: ruling })).body;
  expect((await send(second, 'POST', `/approvals/${approvalId}/approve`, { body: {} })).status).toBe(200);
}

test('the only admin decides the appeal against their own ruling, which the event states', async () => {
  await ruled('cancel');
  expect(await view(seller)).toMatchObject({
    appeal: null,
    appealUntil: expect.any(String),
    appellant: 'sell',
    lostBy: 'sell',
  });
  expect(answerOf(await appeal(market.admin))).toEqual([403, 'APPEAL_NOT_YOURS']);
  // The ruling is against the seller: the buyer cannot use up the only appeal.
  expect(await view(buyer)).toMatchObject({
    appealUntil: expect.any(String),
    appellant: 'sell',
    lostBy: 'sell',
  });
  expect(answerOf(await appeal(buyer))).toEqual([403, 'APPEAL_NOT_YOURS']);
  expect(answerOf(await appeal(seller))).toEqual([201, 'Appeal made.']);
  expect(answerOf(await appeal(seller))).toEqual([409, 'ALREADY_APPEALED']);
  const form = { fields: { statement: '반대 증빙이에요' }, file: { field: 'image', bytes: smallJpeg() } };
  expect((await send(buyer, 'POST', `/cases/${caseId}/statements`, { form })).status).toBe(201);
  expect(await view(buyer)).toMatchObject({ status: 'ruled', appeal: 'open', appealUntil: null });
  expect(answerOf(await decide(market.admin))).toEqual([200, 'Appeal decided.']);
  expect(await lastEvent()).toMatchObject({ type: 'AppealRuled', data: { approval: 'no-second-admin' } });
  expect(answerOf(await decide(market.admin))).toEqual([409, 'CASE_CLOSED']);
  expect(answerOf(await appeal(seller))).toEqual([409, 'ALREADY_APPEALED']);
});

test('a buyer whose won were proven may appeal against the cancellation', async () => {
  await taken(market.admin);
  const ruling = { outcome: 'cancel', reasons: ['PAYMENT_PROVEN'], statement: '입금은 확인됐어요' };
  expect((await action(market.admin, 'ruling', ruling)).status).toBe(200);
  expect(await view(buyer)).toMatchObject({ appellant: null, lostBy: 'sell' });
  expect(answerOf(await appeal(buyer))).toEqual([201, 'Appeal made.']);
});

test('an admin other than the one who ruled decides the appeal, if there is one', async () => {
  second ??= await newAdmin();
  await ruled('complete');
  await appeal(seller);
  expect(answerOf(await decide(market.admin))).toEqual([403, 'APPEAL_NEEDS_ANOTHER_ADMIN']);
  expect(answerOf(await decide(second, 'overturn'))).toEqual([409, 'APPEAL_NEEDS_REVERSAL']);
  expect(answerOf(await decide(second))).toEqual([200, 'Appeal decided.']);
  const seen = await view(buyer);
  expect(seen).toMatchObject({ appeal: 'confirm', tradeStatus: 'completed' });
  expect(seen.timeline.slice(-2)).toMatchObject([
    { type: 'CaseAppealed', by: 'sell', statement: { text: '판정이 잘못됐어요', matches: true } },
    { type: 'AppealRuled', outcome: 'confirm', statement: { text: '다시 확인했어요' }, nickname: null },
  ]);
  expect(await lost(seller)).toBe(1);
});

test('the admin who approved the ruling decides the appeal only if there is no third admin', async () => {
  await ruledByTwo();
  await appeal(seller);
  expect(answerOf(await decide(second))).toEqual([200, 'Appeal decided.']);
  const decided = await lastEvent();
  expect(decided.data).toMatchObject({ approvedBy: second?.memberId, approval: 'no-second-admin' });

  third ??= await newAdmin();
  await ruledByTwo();
  await appeal(seller);
  for (const one of [market.admin, second])
    expect(answerOf(await decide(one))).toEqual([403, 'APPEAL_NEEDS_ANOTHER_ADMIN']);
  expect(answerOf(await decide(third))).toEqual([200, 'Appeal decided.']);
  expect((await lastEvent()).data).toEqual({
    tradeId,
    caseId,
    outcome: 'confirm',
    grounds: expect.any(String),
    approvedBy: second?.memberId,
  });
});

test('an admin decides no appeal before they have read all statements', async () => {
  second ??= await newAdmin();
  await ruled('cancel');
  await appeal(seller);
  await action(buyer, 'statements', { statement: '보내지 않았어요' });
  const decideAfter = (statements: number) =>
    action(second, 'appeal/ruling', { outcome: 'confirm', statement: '다시 확인했어요', statements });
  expect(answerOf(await decideAfter(2))).toEqual([409, 'STATEMENTS_ADDED']);
  expect(answerOf(await decideAfter((await view(second)).statements))).toEqual([200, 'Appeal decided.']);
});

test('a cancelled match stays cancelled; overturned, its ruling no longer counts as lost', async () => {
  second ??= await newAdmin();
  await ruled('cancel');
  expect(await lost(seller)).toBe(1);
  await appeal(seller);
  expect(answerOf(await decide(second, 'overturn'))).toEqual([200, 'Appeal decided.']);
  expect(await view(seller)).toMatchObject({ appeal: 'overturn', tradeStatus: 'cancelled' });
  expect(await lost(seller)).toBe(0);
  expect((await typesOf()).slice(-2)).toEqual(['CaseAppealed', 'AppealRuled']);
});

test('the reversal of a completed trade, by two admins, overturns its ruling', async () => {
  second ??= await newAdmin();
  third ??= await newAdmin();
  await ruled('complete');
  const body = { kind: 'reversal', tradeId, reason: 'OVERTURNED_ON_APPEAL', statement: '도용' };
  const otherwise = { body: { ...body, reason: 'FRAUD_FOUND' } };
  const outdated = (await send(second, 'POST', '/approvals', otherwise)).body.approvalId;
  await appeal(seller);
  // Requested before the appeal, so it is outdated.
  expect(answerOf(await send(third, 'POST', `/approvals/${outdated}/approve`, { body: {} }))).toEqual([
    409,
    'APPROVAL_OUTDATED',
  ]);
  const decidedBy = async (id: string) => (await send(third, 'GET', `/approvals/${id}`)).body.dispute?.caseId;
  expect(await decidedBy(outdated)).toBeUndefined();
  const requested = (await send(second, 'POST', '/approvals', { body })).body.approvalId;
  // Who approves it is shown which dispute it decides.
  const { items } = (await send(third, 'GET', '/approvals?show=waiting')).body;
  const waiting = items.find(({ _id }: { readonly _id: string }) => _id === requested);
  expect(waiting.dispute).toEqual({ caseId, statements: 2, since: 0 });
  // A party's statement does not make the request outdated, but the approver reads it first.
  expect((await action(seller, 'statements', { statement: '하나 더 있어요' })).status).toBe(201);
  const approve = (statements: number) =>
    send(third, 'POST', `/approvals/${requested}/approve`, { body: { statements } });
  expect(answerOf(await approve(2))).toEqual([409, 'STATEMENTS_ADDED']);
  expect((await send(third, 'GET', `/approvals/${requested}`)).body.dispute.since).toBe(1);
  expect((await approve(3)).status).toBe(200);
  expect((await typesOf()).slice(-4)).toEqual([
    ...['CaseAppealed', 'CaseStatementAdded', 'AppealRuled', 'TradeReversed'],
  ]);
  expect([await decidedBy(outdated), await decidedBy(requested)]).toEqual([undefined, caseId]);
  const seen = await view(seller);
  expect(seen).toMatchObject({ appeal: 'overturn', tradeStatus: 'reversed', appealUntil: null });
  // Only admins see the statement of a reversal.
  expect(seen.timeline.slice(-2)).toMatchObject([{ statement: null }, { statement: null }]);
  const forAdmins = (await view(third)).timeline.slice(-2);
  expect(forAdmins).toMatchObject([{ statement: null }, { statement: { text: '도용', matches: true } }]);
  expect(await lost(seller)).toBe(0);
});

test.each([
  ['confirmed by who approved the ruling', 'AppealRuled', 'decided by who ruled or approved'],
  ['decided by an event that does not name the approver', 'AppealRuled', 'names another'],
  ['decided by another command than the reversal', 'TradeReversed', 'are two commands'],
])('verify finds an appeal %s', async (how, type, found) => {
  const isTouched = (event: RecordedEvent) =>
    event.type === type && (type === 'TradeReversed' || event.metadata.actorId === third?.memberId);
  const changed = ({ data, metadata }: RecordedEvent) => {
    if (type === 'TradeReversed') return { metadata: { ...metadata, commandId: randomUUID() } };
    const { approvedBy, ...rest } = data;
    if (how.includes('name')) return { data: rest };
    return { metadata: { ...metadata, actorId: String(approvedBy) } };
  };
  expect(await oracleOn(server.log, (event) => event)).not.toThrow();
  const tampered = await oracleOn(server.log, (event) =>
    isTouched(event) ? { ...event, ...changed(event) } : event,
  );
  expect(tampered).toThrow(found);
});

test('a refused appeal or statement leaves no image behind', async () => {
  const images = async () => (await server.pool.query('select id from app.images')).rowCount;
  await ruled('cancel');
  const form = { fields: { statement: '증빙이에요' }, file: { field: 'image', bytes: smallJpeg() } };
  const before = await images();
  expect(answerOf(await send(buyer, 'POST', `/cases/${caseId}/appeal`, { form }))).toEqual([
    403,
    'APPEAL_NOT_YOURS',
  ]);
  expect(answerOf(await send(buyer, 'POST', `/cases/${caseId}/statements`, { form }))).toEqual([
    409,
    'CASE_CLOSED',
  ]);
  expect(await images()).toBe(before);
  const headers = { 'idempotency-key': randomUUID() };
  for (const _ of ['first', 'repeat'])
    expect((await send(seller, 'POST', `/cases/${caseId}/appeal`, { form, headers })).status).toBe(201);
  expect(await images()).toBe((before ?? 0) + 1);
});

test('an appeal is late 72 hours after the ruling', async () => {
  const hoursAgo = async (hours: number) => {
    const body = await taken(market.admin);
    const stream = tradeStream(tradeId as TradeId);
    const { head, events } = await loadStream(server.log, { stream, decider: tradeDecider });
    const at = new Date(Date.now() - hours * 3_600_000).toISOString();
    const metadata = { ...(events.at(-1) as RecordedEvent).metadata, commandId: randomUUID(), at };
    const ofCase = { tradeId, caseId, outcome: 'cancel', reasons: ['TETHER_NOT_PROVEN'] };
    await server.log.append(stream, head, [
      { id: randomUUID(), type: 'CaseRuled', data: { ...ofCase, grounds: 'd'.repeat(64) }, metadata },
      { id: randomUUID(), type: 'TradeCancelling', data: { tradeId, reason: 'RULED' }, metadata },
    ]);
    // Executes the decision, without a response that waits for the read models.
    expect((await send(market.admin, 'POST', '/sell/admin/cancel-orders', { body })).status).toBe(409);
    await vi.waitFor(async () => expect((await view(seller)).tradeStatus).toBe('cancelled'), 60_000);
  };
  await hoursAgo(72.01);
  expect(await view(seller)).toMatchObject({ appealUntil: null });
  expect(answerOf(await appeal(seller))).toEqual([409, 'APPEAL_TOO_LATE']);
  await hoursAgo(71.99);
  expect(answerOf(await appeal(seller))).toEqual([201, 'Appeal made.']);
});

test('an appeal needs a ruling, a party, and a trade that was not reversed', async () => {
  await ruled('complete');
  expect(answerOf(await decide(second ?? market.admin))).toEqual([409, 'CASE_CLOSED']);
  const stranger = await server.member({ active: true });
  expect(answerOf(await appeal(stranger))).toEqual([404, 'CASE_NOT_FOUND']);
  expect(answerOf(await action(seller, 'appeal'))).toEqual([422, 'STATEMENT_REQUIRED']);
  expect(answerOf(await action(seller, 'appeal/ruling', { outcome: 'confirm', statement: 'x' }))).toEqual([
    403,
    'FORBIDDEN',
  ]);
});

test('what waits for an admin is listed from the longest wait on: that of an appeal began with the appeal', async () => {
  await ruled('complete');
  const appealed = caseId;
  await taken(undefined);
  const opened = caseId;
  caseId = appealed;
  expect(answerOf(await appeal(seller))).toEqual([201, 'Appeal made.']);
  const listed: CaseSummary[] = [];
  for (let cursor = ''; listed.length < 100; ) {
    const { body } = await send(market.admin, 'GET', `/cases?limit=1&show=open${cursor}`);
    listed.push(...body.items);
    if (body.nextCursor === null) break;
    cursor = `&cursor=${body.nextCursor}`;
  }
  const times = listed.map(({ appealedAt, openedAt }) => appealedAt ?? openedAt);
  expect(times).toEqual(times.toSorted());
  expect(listed.map(({ _id }) => _id).slice(-2)).toEqual([opened, appealed]);
});

test('an open appeal is listed among the open cases, and the other parties are notified', async () => {
  second ??= await newAdmin();
  await ruled('complete');
  const ids = async (show: string) =>
    (await send(second, 'GET', `/cases?limit=100&show=${show}`)).body.items.map(
      ({ _id }: { _id: string }) => _id,
    );
  expect(await ids('ended')).toContain(caseId);
  await appeal(seller);
  expect(await ids('open')).toContain(caseId);
  expect(await ids('ended')).not.toContain(caseId);
  // It waits since the appeal, however old the dispute is.
  const since = async (id: string): Promise<string> => {
    const { appeal: isAppealed, openedAt, timeline } = (await send(second, 'GET', `/cases/${id}`)).body;
    const appealed = timeline.find(({ type }: { type: string }) => type === 'CaseAppealed');
    return isAppealed === null ? openedAt : appealed.at;
  };
  const waiting = await Promise.all((await ids('open')).map(since));
  const { disputes } = (await send(second, 'GET', '/admin/queue-counts')).body;
  expect(disputes).toEqual({ total: waiting.length, oldest: waiting.sort()[0] });
  // Right after an upgrade the tables are those of the version before.
  const rename = (from: string, to: string) =>
    server.pool.query(`alter table read_trades.cases rename ${from} to ${to}`);
  await rename('appealed_at', 'not_there_yet');
  const before = (await send(second, 'GET', '/admin/queue-counts')).body;
  const idsBefore = await ids('open');
  await rename('not_there_yet', 'appealed_at');
  expect(before.disputes.total).toBe(waiting.length);
  expect(idsBefore).toContain(caseId);
  await decide(second);
  expect(await ids('open')).not.toContain(caseId);
  const codes = async (person: Person | undefined, list: string) =>
    (await send(person, 'GET', `/notification/unread/user/${list}`)).body
      .filter(({ code }: { code: string }) => code.includes('APPEAL'))
      .map(({ code, caseId: id }: { code: string; caseId: string }) => [code, id]);
  await expect
    .poll(() => codes(buyer, 'buyOrders'))
    .toEqual([
      ['CASE_APPEAL_CONFIRMED', caseId],
      ['CASE_APPEALED', caseId],
    ]);
  expect(await codes(seller, 'sellOrders')).toEqual([['CASE_APPEAL_CONFIRMED', caseId]]);
});

test('one of many concurrent appeals and one of many concurrent decisions succeeds', async () => {
  second ??= await newAdmin();
  third ??= await newAdmin();
  await ruled('cancel');
  const many = <One>(make: (index: number) => Promise<One>) =>
    Promise.all(Array.from({ length: contenders }, (_, index) => make(index)));
  const appeals = await many(() => appeal(seller));
  expect(appeals.filter(({ status }) => status === 201)).toHaveLength(1);
  const decisions = await many((index) =>
    decide(index % 2 === 0 ? second : third, index % 3 ? 'confirm' : 'overturn'),
  );
  expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status } of [...appeals, ...decisions]) expect([200, 201, 409]).toContain(status);
  const types = await typesOf();
  expect(types.filter((type) => type === 'CaseAppealed')).toHaveLength(1);
  expect(types.at(-1)).toBe('AppealRuled');
});

test('an admin for whose code the fee was counted does not decide the appeal', async () => {
  second ??= await newAdmin();
  third ??= await newAdmin();
  const { inviteCode } = (await send(second, 'GET', '/user/invitations')).body;
  seller = await server.member({ active: true, referralCode: inviteCode });
  await ruled('complete');
  await appeal(seller);
  expect(answerOf(await decide(second))).toEqual([403, 'FEE_TO_OWN_CODE']);
  expect(answerOf(await decide(third))).toEqual([200, 'Appeal decided.']);
});
