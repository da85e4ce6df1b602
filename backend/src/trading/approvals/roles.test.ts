import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerOf } from '../../../../test/api-call.ts';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
import { staffFindings } from './staff-findings.fixture.ts';

// The rules depend on the number of admins, so this file has a server of its own.
let server: TestServer;
let [root, second]: Person[] = [];
let member: Person;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.admin();
});
afterAll(() => server.close());
beforeEach(async () => {
  member = await server.member({ active: true });
});

const send = (person: Person | undefined, method: string, path: string, body: object = {}, headers = {}) =>
  server.request(method, path, { token: person?.token ?? '', body, headers, language: 'en' });
const edit = (person: Person | undefined, body: object, nickname = member.nickname) =>
  // Ignored if there is another admin.
  send(person, 'PUT', `/user/users/${nickname}`, { ...body, confirmAlone: nickname });
const sendRequest = (person: Person | undefined, body: object, nickname = member.nickname) =>
  send(person, 'POST', '/approvals', { kind: 'role', nickname, ...body });
const decide = (person: Person | undefined, id: string, how = 'approve', headers = {}) =>
  send(person, 'POST', `/approvals/${id}/${how}`, {}, headers);
const view = async ({ nickname }: Person) =>
  (await server.request('GET', `/user/users/${nickname}`, { token: root?.token ?? '' })).body;
const mayRefuse = async (person: Person | undefined, id: string) =>
  (await server.request('GET', `/approvals/${id}`, { token: person?.token ?? '' })).body.mayRefuse;
/** So that the next test has two admins again. */
const removed = async ({ nickname }: Person) => {
  const { approvalId } = (await sendRequest(root, { admin: false }, nickname)).body;
  return (await decide(second, approvalId)).status === 200;
};
const lastOf = async ({ memberId }: Person) => (await server.eventsOf(`member-${memberId}`)).at(-1);

test('the only admin grants roles alone, and the events state that there was no second admin', async () => {
  expect(answerOf(await sendRequest(root, { manager: true }))).toEqual([409, 'APPROVAL_NOT_NEEDED']);
  expect((await edit(root, { manager: true })).status).toBe(200);
  expect((await lastOf(member))?.data).toMatchObject({ role: 'manager', approval: 'no-second-admin' });
  expect((await edit(root, { manager: false })).status).toBe(200);
  expect((await lastOf(member))?.data).not.toHaveProperty('approval');
  second = await server.member({ active: true, admin: true });
  expect((await lastOf(second))?.data['approval']).toBe('no-second-admin');
});

test('with two admins, neither grants a role alone, also not together with other changes', async () => {
  const before = await lastOf(member);
  for (const body of [{ admin: true }, { manager: true }, { admin: true, telegram: 'changed' }])
    expect(answerOf(await edit(root, body))).toEqual([409, 'APPROVAL_NEEDED']);
  expect(await lastOf(member)).toEqual(before);
  expect((await view(member)).telegram).not.toBe('changed');
});

test('another admin approves: the requester is the actor, and the audit log has the entry at once', async () => {
  const { approvalId } = (await sendRequest(root, { manager: true })).body;
  expect(answerOf(await sendRequest(root, { manager: true }))).toEqual([409, 'APPROVAL_WAITING']);
  expect(answerOf(await decide(root, approvalId))).toEqual([409, 'APPROVAL_OWN']);
  const [waiting] = (await server.request('GET', '/approvals?show=waiting', { token: second?.token ?? '' }))
    .body.items;
  expect(waiting).toMatchObject({
    kind: 'role',
    conflict: null,
    mine: false,
    role: { member: { nickname: member.nickname }, manager: true, admin: null, status: null },
  });
  const keyed = { 'idempotency-key': crypto.randomUUID() };
  expect((await decide(second, approvalId, 'approve', keyed)).status).toBe(200);
  const granted = await lastOf(member);
  expect(granted).toMatchObject({
    type: 'RoleGranted',
    data: { role: 'manager', approval: approvalId },
    metadata: { actorId: root?.memberId, actorRole: 'admin' },
  });
  const log = (await server.request('GET', '/audit/log', { token: root?.token ?? '' })).body;
  expect(JSON.stringify(log)).toContain(granted?.id);
  // A new role ends the session once, also if the call is repeated.
  expect((await server.request('GET', '/user/sessions', { token: member.token })).status).toBe(401);
  member = await server.signIn(member.nickname, member.password);
  expect((await decide(second, approvalId, 'approve', keyed)).status).toBe(200);
  expect((await server.request('GET', '/user/sessions', { token: member.token })).status).toBe(200);
});

test('removing the role of an admin, or deactivating one, needs the approval of another, who may be that admin', async () => {
  for (const body of [{ admin: false }, { status: 'inactive' }]) {
    const third = await server.member({ active: true, admin: true });
    expect(answerOf(await edit(root, body, third.nickname))).toEqual([409, 'APPROVAL_NEEDED']);
    // Also one's own role: the remaining admin approves.
    expect(answerOf(await edit(third, body, third.nickname))).toEqual([409, 'APPROVAL_NEEDED']);
    const { approvalId } = (await sendRequest(root, body, third.nickname)).body;
    expect((await decide(third, approvalId)).status).toBe(200);
    expect((await lastOf(third))?.data['approval']).toBe(approvalId);
    expect((await server.request('GET', '/approvals', { token: third.token })).status).toBe(401);
  }
});

