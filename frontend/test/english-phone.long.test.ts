import { afterAll, expect, it } from 'vitest';
import { testAll } from '../../test/test-all.ts';
import { million, placeOrder, startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
afterAll(() => world.close());

it.runIf(testAll)('a member buys in English on a phone and sees the match come and go', async () => {
  const seller = await world.server.member({ active: true });
  const buyer = await world.server.member({ active: true });
  const { page, faults } = await world.open({ width: 375 });

  // The choice of English is kept over a reload.
  await page.goto('/');
  await page.getByRole('button', { name: '메뉴 열기' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'ENG' }).tap();
  await page.getByRole('dialog').getByRole('link', { name: 'Sign in' }).tap();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.reload();
  await page.locator('html[lang=en]').waitFor();

  await page.getByLabel('Nickname').fill(buyer.nickname);
  await page.getByLabel('Password', { exact: true }).fill('not-this-1');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).tap();
  await page.getByText('Wrong nickname or password.').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).tap();
  await page.waitForURL('**/dashboard/profile');

  await page.getByRole('navigation', { name: 'Tab bar' }).getByRole('link', { name: 'Buy' }).tap();
  await page.getByRole('heading', { name: 'You have no buy orders yet' }).waitFor();
  await page.getByRole('link', { name: 'Place your first buy order' }).tap();
  await page.getByRole('button', { name: '+500k' }).tap();
  await page.getByText('500,000 won').waitFor();

  // Nothing is sent before the notice is accepted; the hint at the checkbox disappears by itself.
  await page.getByRole('button', { name: 'Place buy order, 354.1076 USDT' }).tap();
  await page.getByText('Please read the notice and tick this box.').waitFor();
  await page.getByText('Please read the notice and tick this box.').waitFor({ state: 'detached' });
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Place buy order, 354.1076 USDT' }).tap();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Confirm purchase of 354.1076 USDT' })
    .tap();
  await page.waitForURL('**/dashboard/buy-history');
  const code = page.getByRole('link', { name: /^Buy354-/ });
  await code.waitFor();
  const buyId = (await code.getAttribute('href'))?.split('/').at(-1) ?? '';

  const sellId = await placeOrder(world.server, seller, 'sell', million);
  await world.admin.approve('sell', sellId);
  await world.admin.approve('buy', buyId);
  await page.getByText('Waiting for Buy', { exact: true }).last().waitFor();
  await world.admin.match(sellId, buyId);
  await page.getByRole('article').getByText('In trade').first().waitFor();
  await world.admin.complete(sellId, buyId);
  await page.getByText('All bought').waitFor();
  // The match is in a separate list, which may be requested later than the order's.
  await page.getByRole('article').waitFor({ state: 'detached' });

  // Nothing is wider than the phone's window.
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await code.tap();
  await page.getByText(/^Show \d+ records?$/).tap();
  await page.getByText(/All \d+ records are intact/).waitFor();
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
});
