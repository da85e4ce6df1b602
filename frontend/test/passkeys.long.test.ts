import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { builtClient } from './built-client.ts';
import { named, startWorld } from './world.ts';

const world = await startWorld();
afterAll(() => world.close());

/** Adds a virtual authenticator that always verifies the user. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

it('an admin who needs a second factor registers a passkey, signs in with it, proves it and removes it', async () => {
  const password = 'umbrella-gravel-72';
  const strict: TestServer = await startTestServer(
    { REQUIRE_SECOND_FACTOR: '1', ADMIN_PASSWORD: password },
    undefined,
    await builtClient(),
  );
  try {
    const { page, context, faults } = await world.open();
    const url = named(strict.url);
    await addAuthenticator(context, page);
    await page.goto(`${url}/signin?next=%2Fadmin%2Fusers`);
    const withPassword = async () => {
      await page.getByLabel('닉네임').fill('RootAdmin');
      await page.getByLabel('비밀번호', { exact: true }).fill(password);
      await page.getByRole('main').getByRole('button', { name: '로그인', exact: true }).click();
    };
    await withPassword();
    await page.waitForURL('**/settings/security');
    await page.getByText('인증 앱이나 패스키를 등록한 뒤에').waitFor();
    await page.getByRole('button', { name: '패스키 등록' }).click();
    const prompt = page.getByRole('dialog', { name: '비밀번호를 다시 입력해 주세요' });
    await prompt.getByLabel('현재 비밀번호').fill(password);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: '패스키 등록' });
    await dialog.getByLabel('이름').fill('책상 위 노트북');
    await dialog.getByRole('button', { name: '계속' }).click();
    await page.getByText('책상 위 노트북').waitFor();
    await page.getByText('아직 사용하지 않음').waitFor();
    await page.getByText('인증 앱이나 패스키를 등록한 뒤에').waitFor({ state: 'detached' });
    await page.goto(`${url}/admin/users`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/users');

    await page.goto(`${url}/logout`);
    await page.waitForURL((at) => at.pathname === '/');
    await page.goto(`${url}/signin?next=%2Fadmin%2Fusers`);
    await withPassword();
    await page.getByText('이 계정은 패스키로 로그인해 주세요.').waitFor();
    await page.getByRole('button', { name: '패스키로 로그인' }).click();
    await page.waitForURL('**/admin/users');

    await page.goto(`${url}/settings/security`);
    await page.getByRole('button', { name: '책상 위 노트북 이름 변경' }).click();
    const renaming = page.getByRole('dialog', { name: '패스키 이름 변경' });
    await renaming.getByLabel('이름').fill('노트북');
    await renaming.getByRole('button', { name: '이름 변경' }).click();
    await page.getByRole('button', { name: '노트북 삭제', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
    await prompt.getByRole('button', { name: '패스키로 확인' }).click();
    await page.getByText('패스키를 삭제했어요').waitFor();
    await page.getByRole('button', { name: '노트북 삭제', exact: true }).waitFor({ state: 'detached' });
    await page.getByText('인증 앱이나 패스키를 등록한 뒤에').waitFor();
    expect(faults).toEqual([]);
  } finally {
    await strict.close();
  }
});

it('a passkey that is registered after its page was left is announced', async () => {
  const member = await world.server.member({ active: true });
  const { page, context, faults } = await world.open({ as: member, named: true });
  await addAuthenticator(context, page);
  const { promise: letThrough, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/v1/user/passkeys', async (route) => {
    if (route.request().method() === 'POST') await letThrough;
    await route.continue();
  });
  await page.goto('/settings');
  await page.getByRole('link', { name: '로그인과 보안 열기' }).click();
  await page.getByRole('button', { name: '패스키 등록' }).click();
  await page.getByLabel('현재 비밀번호').fill(member.password);
  await page.keyboard.press('Enter');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/passkeys'),
  );
  await page.getByRole('dialog', { name: '패스키 등록' }).getByRole('button', { name: '계속' }).click();
  await sent;
  await page.goBack();
  await page.waitForURL('**/settings');
  goOn();
  await page.getByText('패스키를 등록했어요').waitFor();
  expect(faults).toEqual([]);
});

it('a passkey of a member whose new phone is not verified yet leads to its verification', async () => {
  const member = await world.server.member({ active: true });
  const { page, context } = await world.open({ as: member, named: true });
  await addAuthenticator(context, page);
  await page.goto('/settings/security');
  await page.getByRole('button', { name: '패스키 등록' }).click();
  await page.getByLabel('현재 비밀번호').fill(member.password);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '패스키 등록' }).getByRole('button', { name: '계속' }).click();
  await page.getByText('패스키를 등록했어요').waitFor();
  const { token } = await world.server.admin();
  const body = { phone: await world.server.verifiedPhone() };
  await world.server.request('PUT', `/user/users/${member.nickname}`, { token, body });
  await page.goto('/logout');
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/signin');
  await page.getByRole('button', { name: '패스키로 로그인' }).click();
  await page.waitForURL('**/verify');
});

it('a browser without passkeys is not offered one', async () => {
  const { page, context } = await world.open({ language: 'en', width: 375 });
  const offered = page.getByRole('button', { name: 'Sign in with a passkey' });
  await page.goto(`${named(world.server.url)}/signin`);
  await offered.waitFor();
  await page.goto('/signin');
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(await offered.count()).toBe(0);
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await page.goto(`${named(world.server.url)}/signin`);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(await offered.count()).toBe(0);
});
