import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, registerApp } from '../../../../test/authenticator-app.ts';
import { registerPasskey } from '../../../../test/passkey-device.ts';
import { type Person, startTestServer, testSecret } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { rowCheckOf } from '../../proof/sealed-rows/row-check.fixture.ts';
import { createSealedRows } from '../../proof/sealed-rows/sealed-rows.ts';
import { resetFactors } from '../second-factor/reset-factors.ts';

/** A cached session is at most ten seconds old, and half a second without notifications. */
const pollOptions = { timeout: 60_000, interval: 200 };

const server = await startTestServer();
const admin = await server.admin();
afterAll(() => server.close());

const mismatch = { status: 409, body: { code: 'RECORD_MISMATCH' } };
const sql = (text: string, values: unknown[]) => server.pool.query(text, values);
const setAccount = ({ memberId }: Person, change: string) =>
  sql(`update read_accounts.accounts set ${change} where member_id = $1`, [memberId]);
const signIn = ({ nickname, password }: Person) =>
  server.request('POST', '/user/login', { body: { nickname, password } });
const asStaff = ({ token }: Person) => server.request('GET', '/admin/queue-counts', { token });
const refusedOf = async (table: string): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`changed_rows_refused_total\\{table="${table}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
};

describe('an account in the read model that was changed by SQL', () => {
  test.each(['admin', 'manager'])(
    'does not make a member %s: no sign-in, no staff call, and an alarm',
    async (role) => {
      const member = await server.member({ active: true });
      const before = await refusedOf('read_accounts.accounts');
      await setAccount(member, `${role} = true`);
      expect(await signIn(member)).toMatchObject(mismatch);
      // The existing session, changed too.
      await sql(`update app.sessions set ${role} = true where member_id = $1`, [member.memberId]);
      await expect.poll(() => asStaff(member), pollOptions).toMatchObject(mismatch);
      expect(await refusedOf('read_accounts.accounts')).toBeGreaterThan(before + 1);
      await setAccount(member, `${role} = false`);
      expect((await signIn(member)).status).toBe(200);
    },
  );

  test('does not make a member an admin with a later revision either', async () => {
    const member = await server.member({ active: true });
    await setAccount(member, 'admin = true, revision = revision + 1');
    expect(await signIn(member)).toMatchObject(mismatch);
  });

  test('does not activate an admin who was deactivated', async () => {
    const other = await server.member({ active: true, admin: true });
    const body = { status: 'inactive', confirmAlone: other.nickname };
    const approvalRequest = { kind: 'role', nickname: other.nickname, status: 'inactive' };
    const edited = await server.request('PUT', `/user/users/${other.nickname}`, { token: admin.token, body });
    expect(edited).toMatchObject({ status: 409, body: { code: 'APPROVAL_NEEDED' } });
    const { body: request } = await server.request('POST', '/approvals', {
      token: admin.token,
      body: approvalRequest,
    });
    const approve = `/approvals/${request.approvalId}/approve`;
    expect((await server.request('POST', approve, { token: other.token, body: {} })).status).toBe(200);
    const shown = async () =>
      (
        await sql('select status, revision from read_accounts.accounts where member_id = $1', [
          other.memberId,
        ])
      ).rows[0];
    await expect.poll(shown, pollOptions).toMatchObject({ status: 'inactive' });

    await setAccount(other, `status = 'active'`);
    expect(await signIn(other)).toMatchObject(mismatch);
    // The row of before: like a late read model, which restores no role that the log has ended.
    await setAccount(other, 'revision = revision - 1');
    const { body: late } = await signIn(other);
    expect(await asStaff({ ...other, token: late.token })).toMatchObject({ status: 401 });
  });

  test('does not exempt an admin from the second factor at sign-in', async () => {
    const other = await server.member({ active: true, admin: true });
    const { id } = await registerPasskey(server, other);
    expect(await signIn(other)).toMatchObject({ status: 401, body: { code: 'PASSKEY_REQUIRED' } });
    await setAccount(other, 'admin = false');
    expect(await signIn(other)).toMatchObject(mismatch);

    // Recovering the password removes the passkeys of members, and keeps those of staff.
    const { nickname, memberId } = other;
    await server.request('POST', '/user/recover-password/code', { body: { nickname } });
    const { rows } = await sql('select phone from app.members where id = $1', [memberId]);
    const recover = async () =>
      server.request('POST', '/user/recover-password', {
        body: { nickname, code: await server.codeSentTo(rows[0].phone), password: 'umbrella-gravel-72' },
      });
    await expect.poll(recover, pollOptions).toMatchObject(mismatch);
    const left = await sql('select id from app.passkeys where member_id = $1', [memberId]);
    expect(left.rows).toEqual([{ id }]);
  });
});

describe('a second factor that was removed by SQL', () => {
  test('app: neither the password alone nor the open session of staff is accepted until it is restored', async () => {
    const manager = await server.member({ active: true, manager: true });
    const { token, secret } = await registerApp(server, manager);
    // As text, because a JavaScript date has no microseconds.
    const { rows } = await sql(
      'delete from app.authenticators factor where member_id = $1 returning to_jsonb(factor)::text as row',
      [manager.memberId],
    );
    expect(await signIn(manager)).toMatchObject(mismatch);
    await expect.poll(() => asStaff({ ...manager, token }), pollOptions).toMatchObject(mismatch);
    await sql(
      'insert into app.authenticators select * from json_populate_record(null::app.authenticators, $1::json)',
      [rows[0].row],
    );
    expect(await signIn(manager)).toMatchObject({ body: { code: 'SECOND_FACTOR_REQUIRED' } });
    expect(codeOf(secret)).toMatch(/^\d{6}$/);
  });

  test('app: a row that is no longer confirmed counts as removed', async () => {
    const member = await server.member();
    await registerApp(server, member);
    await sql('update app.authenticators set confirmed_at = null where member_id = $1', [member.memberId]);
    expect(await signIn(member)).toMatchObject(mismatch);
  });

  test('passkey: the password is not accepted instead', async () => {
    const manager = await server.member({ active: true, manager: true });
    const { id, token } = await registerPasskey(server, manager);
    const another = await registerPasskey(server, { ...manager, token });
    const removed = await server.request('DELETE', `/user/passkeys/${another.id}`, { token: another.token });
    expect(removed.status).toBe(200);
    expect(await signIn(manager)).toMatchObject({ body: { code: 'PASSKEY_REQUIRED' } });
    await sql('delete from app.passkeys where id = $1', [id]);
    expect(await signIn(manager)).toMatchObject(mismatch);
    await expect
      .poll(() => asStaff({ ...manager, token: another.token }), pollOptions)
      .toMatchObject(mismatch);
  });
});

test('a passkey added by SQL does not bring a role into force', async () => {
  const manager = await server.member({ active: true, manager: true });
  await sql(
    `insert into app.passkeys (id, member_id, credential_id, public_key, counter, name) values ($1, $2, 'x', 'x', 0, '')`,
    ['d'.repeat(32), manager.memberId],
  );
  expect(await signIn(manager)).toMatchObject(mismatch);
  await expect.poll(() => asStaff(manager), pollOptions).toMatchObject(mismatch);
});

test('members sign in with and without a second factor', async () => {
  const member = await server.member();
  const { token, id } = await registerPasskey(server, member);
  expect((await signIn(member)).status).toBe(200);
  await server.request('DELETE', `/user/passkeys/${id}`, { token });
  expect((await signIn(member)).status).toBe(200);
});

test('the operator resets second factors, also those that SQL removed: the password is enough, and new ones count', async () => {
  const owner = await server.member({ active: true, admin: true });
  const app = await registerApp(server, owner);
  const { id, token } = await registerPasskey(server, { ...owner, token: app.token });
  await sql('delete from app.passkeys where id = $1', [id]);
  await sql('delete from app.authenticators where member_id = $1', [owner.memberId]);
  expect(await signIn(owner)).toMatchObject(mismatch);
  const deps = {
    db: createDatabase(server.pool),
    sealedRows: createSealedRows(testSecret),
    rowCheck: rowCheckOf(testSecret),
  };
  expect(await resetFactors(deps, owner.nickname.toUpperCase())).toMatchObject({
    phone: expect.stringMatching(/^\+82/),
  });
  expect(await resetFactors(deps, 'nobody0')).toBeUndefined();
  await expect.poll(() => asStaff({ ...owner, token }), pollOptions).toMatchObject({ status: 401 });
  const again = await server.signIn(owner.nickname, owner.password);
  expect((await asStaff(again)).status).toBe(200);
  await registerPasskey(server, again);
  expect(await signIn(owner)).toMatchObject({ body: { code: 'PASSKEY_REQUIRED' } });
  const entries = await server.request('GET', `/audit/log?subject=${owner.memberId}`, { token: admin.token });
  expect(entries.body.items).toContainEqual(
    expect.objectContaining({ action: 'second-factor-removed', actorId: null }),
  );
});
