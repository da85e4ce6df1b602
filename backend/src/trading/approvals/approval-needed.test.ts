import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { expect, test, vi } from 'vitest';
import { answerOf } from '../../../../test/api-call.ts';
import type { Person } from '../../../../test/server.ts';
import {
  buy,
  buyer,
  complete,
  completing,
  decide,
  mark,
  market,
  matchOrders,
  newAdmin,
  newTrade,
  requestApproval,
  sell,
  seller,
  send,
  sendRequest,
  server,
  tradeId,
  withFourEyes,
} from './four-eyes.fixture.ts';
import { staffFindings } from './staff-findings.fixture.ts';

withFourEyes();

let second: Person;

test('the only admin completes above the limit, and the event states that there was no second admin', async () => {
  expect(answerOf(await sendRequest(market.admin))).toEqual([409, 'APPROVAL_NOT_NEEDED']);
  expect((await complete(market.admin)).status).toBe(200);
  expect((await completing())?.data['approval']).toBe('no-second-admin');
  // Likewise if the only other admin is a party.
  second = await newAdmin();
  await newTrade('280000', { seller: second });
  expect((await complete(market.admin)).status).toBe(200);
  expect((await completing())?.data['approval']).toBe('no-second-admin');
});

test('a large order is not completed in pieces by one admin, whichever side it is on', async () => {
  second ??= await newAdmin();
  for (const [large, small] of [
    ['sell', 'buy'],
    ['buy', 'sell'],
  ] as const) {
    const ofLarge = await market.open(seller, large, '280000');
    const ofSmall = await market.open(buyer, small, '70000');
    if (large === 'sell') await matchOrders(ofLarge, ofSmall);
    else await matchOrders(ofSmall, ofLarge);
    expect(answerOf(await complete(market.admin))).toEqual([409, 'APPROVAL_NEEDED']);
    expect((await decide(second, await requestApproval(), 'approve')).status).toBe(200);
  }
  await newTrade('280000');
  await market.cancelMatch(sell, buy);
  await matchOrders(sell, buy, { amount: '50.0000' });
  expect(answerOf(await complete(market.admin))).toEqual([409, 'APPROVAL_NEEDED']);
});

test('an admin who saw other steps marked does not ask for approval', async () => {
  second ??= await newAdmin();
  await mark(buyer);
  expect(answerOf(await sendRequest(market.admin, { marked: null }))).toEqual([409, 'STEPS_CHANGED']);
  expect((await sendRequest(market.admin, { marked: 'payment-sent' })).status).toBe(201);
});

test('one admin rules to cancel up to the limit, and cancels without a ruling above it', async () => {
  second ??= await newAdmin();
  expect((await market.cancelMatch(sell, buy)).status).toBe(200);
  expect((await server.eventsOf(`trade-${tradeId}`)).at(-2)?.data).toEqual({
    tradeId,
    reason: expect.any(String),
  });
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
  expect((await server.eventsOf(`trade-${tradeId}`)).at(-2)?.data).toMatchObject({ fourEyesKrw: '140000' });
});

test('an admin sees before completing a match or ruling on it whether another one has to approve that', async () => {
  second ??= await newAdmin();
  const completing = async ({ token }: Person) =>
    (await server.request('GET', `/trades/${tradeId}/payment`, { token })).body.needsApproval;
  // Also while the event log is down, except for their sessions, which are checked in it every ten seconds.
  const { readStream } = server.log;
  const read = vi.spyOn(server.log, 'readStream').mockImplementation(async (stream, options) => {
    if (stream.startsWith('member-')) return readStream.call(server.log, stream, options);
    throw new EventLogUnavailable('none');
  });
  for (const admin of [market.admin, second]) expect(await completing(admin)).toBe(true);
  read.mockRestore();
  expect(await completing(buyer)).toBe(false);
  const body = { reason: 'TETHER_NOT_RECEIVED', statement: 'No USDT came' };
  const opened = async () => (await send(buyer, 'POST', `/trades/${tradeId}/cases`, body)).body.caseId;
  const needsApproval = async ({ token }: Person, caseId: string) =>
    (await server.request('GET', `/cases/${caseId}`, { token })).body.needsApproval;
  const large = await opened();
  for (const admin of [market.admin, second]) expect(await needsApproval(admin, large)).toBe(true);
  expect(await needsApproval(buyer, large)).toBe(false);
  await newTrade('140000');
  expect(await completing(market.admin)).toBe(false);
  expect(await needsApproval(market.admin, await opened())).toBe(false);
  await newTrade('280000', { buyer: second });
  expect(await completing(market.admin)).toBe(false);
});

test('setting another admin’s code for a seller does not let the first admin act alone', async () => {
  const of = (person: Person) => `/user/users/${person.nickname}`;
  const own = await server.request('GET', '/user/invitations', { token: second.token });
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

test('verify finds nothing wrong with the approvals of these tests', async () => {
  expect(await staffFindings(server)).toEqual([]);
});
