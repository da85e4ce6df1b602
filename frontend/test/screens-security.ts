import type { Page } from 'playwright-core';
import type { Market } from './market.ts';
import type { Screen } from './screens.ts';

const path = '/settings/security';
const ready = 'main li';
const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).last().click();

const enterPassword = async (page: Page, { secured }: Market) => {
  await page.locator('#nickname').fill(secured.nickname);
  await page.locator('#password').fill(secured.password);
  await page.locator('main button[type=submit]').click();
  await page.locator('input[autocomplete=one-time-code]').waitFor();
};

const startRegistering = async (page: Page) => {
  await press(page, /^(인증 앱 등록|Register an app)$/);
  await page.getByRole('dialog').getByRole('img').waitFor();
};

const typeCode = async (page: Page) => {
  await page.getByRole('dialog').getByRole('textbox').first().click();
  await page.keyboard.type('000000');
};

const openFrom = (name: RegExp, role: 'dialog' | 'alertdialog') => async (page: Page) => {
  await press(page, name);
  await page.getByRole(role).waitFor();
};

const startNaming = openFrom(/^(패스키 등록|Register a passkey)$/, 'dialog');

const startRemoving = async (page: Page) => {
  await press(page, /^(인증 앱 해제|Remove the app)$/);
  await page.getByRole('alertdialog').waitFor();
};

const startRenewing = async (page: Page) => {
  await openFrom(/^(복구 코드 재발급|Get new recovery codes)$/, 'dialog')(page);
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByRole('dialog').locator('[id$=-error]:not(:empty)').waitFor();
};

const secondFactor = '**/api/v1/user/second-factor';
const confirming = `${secondFactor}/confirm`;
const passkeyOptions = '**/api/v1/user/login/passkey/options';

/** A simulated success: a real one would register the app for every later screen. */
const recoveryCodes = async (page: Page) => {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const codes = Array.from({ length: 10 }, (_, index) => `abcd-efg${index}`);
  await page.route(confirming, (route) => route.fulfill({ json: { recoveryCodes: codes, token } }));
  await startRegistering(page);
  await typeCode(page);
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  await page.unroute(confirming);
};

/** A simulated refusal because the password was entered too long ago. */
const stepUp = async (page: Page) => {
  const refusal = {
    error: '비밀번호를 입력해 주세요.',
    message: 'No.',
    code: 'STEP_UP_REQUIRED',
    requestId: 'r-1',
  };
  await page.route(secondFactor, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({
          status: 401,
          json: { ...refusal, details: { ways: ['password', 'code', 'passkey'] } },
        })
      : route.fallback(),
  );
  await startRemoving(page);
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await page.getByRole('dialog').locator('input[type=password]').waitFor();
  await page.unroute(secondFactor);
};

/** The authenticator app, recovery codes, step-up and devices. */
export const securityScreens: readonly Screen[] = [
  { name: 'sign-in and security', who: 'seller', path, ready },
  { name: 'sign in, code', who: 'visitor', path: '/signin', ready: '#password', prepare: enterPassword },
  {
    name: 'sign in, code, refused',
    who: 'visitor',
    path: '/signin',
    ready: '#password',
    prepare: async (page, market) => {
      await enterPassword(page, market);
      await page.locator('main button[type=submit]').click();
      await page.locator('main [id$=-error]:not(:empty)').waitFor();
    },
  },
  {
    name: 'registering an app, refused',
    who: 'newcomer',
    path,
    ready,
    prepare: async (page) => {
      await startRegistering(page);
      await typeCode(page);
      await page.getByRole('dialog').locator('[id$=-error]:not(:empty)').waitFor();
    },
  },
  { name: 'recovery codes', who: 'newcomer', path, ready, prepare: recoveryCodes },
  { name: 'app in use', who: 'secured', path, ready },
  { name: 'app, removing it', who: 'secured', path, ready, prepare: startRemoving },
  { name: 'recovery codes, renewing them, refused', who: 'secured', path, ready, prepare: startRenewing },
  { name: 'password again', who: 'secured', path, ready, prepare: stepUp },
  {
    name: 'sign in, passkey, refused',
    who: 'visitor',
    path: '/signin',
    ready: '#password',
    prepare: async (page) => {
      const json = {
        error: '요청이 너무 많아요.',
        message: 'Too many.',
        code: 'TOO_MANY_REQUESTS',
        requestId: 'r-2',
      };
      await page.route(passkeyOptions, (route) => route.fulfill({ status: 429, json }));
      await press(page, /^(패스키로 로그인|Sign in with a passkey)$/);
      await page.getByRole('main').getByRole('alert').filter({ hasText: /./ }).waitFor();
      await page.unroute(passkeyOptions);
    },
  },
  { name: 'passkey, naming a new one', who: 'newcomer', path, ready, prepare: startNaming },
  {
    name: 'passkey, no name',
    who: 'newcomer',
    path,
    ready,
    prepare: async (page) => {
      await startNaming(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill(' ');
      await dialog.locator('button[type=submit]').click();
      await dialog.locator('[id$=-error]:not(:empty)').waitFor();
    },
  },
  {
    name: 'passkey, renaming it',
    who: 'secured',
    path,
    ready,
    prepare: openFrom(/^(Laptop 이름 변경|Rename Laptop)$/, 'dialog'),
  },
  {
    name: 'passkey, removing it',
    who: 'secured',
    path,
    ready,
    prepare: openFrom(/^(Laptop 삭제|Remove Laptop)$/, 'alertdialog'),
  },
  {
    name: 'devices, ending the others',
    who: 'admin',
    path,
    ready,
    prepare: async (page) => {
      await press(page, /^(다른 기기 모두 로그아웃|Sign out all other devices)$/);
      await page.getByRole('alertdialog').waitFor();
    },
  },
];
