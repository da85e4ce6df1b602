import type { Page } from 'playwright-core';
import type { Market } from './market.ts';
import { chatScreens } from './screens-chat.ts';
import { securityScreens } from './screens-security.ts';
import { staffScreens } from './screens-staff.ts';
import { tradeScreens } from './screens-trades.ts';
import { visitorScreens } from './screens-visitor.ts';

export type Who = 'visitor' | 'seller' | 'buyer' | 'newcomer' | 'inactive' | 'admin' | 'manager' | 'secured';

/** A screen, and how to bring up its content. */
export interface Screen {
  readonly name: string;
  readonly who: Who;
  readonly path: string | ((market: Market) => string);
  /** A selector that is present once the screen shows its content. */
  readonly ready: string;
  readonly prepare?: (page: Page, market: Market) => Promise<void>;
}

const openOrder = async (page: Page) => {
  await page.locator('#krw').fill('1234567');
  await page.locator('[role=dialog] input[type=checkbox]').check();
};

/** A page whose own call is refused for the role. */
const forbidden = async (page: Page) => {
  const call = '**/api/v1/user/payment-methods';
  await page.route(call, (route) =>
    route.fulfill({
      status: 403,
      json: { error: '이 작업을 할 권한이 없어요.', message: 'No.', code: 'FORBIDDEN', requestId: 'r-1' },
    }),
  );
  // The next screen uses the same tab.
  try {
    await page.reload();
    await page.locator('main [role=alert] h1').waitFor();
  } finally {
    await page.unroute(call);
  }
};

/** Chooses the first pending order of an admin's queue; its panel opens beside it, or over it on a phone. */
const choosePending = async (page: Page) => {
  await page.locator('main section').first().locator('tbody tr a').first().click();
  await page.locator('h2[id^=panel-]').waitFor();
};

/** Chooses an order that can be matched, in the last of the three sections. */
const chooseOpen = async (page: Page) => {
  await page.locator('main section').nth(2).locator('tbody tr a').first().click();
  await page.locator('form dl').first().waitFor();
};

/** The bell opens a panel, on a phone a sheet. */
const openNotifications = async (page: Page) => {
  await page.locator('header > button[aria-expanded]').click();
  await page.locator('section[id] [role=switch], [role=dialog] [role=switch]').waitFor();
};

/** Opens the records of a member's order. */
const records = /^(기록 \d+개 보기|Show \d+ records)$/;

