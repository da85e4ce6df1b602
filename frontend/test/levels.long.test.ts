import { afterAll, expect, it } from 'vitest';
import { matchedOrders, placeOrder, startWorld } from './world.ts';

// The test sets the price, so it has a server of its own.
const world = await startWorld({ ownServer: true });
await world.admin.setPrice('1412');
const seller = await world.server.member({ active: true });
const buyer = await world.server.member({ active: true });
const { sellId, buyId } = await matchedOrders(world, { seller, buyer, krw: '1000000' });
await world.admin.complete(sellId, buyId);
afterAll(() => world.close());

it('the landing page explains the levels to a visitor', async () => {
  const { page } = await world.open();
  await page.goto('/');
  await page.getByText('레벨 1 진행 중인 주문 1억원까지').waitFor();
  await page.getByText('레벨 3 완료한 거래 20건 이상, 불리한 판정 2건 이하 · 한도 없음').waitFor();
});

it('a member sees their level, the trades it is based on and the remaining limit', async () => {
  const { page } = await world.open({ as: buyer, language: 'en' });
  await page.goto('/dashboard/profile');
  await page.getByRole('heading', { name: 'Level and limit' }).waitFor();
  const region = page.getByRole('region', { name: 'Level and limit' });
  await region.getByText('Completed trades', { exact: true }).waitFor();
  await region.getByText('Left for new orders').locator('..').getByText('100,000,000').waitFor();

  await page.goto('/dashboard/buy-order');
  await page.getByText('Level 1 limit: you can place up to 100 million won more.').waitFor();
  await page.locator('#krw').fill('100000001');
  await page
    .getByText('This exceeds the limit of level 1. You can place up to 100 million won now')
    .waitFor();
  await page
    .getByText('Level 2 needs 5 completed trades (you have 1). Its limit is 500 million won.')
    .waitFor();
  // Screen readers read why the field is marked.
  const description = () =>
    page.locator('#krw').evaluate((field) =>
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    );
  await expect.poll(description).toContain('This exceeds the limit of level 1.');
  // The form is not submitted.
  await page.getByRole('checkbox').check();
  await page
    .getByRole('button', { name: /Place buy order|USDT/ })
    .last()
    .click();
  await page.locator('#krw:focus').waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
});

it('a member whose open orders have reached the limit sees that, instead of an offer of 0 won', async () => {
  const person = await world.server.member({ active: true });
  const wholeLimit = { krwAmount: '100000000', price: '1412', amount: '70821.5297' };
  await placeOrder(world.server, person, 'buy', wholeLimit);
  const { page } = await world.open({ as: person });
  await page.goto('/dashboard/buy-order');
  await page.getByText('레벨 1 한도를 모두 사용했어요.').waitFor();
});

it('the parties of a match see each other’s record, and an admin sees any member’s', async () => {
  const { buyId } = await matchedOrders(world, { seller, buyer, krw: '2000000' });
  const { page } = await world.open({ as: buyer, width: 375, theme: 'dark' });
  await page.goto(`/dashboard/orders/${buyId}`);
  await page.getByText('상대의 거래 이력 · 레벨 1 · 완료한 거래 1건').click();
  await page.getByText('불리한 판정').waitFor();

  const staff = await world.open({ as: await world.server.admin() });
  await staff.page.goto(`/admin/users/${buyer.memberId}`);
  const region = staff.page.getByRole('region', { name: '레벨과 한도' });
  await region.getByText('2,000,000').waitFor();
  await region.getByText('98,000,000').waitFor();
  await region.getByText('레벨 기준 변경 이력').click();
  await region.getByText('레벨 2 완료한 거래 5건 이상 · 진행 중인 주문 5억원까지').waitFor();
  expect(staff.faults).toEqual([]);
});
