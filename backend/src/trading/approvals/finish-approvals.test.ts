import type { RequestedAction } from '@matgyo/contracts/events/approval-events';
import type { ApprovalId, MemberId } from '@matgyo/contracts/ids';
import type { Krw } from '@matgyo/contracts/money';
import { approvalStream } from '@matgyo/contracts/streams';
import { revokeRole } from '@matgyo/ledger/account/account';
import { approvalDecider } from '@matgyo/ledger/approval/approval';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Person } from '../../../../test/server.ts';
import { changeAccount } from '../../identity/members/change-account.fixture.ts';
import { type Command, executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createAccounts } from '../orders/accounts.ts';
import { createOrderOwners } from '../orders/order-owners.ts';
import { createFourEyes } from '../second-admin/four-eyes.ts';
import { createTradeProcess } from '../trades/trade-process.ts';
import { kindOf } from './action-kinds.ts';
import { approve } from './approve.ts';
import { expireApprovals, finishApprovals } from './finish-approvals.ts';
import {
  buy,
  completing,
  decide,
  listed,
  market,
  newAdmin,
  newTrade,
  requestApproval,
  sell,
  seller,
  send,
  sendRequest,
  server,
  withFourEyes,
} from './four-eyes.fixture.ts';
import { staffFindings } from './staff-findings.fixture.ts';

withFourEyes();

let second: Person;
beforeAll(async () => {
  second = await newAdmin();
});

/** As on a log without appends to several streams. */
function stepwise(timing = systemTiming) {
  const db = createDatabase(server.pool);
  const fourEyes = createFourEyes(
    { db, assertMembersShown: async () => {} },
    { limit: '140000' as Krw, pricePercent: '5' },
  );
  const accounts = createAccounts(
    createOrderOwners(
      { pool: server.pool, payoutChanges: { at: async () => new Map() } },
      { onEnded: () => undefined, knownForMs: () => 0 },
    ),
  );
  const process = createTradeProcess({ log: server.log, accounts, settings: {} as never, timing, fourEyes });
  return { db, process, log: server.log, sessions: { revokeAllOf: async () => {} } };
}

const inADay = { ...systemTiming, now: () => Date.now() + 24 * 3_600_000 };

/** Executes granted requests as the server does every ten seconds. */
const finishNow = (timing = systemTiming) => finishApprovals(stepwise(timing));

/** Grants a request without carrying it out, like a process that dies between the two. */
const grant = (approvalId: ApprovalId, by: MemberId) =>
  executeOnStream({
    ledger: { log: server.log, timing: systemTiming },
    stream: approvalStream(approvalId),
    command: commandOf(approvalId, by),
    decider: approvalDecider,
    decide: () =>
      [
        { type: 'ApprovalGranted', data: { approvalId, askedBy: market.admin.memberId as MemberId, by } },
      ] as const,
  });

const actOf = async (id: string) =>
  (await server.eventsOf(`approval-${id}`))[0]?.data['act'] as RequestedAction;
const commandOf = (approvalId: ApprovalId, actorId: string): Command => ({
  commandId: crypto.randomUUID(),
  correlationId: approvalId,
  causationId: approvalId,
  actorId,
  actorRole: 'admin',
  at: new Date().toISOString(),
});

test('a granted request is not carried out once one of the two is no longer an admin', async () => {
  const id = (await requestApproval()) as ApprovalId;
  const leaving = await newAdmin();
  await changeAccount(server, leaving, (account) => revokeRole(account, 'admin', { isLastAdmin: false }));
  await grant(id, leaving.memberId as MemberId);
  await vi.waitFor(async () => {
    await finishNow();
    expect((await server.eventsOf(`approval-${id}`)).at(-1)).toMatchObject({
      type: 'ApprovalLapsed',
      data: { reason: 'APPROVAL_BY_NO_ADMIN' },
    });
  }, 60_000);
  expect(await completing()).toBeUndefined();
});

test('what was requested by an admin who has left is not granted, and lapses', async () => {
  const leaving = await newAdmin();
  const { approvalId } = (await sendRequest(leaving)).body;
  await changeAccount(server, leaving, (account) => revokeRole(account, 'admin', { isLastAdmin: false }));
  const granting = { command: commandOf(approvalId, second.memberId), approvalId, note: async () => {} };
  await expect(approve(stepwise().process, granting)).rejects.toMatchObject({ code: 'APPROVAL_BY_NO_ADMIN' });
  expect(await server.typesOf(`approval-${approvalId}`)).toEqual(['ApprovalRequested']);
  await finishNow();
  expect((await server.eventsOf(`approval-${approvalId}`)).at(-1)).toMatchObject({
    type: 'ApprovalLapsed',
    data: { reason: 'APPROVAL_BY_NO_ADMIN' },
  });
});