export const screens: readonly Screen[] = [
  { name: 'landing', who: 'visitor', path: '/', ready: 'main table tbody tr' },
  { name: 'landing, signed in', who: 'seller', path: '/', ready: 'main table tbody tr' },
  { name: 'offers', who: 'visitor', path: '/post-offer?view=buy', ready: 'main table tbody tr' },
  { name: 'trades', who: 'visitor', path: '/post-offer?view=trades', ready: 'main table tbody tr' },
  ...visitorScreens,
  { name: 'unknown page', who: 'visitor', path: '/nowhere', ready: 'main h1' },
  {
    name: 'menu on a phone, else the header',
    who: 'visitor',
    path: '/post-offer',
    ready: 'main table tbody tr',
    prepare: async (page) => {
      const button = page.locator('header button[aria-haspopup=dialog]');
      if (!(await button.isVisible())) return;
      await button.click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'profile', who: 'seller', path: '/dashboard/profile', ready: 'main dl' },
  {
    name: 'profile, changed bank account',
    who: 'secured',
    path: '/dashboard/profile',
    ready: '#pending-payout',
  },
  { name: 'profile, inactive', who: 'inactive', path: '/dashboard/profile', ready: 'main dl' },
  { name: 'sell history', who: 'seller', path: '/dashboard/sell-history', ready: 'main article' },
  { name: 'sell history, empty', who: 'newcomer', path: '/dashboard/sell-history', ready: 'main h2' },
  { name: 'buy history', who: 'buyer', path: '/dashboard/buy-history?sort=amount', ready: 'main article' },
  {
    name: 'cancelling',
    who: 'seller',
    path: '/dashboard/sell-history?status=pending',
    ready: 'main li button',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^(주문 취소|Cancel order)/ })
        .last()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'selling', who: 'newcomer', path: '/dashboard/sell-order', ready: '#krw', prepare: openOrder },
  {
    name: 'selling, last question',
    who: 'newcomer',
    path: '/dashboard/sell-order',
    ready: '#krw',
    prepare: async (page) => {
      await openOrder(page);
      // The button shows an amount once the price has loaded.
      await page.locator('[role=dialog] button[type=submit]', { hasText: 'USDT' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'buying', who: 'newcomer', path: '/dashboard/buy-order', ready: '#krw', prepare: openOrder },
  { name: 'buying, not active', who: 'inactive', path: '/dashboard/buy-order', ready: '#krw' },
  {
    name: 'order',
    who: 'seller',
    path: ({ busyOrderId }) => `/dashboard/orders/${busyOrderId}`,
    ready: 'main section',
    prepare: async (page) => {
      // An ended match, and the records.
      await page.locator('main summary').filter({ hasText: '212' }).first().click();
      await page.locator('main summary').filter({ hasText: records }).click();
      await page.locator('main ol li button').first().waitFor();
    },
  },
  {
    name: 'order as it was',
    who: 'seller',
    path: ({ busyOrderId }) => `/dashboard/orders/${busyOrderId}`,
    ready: 'main section',
    prepare: async (page) => {
      await page.locator('main summary').filter({ hasText: records }).click();
      await page.locator('main ol li button').nth(2).click();
    },
  },
  { name: 'inquiries', who: 'seller', path: '/dashboard/inquiry-history', ready: 'main details' },
  {
    name: 'inquiries, opened',
    who: 'seller',
    path: '/dashboard/inquiry-history',
    ready: 'main details',
    prepare: async (page) => {
      for (const summary of await page.locator('main summary').all()) await summary.click();
    },
  },
  { name: 'inquiries, none', who: 'newcomer', path: '/dashboard/inquiry-history', ready: 'main h2' },
  {
    name: 'new inquiry, refused',
    who: 'newcomer',
    path: '/dashboard/inquiry-history?new=sell',
    ready: '#description',
    prepare: async (page) => {
      await page.locator('[role=dialog] button[type=submit]').click();
      await page.locator('#description-error:not(:empty)').waitFor();
    },
  },
  { name: 'edit info, instruction', who: 'seller', path: '/dashboard/edit-info', ready: '[role=dialog]' },
  { name: 'one-on-one', who: 'seller', path: '/dashboard/one-on-one', ready: 'main h1' },
  { name: 'support for a visitor', who: 'visitor', path: '/dashboard/support', ready: 'main h1' },
  { name: 'settings', who: 'seller', path: '/settings', ready: 'main h2' },
  {
    name: 'notifications',
    who: 'seller',
    path: '/dashboard/profile',
    ready: 'main dl',
    prepare: openNotifications,
  },
  {
    name: 'notifications, none',
    who: 'inactive',
    path: '/settings',
    ready: 'main h2',
    prepare: openNotifications,
  },
  {
    name: 'notifications, off',
    who: 'newcomer',
    path: '/dashboard/profile',
    ready: 'main dl',
    prepare: async (page) => {
      await openNotifications(page);
      const toggle = page.locator('section[id] [role=switch], [role=dialog] [role=switch]');
      await toggle.click();
      await page.getByRole('alertdialog').locator('button').last().click();
      await page.locator('header > button svg.lucide-bell-off').waitFor({ state: 'attached' });
      // The next screen needs notifications turned on.
      await page.evaluate(() => localStorage.removeItem('notifications'));
    },
  },
  {
    name: 'notifications of admins',
    who: 'admin',
    path: '/admin/transactions',
    ready: 'main tbody tr',
    prepare: openNotifications,
  },
  {
    name: 'changing the password, refused',
    who: 'newcomer',
    path: '/settings',
    ready: 'main h2',
    prepare: async (page) => {
      await page.locator('main section button').last().click();
      await page.locator('#currentPassword').fill('not-this-1');
      await page.locator('#password').fill('letters');
      await page.locator('[role=dialog] button[type=submit]').click();
      await page.locator('#password-error:not(:empty)').waitFor();
    },
  },
  {
    name: 'profile menu, a sheet on a phone',
    who: 'seller',
    path: '/profile',
    ready: 'main dl',
    prepare: async (page) => {
      const openers = page.locator('nav button[aria-haspopup=dialog], header button[aria-haspopup=menu]');
      await openers.locator('visible=true').first().click();
      await page.locator('[role=dialog], [role=menu]').waitFor();
    },
  },
  { name: 'payment methods', who: 'seller', path: '/payment-methods', ready: 'main li' },
  {
    name: 'not for this role',
    who: 'newcomer',
    path: '/payment-methods',
    ready: 'main h1',
    prepare: forbidden,
  },
  { name: 'trade history', who: 'seller', path: '/trade-history', ready: 'main tbody tr' },
  { name: 'my transactions', who: 'seller', path: '/my-transactions', ready: 'main tbody tr' },
  { name: 'my transactions, none', who: 'newcomer', path: '/my-transactions', ready: 'main h2' },
  { name: 'trade partners', who: 'buyer', path: '/trade-partners', ready: 'main tbody tr' },
  { name: 'invite a friend', who: 'seller', path: '/invite-friend', ready: 'main li' },
  ...staffScreens,
  ...chatScreens,
  ...tradeScreens,
  ...securityScreens,
  {
    name: 'sell queue, pending',
    who: 'admin',
    path: '/admin/sell-orders',
    ready: 'main tbody tr',
    prepare: choosePending,
  },
  {
    name: 'sell queue, matching',
    who: 'admin',
    path: '/admin/sell-orders',
    ready: 'main tbody tr',
    prepare: chooseOpen,
  },
  {
    name: 'sell queue, in progress',
    who: 'admin',
    path: ({ busyOrderId }) => `/admin/sell-orders?order=${busyOrderId}`,
    ready: 'form dl',
  },
  {
    name: 'sell queue, last question',
    who: 'admin',
    path: ({ busyOrderId }) => `/admin/sell-orders?order=${busyOrderId}`,
    ready: 'form dl',
    prepare: async (page) => {
      await page.keyboard.press('x');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'buy queue', who: 'admin', path: '/admin/buy-orders', ready: 'main tbody tr', prepare: chooseOpen },
  { name: 'buy queue, none', who: 'admin', path: '/admin/buy-orders?q=unknown', ready: 'main h2 + p' },
  {
    name: 'keys of the queue',
    who: 'admin',
    path: '/admin/sell-orders',
    ready: 'main tbody tr',
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.locator('[role=dialog] kbd').first().waitFor();
    },
  },
  {
    name: 'command menu',
    who: 'admin',
    path: '/admin/sell-orders',
    ready: 'main tbody tr',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('seojin');
      await page.locator('[role=option]').nth(1).waitFor();
    },
  },
  {
    name: 'order for an admin',
    who: 'admin',
    path: ({ busyOrderId }) => `/admin/orders/${busyOrderId}`,
    ready: 'main ol li',
  },
  {
    name: 'order for an admin, as it was',
    who: 'admin',
    path: ({ busyOrderId }) => `/admin/orders/${busyOrderId}`,
    ready: 'main ol li',
    prepare: (page) => page.locator('main ol li button').nth(2).click(),
  },
  {
    name: 'case file for an admin, as it will be printed',
    who: 'admin',
    path: ({ busyOrderId }) => `/admin/orders/${busyOrderId}`,
    ready: 'main ol li',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^(증빙 파일|Case file)$/ }).click();
      await page.locator('.case-sheet table').first().waitFor();
    },
  },
  {
    name: 'what is stuck',
    who: 'admin',
    path: '/admin/stuck',
    ready: 'main summary',
    prepare: (page) => page.locator('main summary').click(),
  },
];
