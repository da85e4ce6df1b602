import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { matchedOrders, million, placeOrder, startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
const parties = {
  seller: await world.server.member({ active: true, nickname: 'seller88' }),
  buyer: await world.server.member({ active: true, nickname: 'buyer880' }),
};
afterAll(() => world.close());

/** As narrow in `rem` as a phone of 375 px whose text is set to 200 %. */
const width = 188;

it('with doubled text no page is wider than a phone', async () => {
  const { server } = world;
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  await placeOrder(server, seller, 'sell', million);
  const { sellId, buyId, tradeId } = await matchedOrders(world, { seller, buyer });
  // The buyer can undo it.
  const step = { token: buyer.token, body: { step: 'payment-sent' } };
  await server.request('POST', `/trades/${tradeId}/steps`, step);
  const ofMatch = [`/dashboard/orders/${sellId}`, `/dashboard/disputes/new/${tradeId}`];
  const own = [...ofMatch, '/dashboard/sell-history', '/settings', '/post-offer', '/'];
  for (const language of ['ko', 'en'] as const)
    for (const { as, paths } of [
      { paths: ['/'] },
      { as: seller, paths: own },
      { as: buyer, paths: [`/dashboard/orders/${buyId}`] },
    ]) {
      const { page, context } = await world.open({ ...(as && { as }), language, width });
      for (const path of paths) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(beyond, `${path} in ${language}`).toBeLessThanOrEqual(0);
      }
      await context.close();
    }
});

/** Words of at most ten letters that are broken over lines. */
const brokenWords = (page: Page, within: string) =>
  page.locator(within).evaluate((root) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\d.,]{2,10}/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
    return broken;
  });

it('with doubled text neither an order with its records nor its notifications break a word', async () => {
  const { sellId, buyId } = await matchedOrders(world, { ...parties, krw: '3000000' });
  await world.admin.complete(sellId, buyId);
  for (const language of ['ko', 'en'] as const) {
    const { page, context } = await world.open({ as: parties.seller, language, width });
    await page.goto(`/dashboard/orders/${sellId}`);
    await page.locator('summary').last().click();
    await page.getByRole('slider').waitFor();
    await page.waitForLoadState('networkidle');
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(beyond, `the order in ${language}`).toBeLessThanOrEqual(0);
    expect.soft(await brokenWords(page, 'main'), `the order in ${language}`).toEqual([]);
    await page.locator('header > button[aria-expanded]').click();
    await page.getByRole('dialog').getByRole('listitem').nth(2).waitFor();
    const inList = await brokenWords(page, '[role=dialog]');
    expect.soft(inList, `the notifications in ${language}`).toEqual([]);
    await context.close();
  }
});
