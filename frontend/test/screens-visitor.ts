import type { Page } from 'playwright-core';
import type { Screen } from './screens.ts';

/** Phone number of sign-ups that are not completed. */
const screenPhone = '01099990000';

const toStep = (fill: (page: Page) => Promise<void>) => async (page: Page) => {
  // Skips the verification of the phone, which the journeys test, and forgets what an earlier screen typed in this tab.
  await page.evaluate((phone) => {
    localStorage.setItem('verified', phone);
    sessionStorage.removeItem('sign-up');
  }, screenPhone);
  await page.goto('/signup?step=account');
  await fill(page);
};

const next = (page: Page) => page.locator('main button[type=submit]').click();

const account = async (page: Page) => {
  await page.locator('#nickname').fill('hayun3');
  await page.locator('#password').fill('secret33');
  await page.locator('#confirmPassword').fill('secret33');
};
const person = async (page: Page) => {
  await account(page);
  await next(page);
  await page.locator('#fullName').fill('박하윤');
  await page.locator('#dob').fill('19990101');
  await page.locator('#bankName').fill('토스뱅크');
  await page.locator('#bankAccount').fill('100012345678');
};
const wallet = async (page: Page) => {
  await person(page);
  await next(page);
  await page.locator('#tetherAddress').fill('So11111111111111111111111111111111111111112');
  await page.locator('#referralCode').fill('WELCOME');
  await page.locator('#telegram').fill('hayun');
};
const photo = async (page: Page) => {
  await wallet(page);
  await next(page);
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
};

/** Signing in, recovering the password and signing up. */
export const visitorScreens: readonly Screen[] = [
  { name: 'sign in', who: 'visitor', path: '/signin', ready: '#password' },
  {
    name: 'sign in, refused',
    who: 'visitor',
    path: '/signin?next=%2Fdashboard%2Fprofile',
    ready: '#password',
    prepare: async (page) => {
      await page.locator('main button[type=submit]').click();
      await page.locator('#nickname-error:not(:empty)').waitFor();
    },
  },
  {
    name: 'forgotten password',
    who: 'visitor',
    path: '/signin',
    ready: '#password',
    prepare: async (page) => {
      await page.locator('main button[type=button]').last().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'recover password, refused',
    who: 'visitor',
    path: '/recover-password',
    ready: '#nickname',
    prepare: async (page) => {
      await page.locator('#nickname').fill('nobody1');
      await page.locator('main button[type=submit]').click();
      await page.locator('#password').waitFor();
      await page.locator('main button[type=submit]').last().click();
      await page.locator('#password-error:not(:empty)').waitFor();
    },
  },
  { name: 'verify', who: 'visitor', path: '/verify', ready: '#nickname' },
  {
    name: 'verify, code incomplete',
    who: 'visitor',
    path: '/verify',
    ready: '#nickname',
    prepare: async (page) => {
      await page.locator('#nickname').fill('nobody2');
      await page.locator('main button[type=submit]').click();
      await page.locator('#code').waitFor();
      await page.locator('main button[type=submit]').last().click();
      await page.locator('#code-error:not(:empty)').waitFor();
    },
  },
  { name: 'sign up, phone', who: 'visitor', path: '/signup', ready: '#phone' },
  { name: 'sign up, account', who: 'visitor', path: '/signup', ready: '#phone', prepare: toStep(account) },
  {
    name: 'sign up, person, refused',
    who: 'visitor',
    path: '/signup',
    ready: '#phone',
    prepare: toStep(async (page) => {
      await account(page);
      await next(page);
      await page.locator('#fullName').waitFor();
      await next(page);
      await page.locator('#fullName-error:not(:empty)').waitFor();
    }),
  },
  { name: 'sign up, wallet', who: 'visitor', path: '/signup', ready: '#phone', prepare: toStep(wallet) },
  {
    name: 'sign up, wallet guide',
    who: 'visitor',
    path: '/signup',
    ready: '#phone',
    prepare: toStep(async (page) => {
      await wallet(page);
      await page.locator('main form button[type=button]').first().click();
      await page.getByRole('dialog').waitFor();
    }),
  },
  { name: 'sign up, photo', who: 'visitor', path: '/signup', ready: '#phone', prepare: toStep(photo) },
  {
    name: 'sign up, photo guide',
    who: 'visitor',
    path: '/signup',
    ready: '#phone',
    prepare: toStep(async (page) => {
      await photo(page);
      await page.locator('main form button[type=button]').first().click();
      await page.getByRole('dialog').waitFor();
    }),
  },
];