test('with two admins, neither removes the other’s role without their approval, so neither can become the only one', async () => {
  const nickname = second?.nickname ?? '';
  const { approvalId } = (await sendRequest(root, { admin: false }, nickname)).body;
  expect(answerOf(await decide(root, approvalId))).toEqual([409, 'APPROVAL_OWN']);
  expect(answerOf(await edit(root, { status: 'inactive' }, nickname))).toEqual([409, 'APPROVAL_NEEDED']);
  expect(await mayRefuse(second, approvalId)).toBe(true);
  expect((await decide(second, approvalId, 'refuse')).status).toBe(200);
  expect((await view(second as Person)).admin).toBe(true);
});

test('of three admins, the one concerned does not keep the other two from removing the role', async () => {
  const third = await server.member({ active: true, admin: true });
  for (const body of [{ status: 'inactive' }, { admin: false }]) {
    const { approvalId } = (await sendRequest(root, body, third.nickname)).body;
    expect(await Promise.all([third, second, root].map((one) => mayRefuse(one, approvalId)))).toEqual([
      ...[false, true, true],
    ]);
    expect(answerOf(await decide(third, approvalId, 'refuse'))).toEqual([409, 'APPROVAL_ABOUT_SELF']);
    expect((await decide(second, approvalId, 'admin' in body ? 'approve' : 'refuse')).status).toBe(200);
  }
  expect(await view(third)).toMatchObject({ admin: false, status: 'active' });
});

test('an admin withdraws a request about the own role', async () => {
  const third = await server.member({ active: true, admin: true });
  const { approvalId } = (await sendRequest(third, { admin: false }, third.nickname)).body;
  expect(await mayRefuse(third, approvalId)).toBe(true);
  expect((await decide(third, approvalId, 'refuse')).status).toBe(200);
  expect(await removed(third)).toBe(true);
});

test('activating a member with a role needs two admins, since it brings the role into force; revoking a manager’s role does not', async () => {
  await server.member({ active: true });
  const staff = await server.member({ active: true, manager: true });
  expect((await edit(root, { status: 'inactive' }, staff.nickname)).status).toBe(200);
  expect(answerOf(await edit(second, { status: 'active' }, staff.nickname))).toEqual([
    409,
    'APPROVAL_NEEDED',
  ]);
  expect((await edit(second, { manager: false }, staff.nickname)).status).toBe(200);
  expect((await edit(second, { status: 'active' }, staff.nickname)).status).toBe(200);
});

test('a request to activate a member names the roles that come into force with it', async () => {
  const staff = await server.member();
  // Without a second admin, since they are not in force.
  expect((await edit(root, { admin: true, manager: true }, staff.nickname)).status).toBe(200);
  const asked = await sendRequest(root, { status: 'active', manager: false }, staff.nickname);
  const path = `/approvals/${asked.body.approvalId}`;
  const { body } = await server.request('GET', path, { token: second?.token ?? '' });
  expect(body.role).toMatchObject({ admin: true, manager: false, status: 'active' });
  expect((await decide(second, asked.body.approvalId)).status).toBe(200);
  expect(await view(staff)).toMatchObject({ admin: true, manager: false, status: 'active' });
});

test('an approval for a member who has changed since is refused, and nothing is written', async () => {
  const { approvalId } = (await sendRequest(root, { admin: true })).body;
  expect((await edit(root, { referralCode: 'ANOTHER' })).status).toBe(200);
  // The request may have lapsed already.
  expect(['APPROVAL_OUTDATED', 'APPROVAL_OVER']).toContain((await decide(second, approvalId)).body.code);
  expect((await view(member)).admin).toBe(false);
});

test('one of many concurrent approvals and refusals decides, and the role is granted once', async () => {
  const { approvalId } = (await sendRequest(root, { manager: true })).body;
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, () => decide(second, approvalId)),
    ...Array.from({ length: 4 }, () => decide(root, approvalId, 'refuse')),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const granted = (await server.eventsOf(`member-${member.memberId}`)).filter(
    ({ type }) => type === 'RoleGranted',
  );
  expect(granted.length).toBe(answers.slice(0, 12).filter(({ status }) => status === 200).length);
});

test('no admin counts as the only one while the read model of accounts is halted', async () => {
  const { rows } = await server.pool.query(
    `select member_id from read_accounts.accounts where admin and member_id <> $1`,
    [root?.memberId],
  );
  const others = rows.map(({ member_id }) => member_id);
  const set = async (halted: string, admin: boolean) => {
    await server.pool.query(
      `update read_accounts.checkpoint set halted_at = ${halted}, halted_reason = 'test'`,
    );
    await server.pool.query('update read_accounts.accounts set admin = $1 where member_id = any ($2)', [
      ...[admin, others],
    ]);
  };
  await set('now()', false);
  expect(answerOf(await edit(root, { manager: true }))).toEqual([503, 'UNAVAILABLE']);
  expect(answerOf(await sendRequest(root, { manager: true }))).toEqual([503, 'UNAVAILABLE']);
  await set('null', true);
  expect(answerOf(await edit(root, { manager: true }))).toEqual([409, 'APPROVAL_NEEDED']);
});

test('verify finds nothing wrong with the roles of these tests', async () => {
  expect(await staffFindings(server)).toEqual([]);
});
