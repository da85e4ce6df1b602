import { grantRole } from '@matgyo/ledger/account/account';
import { verifyAuditLog } from '@matgyo/projections/verify/check-audit-log';
import { StaffCheck } from '@matgyo/projections/verify/check-staff';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createLogger } from '../../platform/http/logger.ts';
import { changeAccount } from './change-account.fixture.ts';
import { retireAdmin } from './retire-admin.ts';

const messagesTo: string[] = [];
const server = await startTestServer();
const root = await server.admin();
const deps = {
  db: createDatabase(server.pool),
  ledger: { log: server.log, timing: systemTiming },
  limits: { noticesTo: { take: async () => 1 } } as never,
  budget: { spend: async () => undefined } as never,
  sms: { send: async ({ to }: { readonly to: string }) => void messagesTo.push(to) } as never,
  logger: createLogger('silent'),
  assertMembersShown: async () => {},
};
afterAll(() => server.close());

test('refuses to retire a member who is not an admin, or the last admin', async () => {
  const { nickname } = await server.member({ active: true });
  expect(await retireAdmin(deps, nickname)).toBe('no admin');
  expect(await retireAdmin(deps, 'nobody1')).toBe('no admin');
  expect(await retireAdmin(deps, root.nickname)).toBe('last');
});

test('an admin named by the operator loses the role, which the audit log records, and the other admin can act alone', async () => {
  const lost = await server.member({ active: true, admin: true });
  expect(await retireAdmin(deps, lost.nickname)).toBe('retired');
  const events = await server.log.readStream(`member-${lost.memberId}`, { direction: 'backwards', limit: 1 });
  expect(events[0]).toMatchObject({
    type: 'RoleRevoked',
    data: { role: 'admin' },
    metadata: { actorRole: 'system', actorId: 'operator' },
  });
  const log = await server.request('GET', '/audit/log', { token: root.token });
  expect(log.body.items[0]).toMatchObject({ action: 'member-edited', actorNickname: null });
  const staff = new StaffCheck();
  for (const event of await server.eventsOf(`member-${lost.memberId}`)) staff.event(event);
  expect(staff.end((await verifyAuditLog(server.pool, [])).naming)).toEqual([]);
  expect((await server.request('GET', '/approvals', { token: lost.token })).status).toBe(401);
  await expect.poll(() => messagesTo).toHaveLength(1);
  const next = await server.member({ active: true });
  const body = { admin: true, confirmAlone: next.nickname };
  const granted = await server.request('PUT', `/user/users/${next.nickname}`, { token: root.token, body });
  expect(granted.status).toBe(200);

  // The variable is still set and the role granted again: it is not revoked again.
  await changeAccount(server, lost, (account) => grantRole(account, 'admin'));
  await vi.waitFor(async () => expect(await retireAdmin(deps, lost.nickname)).toBe('retired before'), 60_000);
  const last = await server.log.readStream(`member-${lost.memberId}`, { direction: 'backwards', limit: 1 });
  expect(last[0]?.type).toBe('RoleGranted');

  // Set with `again`: the role is revoked again, once, however many processes start.
  const outcomes = await Promise.all(
    Array.from({ length: 3 }, () => retireAdmin(deps, `${lost.nickname}:again`)),
  );
  expect(outcomes.filter((outcome) => outcome === 'retired')).toHaveLength(1);
  expect(messagesTo).toHaveLength(2);
  const { rows: entries } = await server.pool.query(
    `select from app.audit_log where subject_id = $1 and action = 'member-edited'`,
    [lost.memberId],
  );
  expect(entries).toHaveLength(3);
  const revoked = (await server.typesOf(`member-${lost.memberId}`)).filter((type) => type === 'RoleRevoked');
  expect(revoked).toHaveLength(2);
  await changeAccount(server, lost, (account) => grantRole(account, 'admin'));
  const again = () => retireAdmin(deps, `${lost.nickname}:again`);
  await vi.waitFor(async () => expect(await again()).toBe('retired before'), 60_000);
});
