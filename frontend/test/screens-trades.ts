import type { Page } from 'playwright-core';
import type { Screen } from './screens.ts';

const press = (page: Page, name: RegExp) =>
  page.locator('main').getByRole('button', { name }).first().click();

/** Steps of a match, a match waiting for consent, and disputes. */
export const tradeScreens: readonly Screen[] = [
  {
    name: 'order, won to send',
    who: 'buyer',
    path: ({ busyCounterId }) => `/dashboard/orders/${busyCounterId}`,
    ready: '#live-trades + ul button',
  },
  {
    name: 'order, USDT to send',
    who: 'seller',
    path: ({ paid }) => `/dashboard/orders/${paid.sellId}`,
    ready: 'main form input',
  },
  {
    name: 'completing before all steps are marked',
    who: 'admin',
    path: ({ paid }) => `/admin/sell-orders?order=${paid.sellId}`,
    ready: 'h2[id^=panel-]',
    prepare: async (page) => {
      await page.getByRole('list', { name: /^(거래 단계|Payment steps)$/ }).waitFor();
      await page.keyboard.press('d');
      await page.getByRole('alertdialog').getByRole('radio').first().waitFor();
    },
  },
  {
    name: 'proposal, accepting it',
    who: 'buyer',
    path: ({ offered }) => `/dashboard/orders/${offered.buyId}`,
    ready: '#live-trades + ul button',
    prepare: async (page) => {
      await press(page, /^(동의|Accept)$/);
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'proposal, for the other side',
    who: 'seller',
    path: ({ offered }) => `/dashboard/orders/${offered.sellId}`,
    ready: '#live-trades + ul dl',
  },
  {
    name: 'proposal, for an admin',
    who: 'admin',
    path: ({ offered }) => `/admin/sell-orders?order=${offered.sellId}`,
    ready: 'ul[aria-label="동의 대기"], ul[aria-label="Awaiting consent"]',
  },
  {
    name: 'opening a dispute, refused',
    who: 'buyer',
    path: ({ paid }) => `/dashboard/disputes/new/${paid.tradeId}`,
    ready: 'main textarea',
    prepare: async (page) => {
      await page.locator('main button[type=submit]').click();
      await page.locator('main [id$=-error]:not(:empty)').nth(1).waitFor();
    },
  },
  { name: 'own disputes', who: 'seller', path: '/dashboard/disputes', ready: 'main tbody tr' },
  { name: 'own disputes, none', who: 'newcomer', path: '/dashboard/disputes', ready: 'main h2' },
  {
    name: 'dispute',
    who: 'seller',
    path: ({ caseId }) => `/dashboard/disputes/${caseId}`,
    ready: 'main ol li',
  },
  {
    name: 'dispute, dropping it',
    who: 'buyer',
    path: ({ caseId }) => `/dashboard/disputes/${caseId}`,
    ready: 'main ol li',
    prepare: async (page) => {
      await press(page, /^(분쟁 취하|Drop the dispute)$/);
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'dispute that is not there',
    who: 'seller',
    path: '/dashboard/disputes/000000000000000000000000',
    ready: 'main h1',
  },
  { name: 'disputes', who: 'admin', path: '/admin/disputes', ready: 'main tbody tr' },
  { name: 'disputes, none ended', who: 'admin', path: '/admin/disputes?show=ended', ready: 'main h2' },
  {
    name: 'dispute, ruling on it, refused',
    who: 'admin',
    path: ({ caseId }) => `/admin/disputes/${caseId}`,
    ready: 'main ol li',
    prepare: async (page) => {
      await press(page, /^(판정하기|Make a ruling)$/);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /^(판정하기|Make a ruling)$/ }).click();
      await dialog.locator('fieldset [role=alert]:not(:empty)').waitFor();
    },
  },
];
