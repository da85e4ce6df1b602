import { afterAll, expect, it } from 'vitest';
import { matchedOrders, placeOrder, startWorld } from './world.ts';

// The test needs one admin only, so it has a server of its own.
const world = await startWorld({ ownServer: true });
await world.admin.setPrice('1412');
const admin = await world.server.admin();
const seller = await world.server.member({ active: true });
const buyer = await world.server.member({ active: true });
afterAll(() => world.close());

it('the only admin types the amount in won before a trade is reversed', async () => {
  const { sellId, buyId } = await matchedOrders(world, { seller, buyer, krw: '1412000' });
  await world.admin.complete(sellId, buyId);
  const { page, faults } = await world.open({ as: admin, language: 'en' });
  await page.goto(`/admin/transaction/${sellId}`);
  await page.getByRole('button', { name: 'Reverse trade of 1,000.0000 USDT' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reverse trade' });
  await dialog.getByText('A reversal cannot be undone.').waitFor();
  // There was no dispute.
  expect(await dialog.getByRole('radio', { name: 'Ruling overturned on appeal' }).count()).toBe(0);
  await dialog.getByRole('radio', { name: 'Completed by mistake' }).check();
  await dialog.getByLabel('Details').fill('The bank took the transfer back');
  await dialog.getByRole('button', { name: 'Request approval' }).click();
  const alone = page.getByRole('dialog', { name: 'No other admin can check this' });
  const confirm = alone.getByRole('button', { name: 'Confirm and continue' });
  await alone.getByRole('textbox').fill('141,200');
  await confirm.click();
  await alone.getByText('This does not match what is shown above.').waitFor();
  expect(await page.getByText('Reversed', { exact: true }).count()).toBe(0);
  await alone.getByRole('textbox').fill('1,412,000');
  await confirm.click();
  await page.getByText('Trade reversed.').waitFor();
  await page.goto('/admin/trial-balance');
  await page.getByText('1 completed trade · Reversals included: 1').waitFor();
  await page.goto(`/admin/orders/${sellId}`);
  await page.getByText('Trade reversed').waitFor();
  await page.getByText('Completed by mistake').waitFor();
  await page.getByRole('button', { name: 'Case file' }).click();
  await page.getByRole('dialog').getByText('All reversed').waitFor();
  expect(faults).toEqual([]);
});

it('both parties see the reason on their order and in their transactions', async () => {
  const { sellId, buyId, tradeId } = await matchedOrders(world, { seller, buyer, krw: '706000' });
  await world.admin.complete(sellId, buyId);
  const { token } = admin;
  const body = { reason: 'WRONG_AMOUNT', statement: '금액이 달라요', confirmAlone: '706000' };
  const reversed = await world.server.request('POST', `/trades/${tradeId}/reversal`, { token, body });
  expect(reversed.status).toBe(200);
  for (const [party, orderId] of [
    [seller, sellId],
    [buyer, buyId],
  ] as const) {
    const { page, faults } = await world.open({ as: party, width: 375 });
    await page.goto(`/dashboard/orders/${orderId}`);
    await page.getByText('500.0000 USDT 거래 정정').waitFor();
    await page.getByText('금액 또는 가격 오류').first().waitFor();
    // The ledger's status stays “completed”.
    const order = page.getByRole('region', { name: '현재 주문' });
    await order.getByText('전량 정정됨').waitFor();
    expect(await order.getByText(/^(판매|구매) 완료$/).count()).toBe(0);
    await page.getByRole('img', { name: '정정됨 500.0000', exact: true }).waitFor();
    // What it means, and where to turn to.
    await page.getByText('이 거래의 기록과 수수료를 되돌렸어요.', { exact: false }).waitFor();
    expect(await page.getByRole('link', { name: /돌려받지 못했다면/ }).getAttribute('href')).toBe(
      '/dashboard/one-on-one',
    );
    await page.goto(party === seller ? '/dashboard/sell-history' : '/dashboard/buy-history');
    const listed = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${orderId}"]`) });
    await listed.getByText('전량 정정됨').waitFor();
    await page.goto('/my-transactions');
    await page.getByText('정정됨 · 금액 또는 가격 오류').waitFor();
    await page.getByText(/^\(정정 \d건\)$/).waitFor();
    expect(await page.getByText('금액이 달라요').count()).toBe(0);
    expect(faults).toEqual([]);
  }
});

it('admins read in the list of transactions that all of an order was reversed', async () => {
  const { page, faults } = await world.open({ as: admin, language: 'en' });
  await page.goto('/admin/transactions');
  const rows = page.locator('main tbody').getByRole('row');
  await rows.filter({ hasText: seller.nickname }).first().getByText('All reversed').waitFor();
  expect(await page.getByText('Sale Completed', { exact: true }).count()).toBe(0);
  // The lines of the reversal have the opposite signs.
  await page.goto('/admin/trial-balance/compare?before=2020-01-01');
  await page
    .getByRole('cell', { name: /Reversal/ })
    .first()
    .waitFor();
  expect(faults).toEqual([]);
});

it('an order that is sold in part does not call the reversed part sold', async () => {
  const owner = await world.server.member({ active: true });
  const terms = { krwAmount: '1412000', price: '1412', amount: '1000' };
  const sellId = await placeOrder(world.server, owner, 'sell', terms);
  const buyId = await placeOrder(world.server, buyer, 'buy', {
    ...terms,
    krwAmount: '423600',
    amount: '300',
  });
  await world.admin.approve('sell', sellId);
  await world.admin.approve('buy', buyId);
  const tradeId = await world.admin.match(sellId, buyId);
  await world.admin.complete(sellId, buyId);
  const { page, faults } = await world.open({ as: owner });
  await page.goto(`/dashboard/orders/${sellId}`);
  await page.getByText('300.0000 USDT 판매를 완료했어요.', { exact: false }).waitFor();
  await page.getByText('수수료 3.0000', { exact: true }).waitFor();
  const body = { reason: 'PARTIES_AGREED', statement: '둘 다 취소하기로 했어요', confirmAlone: '423600' };
  await world.server.request('POST', `/trades/${tradeId}/reversal`, { token: admin.token, body });
  await page.getByText('나머지 700.0000 USDT의 상대를 찾고 있어요.', { exact: false }).waitFor();
  const bar = page.getByRole('img', { name: '정정됨 300.0000, 남음 700.0000' });
  await bar.waitFor();
  await page.getByText('수수료 3.0000 되돌림', { exact: true }).waitFor();
  expect(await page.getByText('판매를 완료했어요', { exact: false }).count()).toBe(0);
  await page.locator('main summary').filter({ hasText: buyer.nickname }).click();
  await page.getByText('되돌린 수수료').waitFor();
  await page.goto('/dashboard/sell-history');
  await bar.waitFor();
  await page.locator('main dl').getByText('정정됨 300.0000').waitFor();
  const staff = await world.open({ as: admin });
  await staff.page.goto(`/admin/sell-orders?order=${sellId}`);
  await staff.page.getByRole('img', { name: '정정됨 300.0000, 남음 700.0000' }).last().waitFor();
  // Nor the fee charged: in the record of the reversal, and in the case file.
  await staff.page.goto(`/admin/orders/${sellId}`);
  await staff.page.locator('main ol li').last().getByText('수수료 3.0000 되돌림').waitFor();
  await staff.page.getByRole('button', { name: '증빙 파일' }).click();
  const figures = staff.page.getByRole('dialog').locator('dl').first();
  await figures.getByText('완료 0.0000 USDT · 정정됨 300.0000 USDT', { exact: false }).waitFor();
  expect(await figures.getByText('되돌린 수수료').locator('xpath=following-sibling::dd').textContent()).toBe(
    '3.0000 USDT',
  );
  expect(faults).toEqual([]);
});
