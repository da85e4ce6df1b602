import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchedOrders, million, placeOrder, startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
  await world.admin.setPrice('1412');
});
afterAll(() => world?.close());

/** As narrow in `rem` as a phone of 375 px whose text is set to 200 %. */
const width = 188;

it('with doubled text no page is wider than a phone', { timeout: 60_000 }, async () => {
  const { server } = world;
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  await placeOrder(server, seller, 'sell', million);
  const { sellId } = await matchedOrders(world, { seller, buyer });
  const own = ['/dashboard/sell-history', `/dashboard/orders/${sellId}`, '/settings', '/post-offer', '/'];
  for (const language of ['ko', 'en'] as const)
    for (const { as, paths } of [{ paths: ['/'] }, { as: seller, paths: own }]) {
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
