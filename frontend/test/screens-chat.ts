import type { Page } from 'playwright-core';
import type { Market } from './market.ts';
import type { Screen } from './screens.ts';

const pair = ({ busyOrderId, busyCounterId }: Market): string => `/chat/${busyOrderId}/${busyCounterId}/sell`;
const message = '[role=log] [data-seq]';

/** Chat screens of members and admins. */
export const chatScreens: readonly Screen[] = [
  { name: 'chat with the other side', who: 'seller', path: pair, ready: message },
  {
    name: 'chat, a message that was not sent',
    who: 'seller',
    path: ({ busyOrderId }) => `/chats/${busyOrderId}/sell`,
    ready: message,
    prepare: async (page: Page) => {
      // The server refuses a message of invisible characters.
      await page.getByRole('textbox').fill('\u200b');
      await page.locator('form button[type=submit]:not([aria-disabled])').click();
      await page.locator('[role=log] [role=alert]').waitFor();
    },
  },
  {
    name: 'chat that is not there',
    who: 'buyer',
    path: '/chats/000000000000000000000000/sell',
    ready: 'main h2',
  },
  { name: 'own chats', who: 'seller', path: '/chats', ready: 'main li a' },
  { name: 'own chats, none', who: 'newcomer', path: '/chats', ready: 'main h2' },
  { name: 'support chat', who: 'newcomer', path: '/dashboard/one-on-one', ready: 'main textarea' },
  { name: 'chats of both orders', who: 'admin', path: pair, ready: `${message}, main aside` },
  {
    name: 'chats, their details',
    who: 'admin',
    path: (market) => `${pair(market)}?room=trade`,
    ready: message,
    prepare: async (page: Page) => {
      const toggle = page.locator('main button[aria-pressed][title]');
      const details = page.locator('main aside dl').first();
      await toggle.or(details).first().waitFor();
      if ((await toggle.isVisible()) && (await toggle.getAttribute('aria-pressed')) !== 'true')
        await toggle.click();
      await details.waitFor();
    },
  },
  {
    name: 'chat, ending it',
    who: 'admin',
    path: ({ busyOrderId }) => `/chats/${busyOrderId}/sell`,
    ready: 'main button[aria-haspopup=dialog]',
    prepare: async (page: Page) => {
      await page.locator('main button[aria-haspopup=dialog]').first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'live chats', who: 'admin', path: '/admin/chat', ready: 'main li a' },
  { name: 'ended chats, none', who: 'admin', path: '/admin/endchat', ready: 'main h2' },
];
