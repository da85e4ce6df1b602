import type { Locator } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { fillMarket } from './market.ts';
import { matchedOrders, startWorld } from './world.ts';

const world = await startWorld();
afterAll(() => world.close());
await world.admin.setPrice('1412');

const background = (shown: Locator) => shown.evaluate((one) => getComputedStyle(one).backgroundColor);
const border = (shown: Locator) => shown.evaluate((one) => getComputedStyle(one).borderTopWidth);

it('in the user’s own colours, choices, switches, buttons, bars and the focused amount are told apart', async () => {
  const { server } = world;
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  await matchedOrders(world, { seller, buyer });
  const { page } = await world.open({ as: seller });
  await page.emulateMedia({ forcedColors: 'active' });

  await page.goto('/settings');
  const main = page.locator('main');
  const canvas = await background(page.locator('body'));
  const other = await background(main.getByRole('button', { name: 'English' }));
  await main.getByRole('button', { name: '한국어', pressed: true }).waitFor();
  // Screen readers pronounce each language's own name.
  await main.getByRole('button', { name: 'English' }).locator('[lang=en]').waitFor();
  expect(await background(main.getByRole('button', { name: '한국어' }))).not.toBe(other);
  expect(await background(main.getByRole('switch', { checked: true }))).not.toBe(canvas);
  expect(await border(main.getByRole('button', { name: '비밀번호 변경' }))).toBe('1px');

  await page.goto('/dashboard/sell-history');
  const reserved = main
    .getByRole('img', { name: /거래 중/ })
    .locator('i')
    .first();
  await reserved.waitFor();
  expect(await reserved.evaluate((part) => getComputedStyle(part).forcedColorAdjust)).toBe('none');

  await page.goto('/dashboard/sell-order');
  const won = page.locator('#krw');
  const line = () =>
    won.evaluate(({ parentElement }) => getComputedStyle(parentElement as Element).borderColor);
  await won.and(page.locator(':focus')).waitFor();
  const focused = await line();
  await won.press('Tab');
  await expect.poll(line).not.toBe(focused);
});

it('in the user’s own colours, messages have an edge and the chosen row of a queue is marked', async () => {
  const { admin, busyOrderId } = await fillMarket(world);
  const { page } = await world.open({ as: admin });
  await page.emulateMedia({ forcedColors: 'active' });

  await page.goto(`/chats/${busyOrderId}/sell`);
  expect(await border(page.locator('[data-seq] p').first())).toBe('1px');
  expect(await border(page.getByRole('textbox'))).toBe('1px');

  await page.goto(`/admin/sell-orders?order=${busyOrderId}`);
  const chosen = page.locator('tbody tr:has([aria-current])');
  await chosen.waitFor();
  expect(await chosen.evaluate((row) => getComputedStyle(row).outlineWidth)).toBe('2px');
});
