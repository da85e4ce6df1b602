import { afterAll, expect, it } from 'vitest';
import { startWorld } from './world.ts';

const world = await startWorld();
afterAll(() => world.close());

it('empty lists lead who may not order yet to an admin, and others to an order', async () => {
  const member = await world.server.member();
  const { page, faults } = await world.open({ as: member, width: 375 });
  const main = page.getByRole('main');
  const lists = ['/trade-history', '/my-transactions', '/trade-partners'];
  for (const list of lists) {
    await page.goto(list);
    const toAdmin = main.getByRole('link', { name: '1:1 문의' });
    expect(await toAdmin.getAttribute('href'), list).toBe('/dashboard/one-on-one');
    expect(await main.getByRole('link', { name: '테더 판매' }).count(), list).toBe(0);
  }
  await world.admin.activate(member.nickname);
  for (const list of lists) {
    await page.goto(list);
    await main.getByRole('link', { name: '테더 구매' }).waitFor();
    expect(await main.getByRole('link', { name: '1:1 문의' }).count(), list).toBe(0);
  }
  expect(faults).toEqual([]);
});

it('the first admin, who has neither name nor bank account, is called by the nickname', async () => {
  const admin = await world.server.admin();
  const { page } = await world.open({ as: admin });
  await page.goto('/dashboard/profile');
  const main = page.getByRole('main');
  await main.locator('p', { hasText: new RegExp(`^${admin.nickname}$`) }).waitFor();
  expect(await main.getByRole('heading', { name: '입출금 정보' }).count()).toBe(0);
  // An order of theirs would not say where to pay.
  for (const [side, missing] of [
    ['sell', '원화를 받을 계좌가 등록되어 있지 않아요.'],
    ['buy', 'USDT를 받을 지갑이 등록되어 있지 않아요.'],
  ] as const) {
    await page.goto(`/dashboard/${side}-order`);
    const place = page.getByText(missing).getByRole('link', { name: '등록하기' });
    expect(await place.getAttribute('href')).toMatch(/^\/admin\/users\/\w+$/);
  }
});

it('a dashboard without a price leads to where it is set', async () => {
  const { page } = await world.open({ as: await world.server.admin() });
  const noPrice = { data: null, revision: null, setAt: null };
  await page.route('**/tetherprice/get-tether-price', (route) => route.fulfill({ json: noPrice }));
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: '테더 가격 설정하기' }).click();
  await page.waitForURL('**/admin/setprice');
});
