import { afterAll, expect, it } from 'vitest';
import { matchedOrders, million, placeOrder, startWorld } from './world.ts';

// Its second admin would change what is asked of the admins of other files.
const world = await startWorld({ ownServer: true });
await world.admin.setPrice('1412');
afterAll(() => world.close());

const levels = encodeURIComponent(JSON.stringify([{ trades: 0, openKrw: '100000' }]));
const pages = [
  ...['dashboard', 'transactions', 'users', 'approvals', 'audit', 'fees', 'trial-balance'],
  ...['fees/compare', 'trial-balance/compare'].map((path) => `${path}?before=2020-01-01`),
  `fees/rehearsal?before=2020-01-01&rule=${encodeURIComponent('{"rate":"0.005"}')}`,
  `levels/rehearsal?before=2020-01-01&levels=${levels}`,
];

it('with doubled text no page of the admins is wider than a phone', async () => {
  const { server, admin } = world;
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const { sellId, buyId, tradeId } = await matchedOrders(world, { seller, buyer, krw: '9876543' });
  await admin.complete(sellId, buyId);
  const as = await server.member({ active: true, admin: true });
  const reversal = { kind: 'reversal', tradeId, reason: 'WRONG_AMOUNT', statement: '금액이 달라요' };
  const { token } = await server.admin();
  expect((await server.request('POST', '/approvals', { token, body: reversal })).status).toBe(201);
  for (const language of ['ko', 'en'] as const) {
    // As narrow in `rem` as a phone of 375 px whose text is set to 200 %.
    const { page, context } = await world.open({ as, language, width: 188 });
    for (const path of [...pages, `orders/${sellId}`, `transaction/${sellId}`]) {
      await page.goto(`/admin/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(beyond, `${path} in ${language}`).toBeLessThanOrEqual(0);
    }
    await context.close();
  }
});

it('with doubled text the sheet of an order is not wider than a phone', async () => {
  const { server, admin } = world;
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const { sellId } = await matchedOrders(world, { seller, buyer });
  const pending = await placeOrder(server, seller, 'sell', million);
  const open = await placeOrder(server, seller, 'sell', million);
  await admin.approve('sell', open);
  await admin.approve('buy', await placeOrder(server, buyer, 'buy', million));
  const as = await server.admin();
  for (const language of ['ko', 'en'] as const) {
    const { page, context } = await world.open({ as, language, width: 188 });
    for (const order of [sellId, pending, open]) {
      await page.goto(`/admin/sell-orders?order=${order}`);
      const sheet = page.getByRole('dialog').locator('section[aria-labelledby^=panel-]');
      await sheet.waitFor();
      await page.waitForLoadState('networkidle');
      const cut = await sheet.evaluate((section) => {
        const edge = section.getBoundingClientRect().right;
        return [...section.querySelectorAll(':not(.sr-only)')]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > edge + 1)
          .map(({ textContent }) => textContent);
      });
      expect.soft(cut, `${order} in ${language}`).toEqual([]);
    }
    await context.close();
  }
});
