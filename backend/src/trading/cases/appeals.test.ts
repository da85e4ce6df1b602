import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiAnswer, ApiCall } from '../../../../test/api-call.ts';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
import { smallJpeg } from '../../../../test/sign-up-form.ts';
import { type Market, openMarket } from '../orders/market.fixture.ts';

// How many admins there are decides, so it has a server of its own.
let server: TestServer;
let market: Market;
let [second, third]: Person[] = [];
let [seller, buyer]: Person[] = [];
let tradeId: string;
let caseId: string;
beforeAll(async () => {
  server = await startTestServer();
  market = await openMarket(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
});

const newAdmin = () => server.member({ active: true, admin: true });
const send = (person: Person | undefined, method: string, path: string, call: ApiCall = {}) =>
  server.request(method, path, { token: person?.token ?? '', ...call });
const act = (person: Person | undefined, what: string, body: object = {}) =>
  send(person, 'POST', `/cases/${caseId}/${what}`, { body });
const view = async (person: Person | undefined) => (await send(person, 'GET', `/cases/${caseId}`)).body;
const said = ({ status, body }: ApiAnswer) => [status, body.code ?? body.message];
const typesOf = async () =>
  (await server.log.readStream(`trade-${tradeId}`, { direction: 'forwards', from: 2, limit: 100 })).map(
    ({ type }) => type,
  );
const appeal = (person: Person | undefined) => act(person, 'appeal', { statement: '판정이 잘못됐어요' });
const decide = (person: Person | undefined, outcome: 'confirm' | 'overturn' = 'confirm') =>
  act(person, 'appeal/ruling', { outcome, statement: '다시 확인했어요' });
const lost = async (person: Person | undefined) =>
  (
    await server.pool.query('select cases_lost from read_trades.standings where member_id = $1', [
      person?.memberId,
    ])
  ).rows[0]?.cases_lost ?? 0;

/** A case that `by` ruled on against the seller. */
async function ruled(outcome: 'complete' | 'cancel', by: Person | undefined = market.admin) {
  const sell = await market.open(seller as Person, 'sell', '140000');
  const buy = await market.open(buyer as Person, 'buy', '140000');
  tradeId = (await market.match(sell, buy))._id;
  const body = { reason: 'TETHER_NOT_RECEIVED', statement: '테더가 오지 않았어요' };
  caseId = (await send(buyer, 'POST', `/trades/${tradeId}/cases`, { body })).body.caseId;
  await act(by, 'take');
  const ruling = { outcome, reasons: ['PAYMENT_PROVEN'], statement: '입금이 확인됐어요' };
  expect((await act(by, 'ruling', ruling)).status).toBe(200);
}

test('the only admin decides on the appeal against the own ruling, and the event says so', async () => {
  await ruled('cancel');
  expect(await view(seller)).toMatchObject({ appeal: null, appealUntil: expect.any(String) });
  expect(said(await appeal(market.admin))).toEqual([403, 'APPEAL_NOT_YOURS']);
  // The ruling is against the seller: the buyer cannot use up the only appeal.
  expect(await view(buyer)).toMatchObject({ appealUntil: null });
  expect(said(await appeal(buyer))).toEqual([403, 'APPEAL_NOT_YOURS']);
  expect(said(await appeal(seller))).toEqual([201, 'Appeal made.']);
  expect(said(await appeal(seller))).toEqual([409, 'ALREADY_APPEALED']);
  const form = { fields: { statement: '반대 증빙이에요' }, file: { field: 'image', bytes: smallJpeg() } };
  expect((await send(buyer, 'POST', `/cases/${caseId}/statements`, { form })).status).toBe(201);
  expect(await view(buyer)).toMatchObject({ status: 'ruled', appeal: 'open', appealUntil: null });
  expect(said(await decide(market.admin))).toEqual([200, 'Appeal decided.']);
  const events = await server.log.readStream(`trade-${tradeId}`, { direction: 'backwards', limit: 1 });
  expect(events[0]).toMatchObject({ type: 'AppealRuled', data: { approval: 'no-second-admin' } });
  expect(said(await decide(market.admin))).toEqual([409, 'CASE_CLOSED']);
  expect(said(await appeal(seller))).toEqual([409, 'ALREADY_APPEALED']);
});

test('another admin than the one who ruled decides, if there is one', async () => {
  second ??= await newAdmin();
  await ruled('complete');
  await appeal(seller);
  expect(said(await decide(market.admin))).toEqual([403, 'APPEAL_NEEDS_ANOTHER_ADMIN']);
  expect(said(await decide(second, 'overturn'))).toEqual([409, 'APPEAL_NEEDS_REVERSAL']);
  expect(said(await decide(second))).toEqual([200, 'Appeal decided.']);
  const seen = await view(buyer);
  expect(seen).toMatchObject({ appeal: 'confirm', tradeStatus: 'completed' });
  expect(seen.timeline.slice(-2)).toMatchObject([
    { type: 'CaseAppealed', by: 'sell', statement: { text: '판정이 잘못됐어요', matches: true } },
    { type: 'AppealRuled', outcome: 'confirm', statement: { text: '다시 확인했어요' }, nickname: null },
  ]);
  expect(await lost(seller)).toBe(1);
});

test('a cancelled match stays cancelled; overturned, its ruling no longer counts as lost', async () => {
  second ??= await newAdmin();
  await ruled('cancel');
  expect(await lost(seller)).toBe(1);
  await appeal(seller);
  expect(said(await decide(second, 'overturn'))).toEqual([200, 'Appeal decided.']);
  expect(await view(seller)).toMatchObject({ appeal: 'overturn', tradeStatus: 'cancelled' });
  expect(await lost(seller)).toBe(0);
  expect((await typesOf()).slice(-2)).toEqual(['CaseAppealed', 'AppealRuled']);
});

test('the reversal of a completed trade, by two admins, overturns its ruling', async () => {
  second ??= await newAdmin();
  third ??= await newAdmin();
  await ruled('complete');
  const body = { kind: 'reversal', tradeId, reason: 'FRAUD_FOUND', statement: '도용' };
  const outdated = (await send(second, 'POST', '/approvals', { body })).body.approvalId;
  await appeal(seller);
  // Requested before the appeal: it has to be looked at again.
  expect(said(await send(third, 'POST', `/approvals/${outdated}/approve`, { body: {} }))).toEqual([
    409,
    'APPROVAL_OUTDATED',
  ]);
  const asked = (await send(second, 'POST', '/approvals', { body })).body.approvalId;
  // A party's statement does not make the request outdated.
  expect((await act(seller, 'statements', { statement: '하나 더 있어요' })).status).toBe(201);
  expect((await send(third, 'POST', `/approvals/${asked}/approve`, { body: {} })).status).toBe(200);
  expect((await typesOf()).slice(-4)).toEqual([
    ...['CaseAppealed', 'CaseStatementAdded', 'AppealRuled', 'TradeReversed'],
  ]);
  const seen = await view(seller);
  expect(seen).toMatchObject({ appeal: 'overturn', tradeStatus: 'reversed', appealUntil: null });
  // The words of a reversal are for admins.
  expect(seen.timeline.slice(-2)).toMatchObject([{ statement: null }, { statement: null }]);
  expect(await lost(seller)).toBe(0);
});

test('an appeal needs a ruling, a party, and a trade that was not reversed', async () => {
  await ruled('complete');
  expect(said(await decide(second ?? market.admin))).toEqual([409, 'CASE_CLOSED']);
  const stranger = await server.member({ active: true });
  expect(said(await appeal(stranger))).toEqual([404, 'CASE_NOT_FOUND']);
  expect(said(await act(seller, 'appeal'))).toEqual([422, 'STATEMENT_REQUIRED']);
  expect(said(await act(seller, 'appeal/ruling', { outcome: 'confirm', statement: 'x' }))).toEqual([
    403,
    'FORBIDDEN',
  ]);
});

test('waits for an admin among the open ones, and tells the others', async () => {
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
  await decide(second);
  expect(await ids('open')).not.toContain(caseId);
  const codes = async (person: Person | undefined, list: string) =>
    (await send(person, 'GET', `/notification/unread/user/${list}`)).body
      .filter(({ code }: { code: string }) => code.includes('APPEAL'))
      .map(({ code, caseId: id }: { code: string; caseId: string }) => [code, id]);
  await expect
    .poll(() => codes(buyer, 'buyOrders'), { timeout: 15_000 })
    .toEqual([
      ['CASE_APPEAL_RULED', caseId],
      ['CASE_APPEALED', caseId],
    ]);
  expect(await codes(seller, 'sellOrders')).toEqual([['CASE_APPEAL_RULED', caseId]]);
});

test('of 64 concurrent appeals one is made, and of 64 decisions one decides', async () => {
  second ??= await newAdmin();
  third ??= await newAdmin();
  await ruled('cancel');
  const many = <One>(make: (index: number) => Promise<One>) =>
    Promise.all(Array.from({ length: 64 }, (_, index) => make(index)));
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
