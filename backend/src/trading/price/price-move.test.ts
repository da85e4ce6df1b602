import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../test/api-call.ts';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
import { oracleOn } from '../approvals/oracle-on.fixture.ts';
import { staffFindings } from '../approvals/staff-findings.fixture.ts';
import { openMarket } from '../trades/ledger-market.fixture.ts';
import { moveBeyond } from './price-move.ts';

// The rules depend on the number of admins, so this file has a server of its own.
let server: TestServer;
let [root, second]: Person[] = [];
beforeAll(async () => {
  server = await startTestServer({ FOUR_EYES_PRICE_PERCENT: '5' });
  root = await server.admin();
});
afterAll(() => server.close());

const send = (person: Person | undefined, path: string, body: object = {}, headers = {}) =>
  server.request('POST', path, { token: person?.token ?? '', body, headers, language: 'en' });
const set = (person: Person | undefined, tetherPrice: string) =>
  send(person, '/tetherprice/update-tether-price', { tetherPrice });
const sendRequest = (person: Person | undefined, tetherPrice: string, more: object = {}) =>
  send(person, '/approvals', { kind: 'price', tetherPrice, ...more });
const decide = (person: Person | undefined, id: string, how = 'approve', headers = {}) =>
  send(person, `/approvals/${id}/${how}`, {}, headers);
const current = async () => (await server.request('GET', '/tetherprice/get-tether-price')).body;
const last = async () => (await server.eventsOf('price-USDT-KRW')).at(-1);

test('the only admin moves the price by any amount, and the event states that there was no second admin', async () => {
  expect((await set(root, '1000')).status).toBe(200);
  expect((await last())?.data).toEqual({ price: '1000', fourEyesPercent: '5' });
  expect(answerOf(await sendRequest(root, '1400'))).toEqual([409, 'APPROVAL_NOT_NEEDED']);
  expect((await set(root, '1400')).status).toBe(200);
  expect((await last())?.data).toEqual({ price: '1400', approval: 'no-second-admin' });
});

test('with two admins, several small moves of the price count as one large one', async () => {
  second = await server.member({ active: true, admin: true });
  // Only prices of the last day count, and 1000 is one of them.
  expect(answerOf(await set(root, '1401'))).toEqual([409, 'APPROVAL_NEEDED']);
  const { approvalId } = (await sendRequest(root, '1401')).body;
  const [waiting] = (await server.request('GET', '/approvals', { token: second.token })).body.items;
  expect(waiting).toMatchObject({
    _id: approvalId,
    kind: 'price',
    conflict: null,
    mine: false,
    price: { price: '1401', before: '1400', from: '1000' },
  });
  expect(answerOf(await sendRequest(root, '1401'))).toEqual([409, 'APPROVAL_WAITING']);
  expect((await current()).data).toBe('1400');
  expect(answerOf(await decide(root, approvalId))).toEqual([409, 'APPROVAL_OWN']);
  const keyed = { 'idempotency-key': crypto.randomUUID() };
  expect(answerOf(await decide(second, approvalId, 'approve', keyed))).toEqual([
    200,
    'Approved and carried out.',
  ]);
  expect((await decide(second, approvalId, 'approve', keyed)).status).toBe(200);
  expect((await current()).data).toBe('1401');
  expect(await last()).toMatchObject({
    data: { price: '1401', approval: approvalId },
    metadata: { actorId: root?.memberId },
  });
  const log = (await server.request('GET', '/audit/log', { token: root?.token ?? '' })).body;
  expect(log.items.find(({ action }: { action: string }) => action === 'price-set')).toMatchObject({
    actorNickname: root?.nickname,
    approvedBy: second.nickname,
    subjectId: (await last())?.id,
    subjectPrice: { price: '1401', before: '1400' },
  });
});

test('an approval of a price is refused if the price has changed, and so is a request based on an outdated one', async () => {
  const { revision } = await current();
  expect(answerOf(await sendRequest(root, '1402', { expectedRevision: revision - 1 }))).toEqual([
    409,
    'PRICE_CHANGED',
  ]);
  const [one, two] = [await sendRequest(root, '1402'), await sendRequest(second, '1403')];
  expect((await decide(second, one.body.approvalId)).status).toBe(200);
  // The request may have lapsed already.
  const { body } = await decide(root, two.body.approvalId);
  expect(['APPROVAL_OUTDATED', 'APPROVAL_OVER']).toContain(body.code);
  expect((await current()).data).toBe('1402');
});

test('a move is measured against every price of the last 24 hours, however many there are, and against no earlier one', async () => {
  const market = openMarket();
  await market.setPrice('1000');
  for (let step = 0; step < 450; step += 1) await market.setPrice('1049');
  const beyond = async (price: string, hours = 0) => {
    const events = await market.log.readStream('price-USDT-KRW', { direction: 'backwards', limit: 1 });
    const { revision, metadata } = events[0] as RecordedEvent;
    const at = new Date(Date.parse(metadata.at) + hours * 3_600_000).toISOString();
    return moveBeyond(market.log, { price: price as never, revision, at }, '5');
  };
  expect(await beyond('1050')).toBeUndefined();
  expect(await beyond('1050.5')).toBe('1000');
  expect(await beyond('990')).toBe('1049');
  expect(await beyond('1100', 23)).toBe('1000');
  // Then only the newest price was in force.
  expect(await beyond('1100', 48)).toBeUndefined();
  expect(await beyond('1102', 48)).toBe('1049');
  await market.setPrice('1200');
  expect(await beyond('1250', 24)).toBeUndefined();
});

test('a price that cannot be compared with all of the last 24 hours counts as beyond the limit', async () => {
  const at = '2026-02-01T00:00:00.000Z';
  let pages = 0;
  const log = {
    readStream: async (_: string, { limit }: { limit: number }) => {
      pages += 1;
      return Array.from({ length: limit }, () => ({ data: { price: '1000' }, metadata: { at } }));
    },
  };
  const next = { price: '1001' as never, at };
  expect(await moveBeyond(log as never, { ...next, revision: 4_000 }, '5')).toBeUndefined();
  pages = 0;
  expect(await moveBeyond(log as never, { ...next, revision: 1_000_000 }, '5')).toBe('1000');
  expect(pages).toBe(25);
});

test('verify finds nothing wrong with the prices of these tests', async () => {
  expect(await staffFindings(server)).toEqual([]);
});

test.each([
  ['another price', { price: '1' }, 'another action is done than was approved'],
  [
    'the limit in its place',
    { approval: undefined, fourEyesPercent: '5' },
    'one admin moved the price beyond the limit',
  ],
  ['neither', { approval: undefined }, 'a price says neither who approved nor which limit it is within'],
])('verify finds an approved price with %s', async (_, changed, found) => {
  const enterAll = await oracleOn(server.log, (event) =>
    event.type === 'PriceSet' && String(event.data['approval']).length === 24
      ? { ...event, data: { ...event.data, ...changed } }
      : event,
  );
  expect(enterAll).toThrow(found);
});
