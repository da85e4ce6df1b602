import { describe, expect, test } from 'vitest';
import type { Person } from '../../../../test/server.ts';
import { admin, list, manager, member, nicknames, other, server, setUpMembers } from './members.fixture.ts';

setUpMembers();

describe('seeing members:', () => {
  test('answers with members are not cached by browsers', async () => {
    const paths = ['/user/users', `/user/users/${member.nickname}`, '/user/payment-methods', '/chat/unread'];
    for (const path of [...paths, `/admin/members/${member.memberId}`, '/inquiry/all/active', '/audit/log']) {
      const { status, headers } = await server.request('GET', path, { token: admin.token });
      expect([path, status, headers.get('cache-control'), headers.get('etag')]).toEqual([
        path,
        200,
        'no-store',
        null,
      ]);
    }
  });

  test('an admin sees everyone, with the link of the ID photo', async () => {
    const { body } = await list(admin);
    expect(nicknames({ body })).toEqual(['Other1', 'Member1', 'Manager1', 'RootAdmin']);
    const [first] = body.items;
    expect(first.tetherIdImage).toBe(`/api/v1/user/${other.memberId}/image`);
  });

  test('a manager sees plain members only, without images', async () => {
    const { body } = await list(manager);
    expect(nicknames({ body })).toEqual(['Other1', 'Member1']);
    expect(body.items.map(({ tetherIdImage }: { tetherIdImage: unknown }) => tetherIdImage)).toEqual([
      null,
      null,
    ]);
  });

  test('a member sees only themselves, a visitor no one', async () => {
    expect(nicknames(await list(member))).toEqual(['Member1']);
    expect(await server.request('GET', '/user/users', { language: 'en' })).toMatchObject({
      status: 401,
      body: { error: 'Invalid or expired token' },
    });
  });

  test('a single member follows the same rule; others are answered as not found', async () => {
    const see = async (by: Person, nickname: string) =>
      (await server.request('GET', `/user/users/${nickname}`, { token: by.token })).status;
    expect([await see(admin, 'manager1'), await see(admin, 'unknown')]).toEqual([200, 404]);
    expect([
      await see(manager, 'Member1'),
      await see(manager, 'Manager1'),
      await see(manager, 'RootAdmin'),
    ]).toEqual([200, 200, 404]);
    expect([await see(member, 'Member1'), await see(member, 'Other1')]).toEqual([200, 404]);
  });

  test('the list is paged and searched by part of the nickname, taken literally', async () => {
    const first = await list(admin, '?limit=3');
    const second = await list(admin, `?limit=3&cursor=${first.body.nextCursor}`);
    expect([...nicknames(first), ...nicknames(second)]).toEqual([
      'Other1',
      'Member1',
      'Manager1',
      'RootAdmin',
    ]);
    expect(second.body.nextCursor).toBeNull();
    expect(nicknames(await list(admin, '?search=MEM'))).toEqual(['Member1']);
    expect(nicknames(await list(admin, '?search=%25'))).toEqual([]);
    expect(await list(admin, '?limit=101')).toMatchObject({ status: 400 });
    expect(await list(admin, '?cursor=..')).toMatchObject({ status: 400 });
  });

  test("a manager's list has members who signed up with the manager's code, and all on request", async () => {
    const own = (await server.request('GET', '/user/users/Manager1', { token: manager.token })).body
      .inviteCode;
    const guest = await server.member({ referralCode: own });
    const referred = (query: string) =>
      server.request('GET', `/user/manager/users${query}`, { token: manager.token });
    expect(nicknames(await referred(''))).toEqual([guest.nickname]);
    expect(nicknames(await referred('?all=true'))).toEqual([guest.nickname, 'Other1', 'Member1']);
    expect(await server.request('GET', '/user/manager/users', { token: member.token })).toMatchObject({
      status: 403,
    });
  });

  test('a caller is found by part of a name or of a phone number, however it is written', async () => {
    await server.pool.query('update app.members set full_name = $1, phone = $2 where id = $3', [
      ...['Seo Ha-eun', '+821055667788', other.memberId],
    ]);
    const found = async (by: Person, text: string) =>
      nicknames(await list(by, `?search=${encodeURIComponent(text)}`));
    for (const text of ['ha-EUN', '010-5566-7788', '+82 10 5566', '55667788', '5566-7788'])
      expect(await found(admin, text), text).toEqual([other.nickname]);
    // Its last four digits.
    const number = '+821055660788';
    await server.pool.query('update app.members set phone = $1 where id = $2', [number, other.memberId]);
    for (const text of ['0788', '01055660788', '0082 10 5566'])
      expect(await found(admin, text)).toEqual([other.nickname]);
    // Too short for a number, and no one's name.
    expect(await found(admin, '5-6')).toEqual([]);
    // Found only by those who see them.
    expect(await found(manager, '5566-0788')).toEqual([other.nickname]);
    expect(await found(member, '5566-0788')).toEqual([]);
  });
});
