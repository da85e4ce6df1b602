import { afterAll, expect, it } from 'vitest';
import { matchedOrders, million, placeOrder, startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
afterAll(() => world.close());

it('the queue’s figures are whole and apart in any window', async () => {
  const seller = await world.server.member({ active: true });
  const large = { krwAmount: '14118588', price: '1412', amount: '9999.0000' };
  await world.admin.approve('sell', await placeOrder(world.server, seller, 'sell', large));
  const admin = await world.server.admin();
  for (const language of ['ko', 'en'] as const) {
    const { page, context } = await world.open({ as: admin, language });
    await page.goto(`/admin/sell-orders?q=${seller.nickname}`);
    await page.locator('tbody tr').waitFor();
    for (const width of [800, 1024, 1180, 1200, 1280, 1440, 1600]) {
      await page.setViewportSize({ width, height: 900 });
      /** Of each cell's text and the next: how far they are apart. */
      const cells = page.locator('tbody tr').locator('th, td').filter({ hasText: /\S/, visible: true });
      const gaps = () =>
        cells.evaluateAll((all) => {
          const texts = all.map((cell) => {
            const { left, right } = cell.getBoundingClientRect();
            const { textOverflow, paddingLeft, paddingRight } = getComputedStyle(cell);
            // A nickname is cut off with an ellipsis.
            if (textOverflow === 'ellipsis')
              return {
                left: left + Number.parseFloat(paddingLeft),
                right: right - Number.parseFloat(paddingRight),
              };
            const range = document.createRange();
            range.selectNodeContents(cell);
            return range.getBoundingClientRect();
          });
          return texts.slice(1).map(({ left }, index) => left - (texts[index]?.right ?? 0));
        });
      await expect
        .poll(async () => Math.min(...(await gaps())), { message: `${language} ${width}` })
        .toBeGreaterThanOrEqual(16);
    }
    await context.close();
  }
});

it('the buttons of a match are in one line', async () => {
  const seller = await world.server.member({ active: true });
  const { sellId } = await matchedOrders(world, {
    seller,
    buyer: await world.server.member({ active: true }),
  });
  const admin = await world.server.admin();
  for (const language of ['ko', 'en'] as const) {
    const { page, context } = await world.open({ as: admin, language });
    await page.goto(`/admin/sell-orders?order=${sellId}`);
    const complete = page.getByRole('button', { name: language === 'ko' ? /^거래 완료/ : /^Complete/ });
    await complete.waitFor();
    for (const width of [1200, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const lines = () =>
        complete.evaluate(({ parentElement }) => {
          const tops = [...(parentElement?.children ?? [])].map((each) => each.getBoundingClientRect().top);
          return { buttons: tops.length, lines: new Set(tops).size };
        });
      await expect.poll(lines, { message: `${language} ${width}` }).toEqual({ buttons: 3, lines: 1 });
    }
    await context.close();
  }
});

it('the status of a match that can be completed is whole in its column', async () => {
  const seller = await world.server.member({ active: true });
  const buyer = await world.server.member({ active: true });
  const { tradeId } = await matchedOrders(world, { seller, buyer });
  const signature = `6${'h'.repeat(86)}`;
  for (const [{ token }, body] of [
    [buyer, { step: 'payment-sent' }],
    [seller, { step: 'payment-received' }],
    [seller, { step: 'tether-sent', signature }],
    [buyer, { step: 'tether-received' }],
  ] as const)
    await world.server.request('POST', `/trades/${tradeId}/steps`, { token, body });
  const admin = await world.server.admin();
  for (const language of ['ko', 'en'] as const) {
    const { page, context } = await world.open({ as: admin, language });
    await page.goto(`/admin/sell-orders?q=${seller.nickname}`);
    const status = page.locator('tbody').getByText(/^(완료 대기|Ready to complete)$/);
    await status.waitFor();
    for (const width of [1024, 1200, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = () =>
        status.evaluate(
          (word) =>
            word.getBoundingClientRect().right - (word.closest('td')?.getBoundingClientRect().right ?? 0),
        );
      await expect.poll(beyond, { message: `${language} ${width}` }).toBeLessThanOrEqual(0);
    }
    await context.close();
  }
});

it('a nickname of ten characters is in one line', async () => {
  const nickname = 'seojin0908';
  const seller = await world.server.member({ active: true, nickname });
  await world.admin.approve('sell', await placeOrder(world.server, seller, 'sell', million));
  const admin = await world.server.admin();
  for (const language of ['ko', 'en'] as const) {
    const { page, context } = await world.open({ as: admin, language });
    await page.goto(`/admin/sell-orders?q=${nickname}`);
    const cell = page.locator('tbody').getByText(nickname);
    await cell.waitFor();
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const lines = () =>
        cell.evaluate((text) => {
          const range = document.createRange();
          range.selectNodeContents(text);
          return range.getClientRects().length;
        });
      await expect.poll(lines, { message: `${language} ${width}` }).toBe(1);
    }
    await context.close();
  }
});
