import { afterAll, expect, it } from 'vitest';
import type { Person } from '../../test/server.ts';
import { matchedOrders, startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
afterAll(() => world.close());

it('the longest nickname makes no page wider than its window', async () => {
  const { server } = world;
  const seller = await server.member({ active: true, nickname: 'W'.repeat(30) });
  const buyer = await server.member({ active: true, nickname: 'M'.repeat(30) });
  const { sellId, buyId } = await matchedOrders(world, { seller, buyer, krw: '99999999' });
  const { body } = await server.request('GET', '/user/trade-history', { token: seller.token });
  const [{ tradeId }] = body.items;
  const dispute = { reason: 'OTHER', statement: '…' };
  await server.request('POST', `/trades/${tradeId}/cases`, { token: buyer.token, body: dispute });
  const admin = await server.admin();
  const pages: readonly (readonly [Person, readonly string[]])[] = [
    [seller, ['/dashboard/sell-history', `/dashboard/orders/${sellId}`]],
    [buyer, ['/dashboard/disputes', '/trade-history', '/dashboard/profile']],
    [
      admin,
      [
        '/admin/disputes',
        `/admin/sell-orders?order=${sellId}`,
        `/admin/orders/${buyId}`,
        '/admin/transactions',
      ],
    ],
  ];
  for (const width of [375, 1280])
    for (const [as, paths] of pages) {
      const { page, context } = await world.open({ as });
      await page.setViewportSize({ width, height: 900 });
      for (const path of paths) {
        await page.goto(path);
        await page
          .getByText(/[WM]{10}/)
          .locator('visible=true')
          .first()
          .waitFor();
        const places = () =>
          page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            const belowLabels = [...document.querySelectorAll('.nickname')].filter((name) => {
              const label = name.previousElementSibling?.getBoundingClientRect();
              return (
                label !== undefined &&
                label.width > 0 &&
                (name.getClientRects()[0]?.top ?? 0) > label.bottom - 4
              );
            });
            return { beyond: scrollWidth - clientWidth, belowLabels: belowLabels.length };
          });
        await expect.poll(places, { message: `${path} at ${width}` }).toEqual({ beyond: 0, belowLabels: 0 });
      }
      await context.close();
    }
});

it('a long bank name without spaces makes the page of a payment no wider than a phone', async () => {
  const bankName = '한국주택금융협동조합중앙회강남역삼동센터영업부지점';
  const seller = await world.server.member({ active: true, bankName });
  const buyer = await world.server.member({ active: true });
  const { buyId } = await matchedOrders(world, { seller, buyer });
  const { page } = await world.open({ as: buyer, width: 375 });
  await page.goto(`/dashboard/orders/${buyId}`);
  await page.getByText(bankName).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
});

it('the links to the areas of staff make no page wider than a small phone', async () => {
  const admin = await world.server.admin();
  for (const language of ['ko', 'en'] as const) {
    const { page, context } = await world.open({ as: admin, width: 320, language });
    await page.goto('/settings');
    await page.getByRole('link', { name: /^(관리자|Admin)$/ }).waitFor();
    await page.getByRole('button', { name: /^(알림|Notifications)/ }).waitFor();
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(beyond, { message: language }).toBeLessThanOrEqual(0);
    await context.close();
  }
});

it('no amount of the dashboard breaks between its digits on a small phone', async () => {
  const [seller, buyer] = [
    await world.server.member({ active: true }),
    await world.server.member({ active: true }),
  ];
  for (const krw of ['5000000', '5000000', '5000000']) {
    const { sellId, buyId } = await matchedOrders(world, { seller, buyer, krw });
    await world.admin.complete(sellId, buyId);
  }
  const { page } = await world.open({ as: await world.server.admin(), width: 320 });
  await page.goto('/admin/dashboard');
  const sales = page.locator('dd', { hasText: /^\d\d,\d{3}\.\d{4} USDT$/ }).first();
  const linesOfDigits = () =>
    sales.evaluate((amount) => {
      const digits = document.createRange();
      const texts = document.createTreeWalker(amount, NodeFilter.SHOW_TEXT);
      const whole = texts.nextNode() as Text;
      const decimals = texts.nextNode() as Text;
      digits.setStart(whole, 0);
      digits.setEnd(decimals, decimals.length);
      return new Set([...digits.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
    });
  await expect.poll(linesOfDigits).toBe(1);
});
