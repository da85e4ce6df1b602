import type { ApprovalId, MemberId } from '@matgyo/contracts/ids';
import type { Krw } from '@matgyo/contracts/money';
import { approvalStream } from '@matgyo/contracts/streams';
import { revokeRole } from '@matgyo/ledger/account/account';
import { approvalDecider } from '@matgyo/ledger/approval/approval';
import { verifyAuditLog } from '@matgyo/projections/verify/check-audit-log';
import { StaffCheck } from '@matgyo/projections/verify/check-staff';
import { verifyLog } from '@matgyo/projections/verify/verify-log';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Person } from '../../../../test/server.ts';
import { changeAccount } from '../../identity/members/change-account.fixture.ts';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createAccounts } from '../orders/accounts.ts';
import { createOrderOwners } from '../orders/order-owners.ts';
import { createTradeProcess } from '../trades/trade-process.ts';
import { finishApprovals } from './finish-approvals.ts';
import {
  buy,
  completing,
  decide,
  eventsOf,
  listed,
  market,
  newAdmin,
  newTrade,
  requestApproval,
  sell,
  server,
  typesOf,
  withFourEyes,
} from './four-eyes.fixture.ts';
import { createFourEyes } from './four-eyes.ts';

withFourEyes();

let second: Person;
beforeAll(async () => {
  second = await newAdmin();
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

test('verify finds nothing wrong with the approvals of these tests', async () => {
  const staff = new StaffCheck();
  const { findings } = await verifyLog({ log: server.log, staff });
  const { naming } = await verifyAuditLog(server.pool, []);
  expect([...findings.named, ...staff.end(naming)]).toEqual([]);
});
