import { afterAll, expect, it } from 'vitest';
import { codeOf, forgetSteps } from '../../test/authenticator-app.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { builtClient } from './built-client.ts';
import { startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1400');
afterAll(() => world.close());

it('an authenticator app is registered, signs in and steps up, and a recovery code replaces it', async () => {
  const staff = await world.server.member({ active: true, manager: true });
  const { page, faults } = await world.open({ as: staff });
  await page.goto('/settings/security');
  await page.getByRole('button', { name: '인증 앱 등록' }).click();
  const prompt = page.getByRole('dialog', { name: '비밀번호를 다시 입력해 주세요' });
  await prompt.getByLabel('현재 비밀번호').fill(staff.password);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '인증 앱 등록' });
  await dialog.getByRole('img', { name: '인증 앱 등록용 QR 코드' }).waitFor();
  const secret = await dialog.locator('.font-mono').innerText();
  const type = async (code: string) => {
    await dialog.getByRole('textbox', { name: '앱에 표시된 6자리 코드' }).click();
    await page.keyboard.type(code);
  };
  await type('000000');
  await dialog.getByText('코드가 올바르지 않거나 이미 사용됐어요.').waitFor();
  const sent = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route('**/user/second-factor/confirm', async (route) => {
    sent.resolve();
    await answered.promise;
    await route.continue();
  });
  await type(codeOf(secret));
  await sent.promise;
  // The recovery codes are shown once: until the answer is there, nothing closes the dialog.
  const close = dialog.getByRole('button', { name: '취소' });
  await expect.poll(() => close.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  await close.click({ force: true });
  answered.resolve();
  const recovery = page.getByRole('dialog', { name: '복구 코드', exact: true });
  await recovery.getByRole('button', { name: '보관했어요' }).waitFor();
  const [first = ''] = await recovery.getByRole('listitem').allInnerTexts();
  await recovery.getByRole('button', { name: '보관했어요' }).click();
  await page.getByText('남은 복구 코드 10개').waitFor();

  await page.goto('/logout');
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/signin?next=%2Fmanager%2Fuser-list');
  const signIn = page.getByRole('main').getByRole('button', { name: '로그인', exact: true });
  const withPassword = async () => {
    await page.getByLabel('닉네임').fill(staff.nickname);
    await page.getByLabel('비밀번호', { exact: true }).fill(staff.password);
    await signIn.click();
    await page.getByLabel('인증 앱 코드').waitFor();
  };
  await withPassword();
  await page.getByLabel('인증 앱 코드').fill('000000');
  await signIn.click();
  await page.getByText('코드가 올바르지 않거나 이미 사용됐어요.').waitFor();
  await page.getByRole('button', { name: '처음부터 다시 로그인' }).click();
  await withPassword();
  await page.getByLabel('인증 앱 코드').fill(first);
  await signIn.click();
  await page.waitForURL('**/manager/user-list');

  await page.goto('/settings/security');
  await page.getByText('남은 복구 코드 9개').waitFor();
  await page.getByRole('button', { name: '복구 코드 재발급' }).click();
  const renewing = page.getByRole('dialog', { name: '복구 코드 재발급' });
  await renewing.getByLabel('인증 앱 코드').fill(first);
  await page.keyboard.press('Enter');
  await renewing.getByText('코드가 올바르지 않거나 이미 사용됐어요.').waitFor();
  await forgetSteps(world.server, staff);
  await renewing.getByLabel('인증 앱 코드').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await recovery.getByRole('button', { name: '보관했어요' }).waitFor();
  expect(await recovery.getByRole('listitem').allInnerTexts()).not.toContain(first);
  await recovery.getByRole('button', { name: '보관했어요' }).click();
  await recovery.waitFor({ state: 'detached' });
  await page.getByText('남은 복구 코드 10개').waitFor();
  // What was shown once is not shown again.
  await page.getByRole('button', { name: '복구 코드 재발급' }).click();
  await expect.poll(() => renewing.getByLabel('인증 앱 코드').inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '인증 앱 해제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '인증 앱 해제' }).click();
  await prompt.getByRole('button', { name: '인증 앱 코드로 확인' }).click();
  await forgetSteps(world.server, staff);
  await prompt.getByLabel('인증 앱 코드').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await page.getByText('인증 앱을 해제했어요').waitFor();
  await page.getByRole('button', { name: '인증 앱 등록' }).waitFor();
  expect(faults).toEqual([]);
});

it('an admin without the required second factor is led to register one, after which the staff pages open', async () => {
  const weak = 'admin-pass-1';
  const strong = 'umbrella-gravel-72';
  const strict: TestServer = await startTestServer(
    { REQUIRE_SECOND_FACTOR: '1', ADMIN_PASSWORD: weak },
    undefined,
    await builtClient(),
  );
  try {
    const { page } = await world.open({ language: 'en', width: 375, theme: 'dark' });
    await page.goto(`${strict.url}/signin?next=%2Fadmin%2Fusers`);
    await page.evaluate(() => localStorage.setItem('language', 'en'));
    await page.reload();
    await page.getByLabel('Nickname').fill('RootAdmin');
    await page.getByLabel('Password', { exact: true }).fill(weak);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/settings/security');
    await page.getByText('Change your password to one of 12 characters or more').waitFor();
    await page.getByRole('button', { name: 'Change password' }).click();
    const change = page.getByRole('dialog', { name: 'Change password' });
    await change.getByLabel('Current password').fill(weak);
    const twice = async (password: string) => {
      await change.getByLabel('New password', { exact: true }).fill(password);
      await change.getByLabel('Confirm new password').fill(password);
      await change.getByRole('button', { name: 'Change password' }).click();
    };
    await twice('Password1234');
    await change.getByText('Admins and managers need a password of at least 12 characters').waitFor();
    await twice(strong);
    await change.waitFor({ state: 'detached' });
    await page.getByText('Change your password to one of').waitFor({ state: 'detached' });
    await page
      .getByText('Register an authenticator app or a passkey to use your admin or manager role.')
      .waitFor();
    await page.getByRole('button', { name: 'Register an app' }).click();
    await page.getByLabel('Current password').fill(strong);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Register an app' });
    const secret = await dialog.locator('.font-mono').innerText();
    await dialog.getByRole('textbox', { name: '6-digit code from the app' }).click();
    await page.keyboard.type(codeOf(secret));
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('Recovery codes left: 10').waitFor();
    await page.goto(`${strict.url}/admin/users`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/users');

    // The role goes with the app, and with it what leads to the pages for it.
    await page.goto(`${strict.url}/settings/security`);
    await page.getByRole('button', { name: 'Remove the app' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the app' }).click();
    await page.getByText('Register an authenticator app or a passkey').waitFor();
    await page.goto(`${strict.url}/admin/users`);
    await page.waitForURL((url) => url.pathname === '/');
  } finally {
    await strict.close();
  }
});
