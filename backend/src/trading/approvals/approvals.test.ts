import { changeReferralCode } from '@matgyo/ledger/account/account';
import { beforeAll, expect, test, vi } from 'vitest';
import { answerOf } from '../../../../test/api-call.ts';
import type { Person } from '../../../../test/server.ts';
import { testAll } from '../../../../test/test-all.ts';
import { changeAccount } from '../../identity/members/change-account.fixture.ts';
import { pair } from '../orders/market.fixture.ts';
import {
  buy,
  buyer,
  completing,
  decide,
  mark,
  market,
  newAdmin,
  newTrade,
  requestApproval,
  sell,
  send,
  sendRequest,
  server,
  tradeId,
  withFourEyes,
} from './four-eyes.fixture.ts';
import { staffFindings } from './staff-findings.fixture.ts';

withFourEyes();

let second: Person;
beforeAll(async () => {
  second = await newAdmin();
});

test('neither the requester nor a party can approve', async () => {
  const id = await requestApproval();
  expect(answerOf(await decide(market.admin, id, 'approve'))).toEqual([409, 'APPROVAL_OWN']);
  expect(answerOf(await decide(second, 'f'.repeat(24), 'approve'))).toEqual([404, 'APPROVAL_NOT_FOUND']);
  const third = await newAdmin();
  await newTrade('280000', { buyer: third });
  const ofThird = await requestApproval();
  expect(answerOf(await decide(third, ofThird, 'approve'))).toEqual([403, 'OWN_ORDER']);
  const shown = await server.request('GET', `/approvals/${ofThird}`, { token: third.token });
  expect(shown.body).toMatchObject({ conflict: 'OWN_ORDER', mayRefuse: false });
  expect(await server.typesOf(`approval-${ofThird}`)).toEqual(['ApprovalRequested']);
  expect((await decide(second, ofThird, 'approve')).status).toBe(200);
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
  const third = await newAdmin();
  for (let round = 0; round < (testAll ? 3 : 1); round += 1) {
    await newTrade('280000');
    const id = await requestApproval();
    const answers = await Promise.all([
      ...Array.from({ length: 16 }, (_, index) => decide(index % 2 ? second : third, id, 'approve')),
      ...Array.from({ length: 6 }, () => decide(market.admin, id, 'refuse')),
      ...Array.from({ length: 4 }, () => send(third, 'POST', '/sell/admin/cancel-orders', pair(sell, buy))),
      mark(buyer),
    ]);
    const done = await server.typesOf(`approval-${id}`);
    const trade = await server.typesOf(`trade-${tradeId}`);
    const granted = answers.slice(0, 16).filter(({ status }) => status === 200).length;
    expect(granted).toBe(done.includes('ApprovalGranted') ? 1 : 0);
    expect(trade.includes('TradeCompleted')).toBe(granted === 1);
    expect(answers.slice(0, 22).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { status } of answers) expect([200, 201, 409]).toContain(status);
    expect(done.filter((type) => /Granted|Refused/.test(type)).length).toBeLessThanOrEqual(1);
    expect(trade.filter((type) => /Completed|Cancelled/.test(type)).length).toBeLessThanOrEqual(1);
  }
});

test('the other admins are notified of a request, and the requester of its outcome', async () => {
  const id = await requestApproval();
  const notificationsFor = async (person: Person, isForAdmin: boolean) => {
    const path = `/notification?isForAdmin=${isForAdmin}&limit=5`;
    const { items } = (await server.request('GET', path, { token: person.token })).body;
    return items.map(({ code, approvalId }: { code: string; approvalId: string }) => `${code} ${approvalId}`);
  };
  await vi.waitFor(async () => {
    expect(await notificationsFor(second, true)).toContain(`APPROVAL_REQUESTED ${id}`);
  }, 60_000);
  expect(await notificationsFor(market.admin, true)).not.toContain(`APPROVAL_REQUESTED ${id}`);
  await decide(second, id, 'refuse');
  const isRequest = (item: { code: string; approvalId: string }) =>
    item.code === 'APPROVAL_REQUESTED' && item.approvalId === id;
  await vi.waitFor(async () => {
    expect(await notificationsFor(market.admin, false)).toContain(`APPROVAL_REFUSED ${id}`);
    const path = '/notification?isForAdmin=true&limit=5';
    const { items } = (await server.request('GET', path, { token: second.token })).body;
    // There is nothing left to do about it.
    expect(items.find(isRequest)).toMatchObject({ read: true });
  }, 60_000);
  const one = (await server.request('GET', `/approvals/${id}`, { token: second.token })).body;
  expect(one).toMatchObject({ _id: id, state: 'refused', kind: 'completion' });
  const none = await server.request('GET', `/approvals/${'f'.repeat(24)}`, { token: second.token });
  expect(answerOf(none)).toEqual([404, 'APPROVAL_NOT_FOUND']);
});

test('an admin can request a limited number of approvals a day; another admin still can', async () => {
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
  expect(await staffFindings(server)).toEqual([]);
});

test('a request counts once towards the limit of a day, also if it is decided again after a conflict', async () => {
  await server.pool.query(`delete from app.rate_limits where key like 'approvals:%'`);
  // As by another backend: this process remembers the account as it was before.
  await changeAccount(server, second, (account) => changeReferralCode(account, 'ELSEWHERE'));
  expect((await sendRequest(market.admin)).status).toBe(201);
  const counted = `select points from app.rate_limits where key like 'approvals:%'`;
  expect((await server.pool.query(counted)).rows).toEqual([{ points: 1 }]);
});

test('the repeat of a request beyond the limit of a day gets the first reply', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const first = await sendRequest(market.admin, {}, key);
  expect(first.status).toBe(201);
  await server.pool.query(`update app.rate_limits set points = 500 where key like 'approvals:%'`);
  expect((await sendRequest(market.admin, {}, key)).body).toEqual(first.body);
  expect((await sendRequest(market.admin)).body.code).toBe('TOO_MANY_REQUESTS');
});
