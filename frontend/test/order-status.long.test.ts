import { afterAll, expect, it } from 'vitest';
import { fillMarket } from './market.ts';
import { startWorld } from './world.ts';

const world = await startWorld({ ownServer: true });
const market = await fillMarket(world);
afterAll(() => world.close());

it('an order that waits for consent says so in its row, its panel and among its owner’s orders', async () => {
  const { page } = await world.open({ as: market.admin });
  await page.goto(`/admin/sell-orders?order=${market.offered.sellId}`);
  const panel = page.getByRole('complementary', { name: '선택한 주문' });
  await panel.getByText('동의 대기').first().waitFor();
  const code = await panel.getByRole('heading', { level: 2 }).innerText();
  await page.getByRole('row', { name: code }).getByText('동의 대기').waitFor();
  expect(await panel.getByText('진행 중').count()).toBe(0);

  await page.goto(`/admin/users/${market.seller.memberId}`);
  const orders = page.getByRole('table', { name: '주문' });
  await orders.getByRole('row', { name: code }).getByText('동의 대기').waitFor();
});

it('nothing remains of a rejected order, among its owner’s orders and on its page', async () => {
  const { page } = await world.open({ as: market.admin });
  await page.goto(`/admin/users/${market.seller.memberId}`);
  const orders = page.getByRole('table', { name: '주문' });
  const row = orders.getByRole('row').filter({ hasText: '거절됨' });
  const amount = await row.getByRole('cell').nth(1).innerText();
  expect(await row.getByRole('cell').nth(2).innerText()).toBe('0.0000');
  await row.getByRole('link').click();
  await page
    .getByRole('img', { name: `취소 수량 ${amount}`, exact: true })
    .first()
    .waitFor();
  const records = page.getByRole('listitem').filter({ hasText: 'OrderRejected' });
  expect(await records.innerText()).toMatch(/0\.0000\s+0\.0000\s+0\.0000\s*$/);
});

it('a trade in a dispute says so in the history, among the trades and in the chats', async () => {
  const { page } = await world.open({ as: market.buyer, language: 'en' });
  await page.goto('/dashboard/buy-history');
  const trade = page.getByRole('listitem').filter({ hasText: 'A dispute is open' });
  await trade.getByText('In dispute').waitFor();
  expect(await trade.getByText('In trade').count()).toBe(0);
  await page.goto('/trade-history');
  await page.getByRole('row').getByText('In dispute').waitFor();
  await page.goto('/chats');
  await page.getByRole('listitem').getByText('In dispute').waitFor();
});

it('an order whose match is in a dispute says so in its row, its panel and the list of transactions', async () => {
  const { page } = await world.open({ as: market.admin });
  const disputed = await world.server.request('GET', `/cases/${market.caseId}`, {
    token: market.admin.token,
  });
  await page.goto(`/admin/sell-orders?order=${disputed.body.sell._id}`);
  const panel = page.getByRole('complementary', { name: '선택한 주문' });
  await panel.getByText('분쟁 중').waitFor();
  const code = await panel.getByRole('heading', { level: 2 }).innerText();
  await page.getByRole('row', { name: code }).getByText('분쟁 중').waitFor();
  await page.goto('/admin/transactions');
  await page.getByRole('row', { name: code }).getByText('분쟁 중').waitFor();
});

it('a search of the queue without a hit names what was searched, and is cleared by its button', async () => {
  const { page } = await world.open({ as: market.admin, width: 375 });
  await page.goto('/admin/sell-orders?q=nowhere');
  await page.getByRole('heading', { name: '“nowhere” 검색 결과가 없어요' }).waitFor();
  expect(await page.getByRole('heading', { level: 2 }).count()).toBe(1);
  // Counts are of all orders, not of those found.
  const all = page.getByRole('group', { name: '금액 필터' }).getByRole('button').first();
  expect(await all.innerText()).toBe('전체');
  await page.getByRole('button', { name: '검색 지우기' }).click();
  await page.getByRole('row').first().waitFor({ state: 'attached' });
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
  await all.getByText('6').waitFor();
});
