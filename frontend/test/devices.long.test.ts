import { afterAll, expect, it } from 'vitest';
import type { Person } from '../../test/server.ts';
import { startWorld } from './world.ts';

const world = await startWorld();
afterAll(() => world.close());

const isSignedIn = async ({ token }: Person): Promise<boolean> =>
  (await world.server.request('GET', '/user/sessions', { token })).status === 200;

it('a member sees their signed-in devices, ends one, then all others', async () => {
  const member = await world.server.member({ active: true });
  const signIn = () => world.server.signIn(member.nickname, member.password);
  const { page, faults } = await world.open({ as: member });
  await page.goto('/settings');
  await page.getByRole('link', { name: '로그인과 보안 열기' }).click();
  await page.getByRole('heading', { name: '로그인된 기기' }).waitFor();
  const rows = page.locator('main li');
  await expect.poll(() => rows.count()).toBe(1);
  expect(await rows.first().innerText()).toContain('이 기기');
  expect(await page.getByRole('button', { name: '다른 기기 모두 로그아웃' }).count()).toBe(0);

  const others = [await signIn(), await signIn(), await signIn()];
  await page.reload();
  await expect.poll(() => rows.count()).toBe(4);

  await world.server.pool.query(
    `insert into app.push_subscriptions (endpoint, member_id, session_id, p256dh, auth, language)
     select 'https://push.example.org/' || id, member_id, id, '', '', 'ko' from app.sessions where member_id = $1`,
    [member.memberId],
  );
  const notified = page.getByText('브라우저 알림 켜짐');
  // The server does not know yet that this browser revoked the permission.
  await page.reload();
  await expect.poll(() => notified.count()).toBe(3);
  expect(await rows.first().innerText()).not.toContain('브라우저 알림 켜짐');
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'granted' }));
  await page.reload();
  await expect.poll(() => notified.count()).toBe(4);

  await rows.last().getByRole('button').click();
  await page.getByText('선택한 기기에서 로그아웃했어요').waitFor();
  await expect.poll(() => rows.count()).toBe(3);
  expect((await Promise.all(others.map(isSignedIn))).filter(Boolean)).toHaveLength(2);

  await page.getByRole('button', { name: '다른 기기 모두 로그아웃' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: '다른 기기 모두 로그아웃' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await Promise.all([member, ...others].map(isSignedIn))).toEqual([true, false, false, false]);
  expect(faults).toEqual([]);
});

it('an idle staff screen goes to sign-in, shows why, and returns', async () => {
  const admin = await world.server.admin();
  const { sid } = JSON.parse(Buffer.from(admin.token.split('.')[1] ?? '', 'base64url').toString());
  const { page } = await world.open({ as: admin, language: 'en', width: 375, theme: 'dark' });
  await page.goto('/admin/users');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const leaveOpen = () =>
    world.server.pool.query(
      `with left_open as (
         update app.sessions set seen_at = now() - interval '32 minutes' where id = $1 returning member_id)
       select pg_notify('matgyo_sessions', member_id) from left_open`,
      [sid],
    );
  // A request that was under way still counts as use.
  await expect
    .poll(
      async () => {
        await leaveOpen();
        return page.url();
      },
      { interval: 1_000 },
    )
    .toContain('/signin?next=%2Fadmin%2Fusers');
  await page.getByText('You were signed out after a period of inactivity.').waitFor();
  await page.getByLabel('Nickname').fill(admin.nickname);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/admin/users');
});
