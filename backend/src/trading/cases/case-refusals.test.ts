import type { ErrorCode } from '@matgyo/contracts/errors/index';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiCall } from '../../../../test/api-call.ts';
import { type Person, sharedTestServer, type TestServer } from '../../../../test/server.ts';
import { smallJpeg } from '../../../../test/sign-up-form.ts';
import { type Market, openMarket } from '../orders/market.fixture.ts';
import { expectRefused, type Refused } from '../orders/refused.fixture.ts';

let server: TestServer;
let market: Market;
let [seller, buyer, stranger]: Person[] = [];
let sell: string;
let buy: string;
let tradeId: string;

beforeAll(async () => {
  server = await sharedTestServer();
  market = await openMarket(server);
  stranger = await server.member({ active: true });
});
beforeEach(async () => {
  [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  await newTrade();
});

const newAdmin = () => server.member({ active: true, admin: true });

async function newTrade() {
  sell = await market.open(seller as Person, 'sell', '140000');
  buy = await market.open(buyer as Person, 'buy', '140000');
  tradeId = (await market.match(sell, buy))._id;
}

const send = (person: Person | undefined, method: string, path: string, call: ApiCall = {}) =>
  server.request(method, path, { token: person?.token ?? '', ...call });
const reason = 'TETHER_NOT_RECEIVED';
const open = (person: Person | undefined, body: object = { reason, statement: '테더가 오지 않았어요' }) =>
  send(person, 'POST', `/trades/${tradeId}/cases`, { body });
const opened = async (): Promise<string> => (await open(buyer)).body.caseId;
const action = (person: Person | undefined, caseId: string, what: string, body: object = {}) =>
  send(person, 'POST', `/cases/${caseId}/${what}`, { body });
const ruling = { outcome: 'complete', reasons: ['PAYMENT_PROVEN'], statement: '입금이 확인됐어요' };
const typesOf = async () =>
  (await server.log.readStream(`trade-${tradeId}`, { direction: 'forwards', from: 2, limit: 100 })).map(
    ({ type }) => type,
  );
const codeOf = ({ status, body }: { readonly status: number; readonly body: { readonly code?: string } }) => [
  status,
  body.code,
];

describe('refusals', () => {
  test.each([
    ['no reason', { statement: 'x' }, 422, 'CASE_NEEDS_REASON'],
    ['a reason that is none', { reason: 'BECAUSE', statement: 'x' }, 422, 'CASE_NEEDS_REASON'],
    ['no statement', { reason }, 422, 'STATEMENT_REQUIRED'],
    ['a blank statement', { reason, statement: '  ' }, 422, 'STATEMENT_REQUIRED'],
    ['a statement without end', { reason, statement: 'x'.repeat(2_001) }, 422, 'STATEMENT_TOO_LONG'],
  ])('%s', async (_, body, status, code) => {
    expect(codeOf(await open(buyer, body))).toEqual([status, code]);
    expect(await typesOf()).toEqual([]);
  });

  test('a member who is no party, an unknown match, and an ended one', async () => {
    expect(codeOf(await open(stranger))).toEqual([404, 'TRADE_NOT_FOUND']);
    await market.cancelMatch(sell, buy);
    expect(codeOf(await open(buyer))).toEqual([409, 'TRADE_ALREADY_FINISHED']);
    tradeId = 'f'.repeat(24);
    expect(codeOf(await open(buyer))).toEqual([404, 'TRADE_NOT_FOUND']);
  });

  test('a ruling without grounds, by a member, or on an unknown case', async () => {
    const caseId = await opened();
    await action(market.admin, caseId, 'take');
    for (const [body, status, code] of [
      [{ ...ruling, reasons: [] }, 422, 'RULING_NEEDS_REASON'],
      [{ ...ruling, statement: '' }, 422, 'STATEMENT_REQUIRED'],
      [{ ...ruling, outcome: 'complete-amount' }, 400, 'BAD_REQUEST'],
      [{ ...ruling, reasons: ['PARTY_SILENT', 'PARTY_SILENT'] }, 422, 'RULING_NEEDS_REASON'],
    ] as const)
      expect(codeOf(await action(market.admin, caseId, 'ruling', body))).toEqual([status, code]);
    expect(codeOf(await action(buyer, caseId, 'ruling', ruling))).toEqual([403, 'FORBIDDEN']);
    const unusedId = 'f'.repeat(24);
    expect(codeOf(await action(market.admin, unusedId, 'ruling', ruling))).toEqual([404, 'CASE_NOT_FOUND']);
    expect(codeOf(await action(stranger, caseId, 'statements', { statement: 'x' }))).toEqual([
      404,
      'CASE_NOT_FOUND',
    ]);
    expect((await typesOf()).includes('CaseRuled')).toBe(false);
  });

  const refused = (status: number, code: ErrorCode, ...call: ReturnType<Refused['call']>) =>
    expectRefused(server, { title: code, status, code, call: () => call });
  const by = (person: Person | undefined, call: ApiCall) => ({ token: person?.token ?? '', ...call });
  const evidence = (bytes: Uint8Array<ArrayBuffer>): ApiCall => ({
    form: { fields: { reason, statement: 'x' }, file: { field: 'image', bytes } },
  });

  test('of any action on a match in a dispute are in both languages and store nothing', async () => {
    await send(buyer, 'POST', `/trades/${tradeId}/steps`, { body: { step: 'payment-sent' } });
    await opened();
    const pair = { sellerOrderId: sell, buyerOrderId: buy };
    for (const [person, method, path, call] of [
      [seller, 'POST', `/trades/${tradeId}/steps`, { body: { step: 'payment-received' } }],
      [buyer, 'DELETE', `/trades/${tradeId}/steps`, { body: { step: 'payment-sent' } }],
      [market.admin, 'POST', `/trades/${tradeId}/window`, { body: { pause: true, reason: 'UNDER_REVIEW' } }],
      [market.admin, 'POST', '/sell/admin/complete-orders', { body: pair }],
      [market.admin, 'POST', '/sell/admin/cancel-orders', { body: pair }],
      [seller, 'POST', `/trades/${tradeId}/cases`, evidence(smallJpeg())],
    ] as const)
      await refused(409, 'TRADE_IN_CASE', method, path, by(person, call));
  });

  test('of evidence that is no image, and of rulings, are in both languages and store nothing', async () => {
    const svg = evidence(new TextEncoder().encode('<svg/>'));
    await refused(422, 'IMAGE_INVALID', 'POST', `/trades/${tradeId}/cases`, by(buyer, svg));
    const party = await newAdmin();
    buyer = party;
    await newTrade();
    const caseId = (await open(seller)).body.caseId;
    await refused(422, 'IMAGE_INVALID', 'POST', `/cases/${caseId}/statements`, by(seller, svg));
    await action(market.admin, caseId, 'take');
    const rule = ['POST', `/cases/${caseId}/ruling`] as const;
    await refused(403, 'OWN_ORDER', ...rule, by(party, { body: ruling }));
    const more = { ...ruling, outcome: 'complete-amount', amount: '100.0001' };
    await refused(400, 'BAD_REQUEST', ...rule, by(market.admin, { body: more }));
    await action(market.admin, caseId, 'ruling', ruling);
    for (const body of [ruling, { ...ruling, outcome: 'cancel' }])
      await refused(409, 'TRADE_ALREADY_FINISHED', ...rule, by(market.admin, { body }));
    await refused(409, 'TRADE_ALREADY_FINISHED', 'POST', `/trades/${tradeId}/cases`, by(seller, svg));
  });
});
