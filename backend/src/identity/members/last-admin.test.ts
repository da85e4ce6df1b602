import type { MemberId } from '@matgyo/contracts/ids';
import { grantRole, revokeRole } from '@matgyo/ledger/account/account';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { lockWaits } from '../../../../test/lock-waits.ts';
import type { Person } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { changeAccount } from './change-account.fixture.ts';
import { admin, edit, server, setUpMembers, signInAsAdmin } from './members.fixture.ts';
import { createAssertMembersShown } from './members-shown.ts';
import { isLastAdmin, withAdminsLocked } from './other-admins.ts';

setUpMembers();

describe('the last admin', () => {
  test('can be neither demoted nor deactivated', async () => {
    for (const body of [{ admin: false }, { status: 'inactive' }, { admin: false, status: 'inactive' }])
      expect(await edit(admin, 'RootAdmin', body)).toMatchObject({
        status: 409,
        body: {
          code: 'LAST_ADMIN',
          error: 'This is the last active admin. Give another member the admin role first.',
        },
      });
    await signInAsAdmin();
    expect(await edit(admin, 'RootAdmin', { admin: true, status: 'active', telegram: 'root' })).toMatchObject(
      { status: 200 },
    );
  });

  test('is not known as such while the list of members may be incomplete', async () => {
    const assertMembersShown = () => Promise.reject(new Error('incomplete'));
    const known = { db: createDatabase(server.pool), assertMembersShown };
    await expect(isLastAdmin(known, server, admin.memberId)).rejects.toThrow('incomplete');
  });

  test('is not one whose list of members was late when it was read', async () => {
    const second = await server.member({ active: true });
    const db = createDatabase(server.pool);
    const listed = async () => {
      const accounts = db.selectFrom('read_accounts.accounts').select('admin');
      return accounts.where('member_id', '=', second.memberId as MemberId).executeTakeFirst();
    };
    const holdsProjection = await server.pool.connect();
    await holdsProjection.query('begin; select from projections.shared_checkpoint for update');
    await changeAccount(server, second, (account) => grantRole(account, 'admin'));
    const assertMembersShown = async () => {
      await holdsProjection.query('commit');
      holdsProjection.release();
      await expect.poll(listed).toEqual({ admin: true });
    };
    expect(await isLastAdmin({ db, assertMembersShown }, server, admin.memberId)).toBe(false);
    await changeAccount(server, second, (account) => revokeRole(account, 'admin', { isLastAdmin: false }));
    await expect.poll(listed).toEqual({ admin: false });
  });

  test('is decided for one demotion after the other where a log appends to one stream at a time', async () => {
    const known = { db: createDatabase(server.pool), assertMembersShown: async () => undefined };
    const { second } = await withAdminsLocked(known, async () => {
      const waiting = withAdminsLocked(known, async () => 'decided');
      await expect.poll(() => lockWaits(server.pool), { timeout: 2_500 }).toBe(1);
      return { second: waiting };
    });
    expect(await second).toBe('decided');
  });

  test('is decided on the connection of the transaction, so that many do not wait for each other', async () => {
    const pool = new pg.Pool({ ...server.pool.options, max: 1, connectionTimeoutMillis: 60_000 });
    const visibility = { waitUntilVisible: async () => true };
    const assertMembersShown = createAssertMembersShown({ log: server.log, visibility });
    const known = { db: createDatabase(pool), assertMembersShown };
    try {
      const decided = withAdminsLocked(known, (locked) => isLastAdmin(locked, server, admin.memberId));
      expect(await decided).toBe(true);
    } finally {
      await pool.end();
    }
  });

  test('an inactive admin does not count as another one', async () => {
    const second = await server.member();
    await edit(admin, second.nickname, { admin: true });
    expect(await edit(admin, 'RootAdmin', { admin: false })).toMatchObject({ status: 409 });
    await signInAsAdmin();
    await edit(admin, second.nickname, { admin: false });
  });

  test('stays when two admins approve each other’s removal at once: exactly one is removed', async () => {
    for (const change of [{ admin: false }, { status: 'inactive' }]) {
      const second = await server.member({ active: true });
      await edit(admin, second.nickname, { admin: true });
      const rival = await server.signIn(second.nickname, second.password);
      const requestApproval = async (by: Person, nickname: string) => {
        const body = { kind: 'role', nickname, ...change };
        return (await server.request('POST', '/approvals', { token: by.token, body })).body.approvalId;
      };
      const [ofRival, ofRoot] = [
        await requestApproval(admin, second.nickname),
        await requestApproval(rival, 'RootAdmin'),
      ];
      const approve = (by: Person, id: string) =>
        server.request('POST', `/approvals/${id}/approve`, { token: by.token, body: {} });
      const answers = await Promise.all([approve(rival, ofRival), approve(admin, ofRoot)]);
      // The second admin is signed out or no longer an admin, or the request's author is no longer one.
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect([401, 403, 409]).toContain(statuses.find((status) => status !== 200));
      const rootFell = statuses[1] === 200;
      const survivor = rootFell
        ? await server.signIn(second.nickname, second.password)
        : await server.admin();
      const restored = await edit(survivor, 'RootAdmin', { admin: true, status: 'active' });
      expect(restored.status).toBe(200);
      await signInAsAdmin();
      // The request to remove the other one is still waiting.
      if (rootFell) expect((await approve(survivor, ofRival)).status).toBe(200);
    }
  });
});