test('an approved action is refused if its subject has changed, or if one of the two is no admin', async () => {
  const approvalId = (await requestApproval()) as ApprovalId;
  const member = await server.member({ active: true });
  const ofRole = { kind: 'role', nickname: member.nickname, manager: true };
  const roleId = (await send(market.admin, 'POST', '/approvals', ofRole)).body.approvalId;
  const { revision } = await market.see('/tetherprice/get-tether-price');
  const price = { kind: 'price', revision, price: '1500', before: '1400', from: '1400' } as RequestedAction;
  const [askedBy, approvedBy, none] = [market.admin, second, member].map((one) => one.memberId as MemberId);
  const perform = (action: RequestedAction, by = [askedBy, approvedBy]) =>
    kindOf(action).perform(stepwise().process, {
      ...{ command: commandOf(approvalId, market.admin.memberId), approvalId, action },
      admins: by as [MemberId, MemberId],
    });
  for (const action of [await actOf(approvalId), await actOf(roleId), price]) {
    const outdated = { ...action, revision: action.revision - 1 };
    await expect(perform(outdated)).rejects.toMatchObject({ code: 'APPROVAL_OUTDATED' });
    for (const by of [
      [askedBy, none],
      [none, approvedBy],
    ])
      await expect(perform(action, by)).rejects.toMatchObject({ code: 'APPROVAL_BY_NO_ADMIN' });
  }
});

test("the fee goes to the seller's code as approved, not to one that was set since", async () => {
  const id = (await requestApproval()) as ApprovalId;
  const { sellerReferralCode: asApproved } = (await actOf(id)) as RequestedAction & { kind: 'completion' };
  await grant(id, second.memberId as MemberId);
  const body = { referralCode: 'LATER' };
  expect((await send(market.admin, 'PUT', `/user/users/${seller.nickname}`, body)).status).toBe(200);
  await vi.waitFor(async () => {
    await finishNow();
    expect((await completing())?.data['sellerReferralCode']).toBe(asApproved);
  }, 60_000);
});

test('a granted request is carried out although very many others wait that end before', async () => {
  const id = (await requestApproval()) as ApprovalId;
  await grant(id, second.memberId as MemberId);
  const shown = 'select state from read_approvals.approvals where approval_id = $1';
  await expect.poll(async () => (await server.pool.query(shown, [id])).rows).toEqual([{ state: 'granted' }]);
  expect((await sendRequest(market.admin)).body.code).toBe('APPROVAL_WAITING');
  await server.pool.query(
    `insert into read_approvals.approvals
     select (jsonb_populate_record(a, jsonb_build_object('approval_id', lpad(number::text, 24, '0'), 'state', 'waiting',
       'until', now() + interval '1 hour'))).*
     from read_approvals.approvals a, generate_series(1, 500) number where a.approval_id = $1`,
    [id],
  );
  await finishNow();
  await server.pool.query("delete from read_approvals.approvals where approval_id like '000%'");
  expect(await server.typesOf(`approval-${id}`)).toContain('ApprovalFulfilled');
});

test('a request that can no longer be granted lapses by itself, and its requester is notified', async () => {
  const outdated = await requestApproval();
  await market.cancelMatch(sell, buy);
  await newTrade('280000');
  const waits = await requestApproval();
  await finishNow();
  const [lapsed] = (await server.eventsOf(`approval-${outdated}`)).slice(-1);
  const data = { reason: 'APPROVAL_OUTDATED', askedBy: market.admin.memberId };
  expect(lapsed).toMatchObject({ type: 'ApprovalLapsed', data, metadata: { actorRole: 'system' } });
  expect(await server.typesOf(`approval-${waits}`)).toEqual(['ApprovalRequested']);
  await vi.waitFor(async () => {
    const ids = (await listed(second, 'waiting')).map(({ _id }: { _id: string }) => _id);
    expect([ids.includes(outdated), ids.includes(waits)]).toEqual([false, true]);
    const { items } = (
      await server.request('GET', '/notification?isForAdmin=false&limit=9', { token: market.admin.token })
    ).body;
    expect(items.map(({ code }: { code: string }) => code)).toContain('APPROVAL_LAPSED');
  }, 60_000);
  expect((await decide(second, waits, 'refuse')).status).toBe(200);
});

test('what was granted is carried out by a clock that is ahead, too, and nothing expires by it', async () => {
  const waits = await requestApproval();
  await newTrade('280000');
  const granted = (await requestApproval()) as ApprovalId;
  await grant(granted, second.memberId as MemberId);
  await vi.waitFor(async () => {
    await finishNow(inADay);
    expect((await server.typesOf(`approval-${granted}`)).at(-1)).toBe('ApprovalFulfilled');
  }, 60_000);
  expect(await server.typesOf(`approval-${waits}`)).toEqual(['ApprovalRequested']);
});

test('a request expires after a day', async () => {
  const id = await requestApproval();
  await expireApprovals(stepwise(inADay));
  expect(await server.typesOf(`approval-${id}`)).toEqual(['ApprovalRequested', 'ApprovalExpired']);
  expect((await decide(second, id, 'approve')).body.details).toEqual({ state: 'expired' });
});

test('verify finds nothing wrong with the approvals of these tests', async () => {
  expect(await staffFindings(server)).toEqual([]);
});
