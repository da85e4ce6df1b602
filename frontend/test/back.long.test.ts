import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { startWorld, type World } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
afterAll(() => world.close());

/**
 * To Chromium, Back on Android and Escape are the same request to close. Here the page's own Escape handlers do not see
 * the key.
 */
async function openWithBack(options: Parameters<World['open']>[0]) {
  const opened = await world.open(options);
  await opened.page.addInitScript(() => {
    const hide = (event: KeyboardEvent) => event.key === 'Escape' && event.stopImmediatePropagation();
    window.addEventListener('keydown', hide, true);
  });
  return opened;
}
const goBack = (page: Page) => page.keyboard.press('Escape');

it('Back on a phone closes the dialog on top, and none that is sending', async () => {
  const member = await world.server.member({ active: true });
  const { page, faults } = await openWithBack({ as: member, width: 375 });
  await page.goto('/dashboard/sell-order');
  const sheet = page.getByRole('dialog', { name: '테더 판매' });
  const question = page.getByRole('alertdialog');
  await page.getByLabel('받을 금액').fill('1000000');
  await page.getByRole('checkbox').check();
  await sheet.getByRole('button', { name: '708.2153 USDT 판매 주문하기' }).click();
  await question.locator(':focus').waitFor();
  await goBack(page);
  await question.waitFor({ state: 'detached' });
  expect(await page.getByLabel('받을 금액').inputValue()).toBe('1,000,000');

  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/sell', async (route) => {
    await held;
    await route.abort();
  });
  await sheet.getByRole('button', { name: '708.2153 USDT 판매 주문하기' }).click();
  await question.getByRole('button', { name: '708.2153 USDT 판매' }).click();
  await question.locator('[aria-busy=true]').waitFor();
  // Chromium lets a page refuse one request without a touch in between; the dialogs refuse each.
  for (const _ of [1, 2, 3, 4]) await goBack(page);
  // The sheet under the question is hidden from screen readers, and so from `getByRole`.
  expect([await question.isVisible(), await page.locator('#krw').isVisible()]).toEqual([true, true]);
  answer();
  await sheet.getByText('주문하지 못했어요. 다시 시도해 주세요.').waitFor();
  await goBack(page);
  await page.waitForURL('**/dashboard/sell-history');
  await sheet.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('the browser’s Back from a question leaves the form, which has its amount again', async () => {
  const member = await world.server.member({ active: true });
  const { page } = await world.open({ as: member });
  await page.goto('/dashboard/sell-history');
  await page.getByRole('link', { name: '테더 판매' }).first().click();
  await page.getByLabel('받을 금액').fill('1000000');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '708.2153 USDT 판매 주문하기' }).click();
  await page.getByRole('alertdialog').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goForward();
  await expect.poll(() => page.getByLabel('받을 금액').inputValue()).toBe('1,000,000');
  await page.getByRole('button', { name: '취소', exact: true }).click();
  await page.waitForURL('**/dashboard/sell-history');
  await page.getByRole('link', { name: '테더 판매' }).first().click();
  await expect.poll(() => page.getByLabel('받을 금액').inputValue()).toBe('');
});

it('Back from a dialog that is a page does not lead into it again', async () => {
  const member = await world.server.member({ active: true });
  const { page } = await openWithBack({ as: member, width: 375 });
  await page.goto('/dashboard/profile');
  await page.getByRole('link', { name: '정보 수정' }).click();
  await page.getByRole('dialog', { name: '정보 수정' }).locator(':focus').waitFor();
  await goBack(page);
  await page.waitForURL('**/dashboard/one-on-one');
  await page.goBack();
  await page.waitForURL('**/dashboard/profile');
});

it('Back after the same filter was chosen twice leads to what was shown before', async () => {
  const { page } = await world.open();
  await page.goto('/post-offer');
  const buyers = page.getByRole('button', { name: '구매', exact: true });
  await buyers.click();
  await expect.poll(() => buyers.getAttribute('aria-pressed')).toBe('true');
  await buyers.click();
  await page.goBack();
  await expect.poll(() => buyers.getAttribute('aria-pressed')).toBe('false');
});
