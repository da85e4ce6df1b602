import { describe, expect, it, onTestFinished } from 'vitest';
import {
  cutSocket,
  keepToasts,
  member,
  open,
  ordersOf,
  sells,
  sendSellOrder,
  setUpWorld,
  world,
  writeSellOrder,
} from './trouble.ts';
import { million, placeOrder } from './world.ts';

setUpWorld();

describe('when the server fails or does not answer', () => {
  it('an order whose response was lost stays as typed, and is placed once when sent again', async () => {
    const person = await world.server.member({ active: true });
    const { page } = await open({ as: person });
    await writeSellOrder(page);
    // The server stores the order; its response is lost.
    await page.route(sells, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await sendSellOrder(page);
    await page.getByText('서버의 응답을 받지 못했어요. 주문하지 못했어요. 다시 시도해 주세요.').waitFor();
    expect(await page.getByLabel('받을 금액').inputValue()).toBe('1,000,000');
    expect(await page.getByRole('checkbox').isChecked()).toBe(true);
    await page.unroute(sells);
    await sendSellOrder(page);
    await page.waitForURL('**/dashboard/sell-history');
    await expect.poll(() => ordersOf(person)).toBe(1);
  });

  it('an order left by the browser’s back while it is sent is reported, and not offered again', async () => {
    const person = await world.server.member({ active: true });
    const { page } = await open({ as: person });
    await page.goto('/dashboard/profile');
    await page.getByRole('link', { name: '판매 내역' }).first().click();
    await page.getByRole('link', { name: '테더 판매' }).first().click();
    await page.getByLabel('받을 금액').fill('1000000');
    await page.getByRole('checkbox').check();
    const left = Promise.withResolvers<void>();
    await page.route(sells, async (route) => {
      const response = await route.fetch();
      await left.promise;
      await route.fulfill({ response });
    });
    const sent = page.waitForRequest(sells);
    await sendSellOrder(page);
    await sent;
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    left.resolve();
    await page.getByText(/판매 주문을 접수했어요$/).waitFor();
    await page.getByRole('link', { name: '테더 판매' }).first().click();
    await expect.poll(() => page.getByLabel('받을 금액').inputValue()).toBe('');
  });

  it('an action without a connection fails with that reason', async () => {
    const { page, context } = await open({ as: member, language: 'en' });
    await page.goto('/dashboard/sell-order');
    await page.getByLabel('You receive').fill('1000000');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Place sell order, 708.2153 USDT' }).click();
    const confirm = page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Confirm sale of 708.2153 USDT' });
    await confirm.waitFor();
    await context.setOffline(true);
    await confirm.click();
    const reason = page.getByText('You are offline. Failed to submit order. Please try again.');
    await reason.waitFor();
    await context.setOffline(false);
    await page.getByText('You are offline. What you see may be out of date.').waitFor({ state: 'detached' });
    await reason.waitFor({ state: 'detached' });
  });

  it('an approval without an answer says that its outcome is not known, and can be sent again', async () => {
    const orderId = await placeOrder(world.server, member, 'sell', million);
    const { page } = await open({ as: await world.server.admin() });
    const approvals = '**/approve/**';
    await page.route(approvals, (route) => route.abort('connectionreset'));
    await page.goto(`/admin/orders/${orderId}`);
    await page.getByRole('button', { name: '승인', exact: true }).click();
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: /승인$/ });
    await confirm.click();
    await page
      .getByRole('alert')
      .getByText('서버의 응답을 받지 못했어요. 처리됐는지 알 수 없어요. 다시 시도해도 한 번만 처리돼요.')
      .waitFor();
    await page.unroute(approvals);
    await confirm.click();
    await page
      .getByText(/판매 주문을 승인했어요$/)
      .first()
      .waitFor();
  });

  it('an invalid amount or wallet is refused at its field and not changed', async () => {
    const { page } = await open({ as: member });
    await page.goto('/dashboard/sell-history');
    await page.getByRole('link', { name: '테더 판매' }).first().click();
    const won = page.getByLabel('받을 금액');
    await won.pressSequentially('1,000.75');
    await page.keyboard.press('Enter');
    await page.getByText('원 단위로 입력해 주세요.').waitFor();
    expect(await won.inputValue()).toBe('1,000.75');
    await won.fill('1e5');
    await page.getByRole('button', { name: '+10만' }).click();
    await page.getByText('1,000,000이나 100만처럼 입력해 주세요.').waitFor();
    expect(await won.inputValue()).toBe('1e5');
    await won.fill('100만');
    await page.getByText('1,000,000이나 100만처럼 입력해 주세요.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '+10만' }).click();
    await expect.poll(() => won.inputValue()).toBe('1,100,000');
    const wallet = page.getByLabel('USDT를 돌려받을 지갑 주소');
    await wallet.fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
    await page.getByRole('checkbox').check();
    await page.getByText('올바른 솔라나(SOL) 지갑 주소를 입력해 주세요.').waitFor();
    await page.getByRole('button', { name: /USDT 판매 주문하기$/ }).click();
    await page.locator('#wallet:focus').waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await wallet.fill('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB');
    await page.getByText('올바른 솔라나(SOL) 지갑 주소를 입력해 주세요.').waitFor({ state: 'detached' });
    await page.goBack();
    await won.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: '테더 판매' }).first().click();
    await expect.poll(() => won.inputValue()).toBe('1,100,000');
  });

  it('a changed price is shown beside the old one, and needs agreement again', async () => {
    const { page } = await open({ as: member });
    // Without a socket the page does not learn of the new price before the order is sent.
    await cutSocket(page);
    await writeSellOrder(page);
    await page.getByRole('button', { name: '708.2153 USDT 판매 주문하기' }).waitFor();
    await page.route('**/get-tether-price', (route) => route.abort());
    onTestFinished(() => world.admin.setPrice('1412'));
    await world.admin.setPrice('1409');
    await sendSellOrder(page);
    await page.getByText('주문하는 동안 가격이 바뀌었어요').waitFor();
    await page.getByRole('row', { name: '가격 1,412 원 1,409 원 하락 3 원' }).waitFor();
    expect(await page.getByLabel('받을 금액').inputValue()).toBe('1,000,000');
    await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(false);
    await page.getByRole('button', { name: '1 USDT당 1,409원에 709.7232 USDT 판매' }).waitFor();
  });

  it('a cancel dialog whose order is approved meanwhile says so and no longer asks', async () => {
    const person = await world.server.member({ active: true });
    const id = await placeOrder(world.server, person, 'sell', million);
    const { page } = await open({ as: person });
    await page.goto('/dashboard/sell-history');
    await page.getByRole('button', { name: '주문 취소' }).click();
    await page.getByRole('alertdialog', { name: '판매 주문을 취소할까요?' }).waitFor();
    await world.admin.approve('sell', id);
    const notice = page.getByRole('alertdialog', { name: '취소할 수 없는 주문이에요' });
    await notice.getByText('“판매 중” 상태로 바뀌었어요').waitFor();
    expect(await notice.getByRole('button').allTextContents()).toEqual(['확인']);
  });

  it('a cancel dialog ends once, also if its order leaves the filtered list', async () => {
    const person = await world.server.member({ active: true });
    const [cancelled, approved] = [
      await placeOrder(world.server, person, 'sell', million),
      await placeOrder(world.server, person, 'sell', million),
    ];
    const { page } = await open({ as: person });
    await page.goto('/dashboard/sell-history?status=pending');
    const row = (id: string) =>
      page.getByRole('listitem').filter({ has: page.locator(`[href="/dashboard/orders/${id}"]`) });
    await row(cancelled).getByRole('button', { name: '주문 취소' }).click();
    await page.getByRole('button', { name: '네, 취소할게요' }).click();
    await row(cancelled).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^전체/ }).click();
    await row(cancelled).getByText('취소됨').waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);

    await page.goto('/dashboard/sell-history?status=pending');
    await row(approved).getByRole('button', { name: '주문 취소' }).click();
    await page.getByRole('alertdialog', { name: '판매 주문을 취소할까요?' }).waitFor();
    await world.admin.approve('sell', approved);
    await page.getByRole('alertdialog', { name: '취소할 수 없는 주문이에요' }).waitFor();
  });

  it('an order approved during its cancel dialog is not cancelled, and the list shows it', async () => {
    const person = await world.server.member({ active: true });
    const id = await placeOrder(world.server, person, 'sell', million);
    const { page } = await open({ as: person });
    await cutSocket(page);
    await page.goto('/dashboard/sell-history');
    await page.getByRole('button', { name: '주문 취소' }).click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    // The page does not learn of the approval before the dialog is confirmed.
    await page.route(/\/sell\/(sell-orders|user\/inProgress-orders)\?/, (route) => route.abort());
    await world.admin.approve('sell', id);
    await question.getByRole('button', { name: '네, 취소할게요' }).click();
    await page.getByText('보는 동안 주문이 바뀌었어요.').first().waitFor();
    await page.unrouteAll();
    await page.getByRole('listitem').getByText('판매 중', { exact: true }).waitFor();
  });

  it('two orders that could not be cancelled can each be cancelled again', async () => {
    const person = await world.server.member({ active: true });
    for (let nth = 0; nth < 2; nth += 1) await placeOrder(world.server, person, 'sell', million);
    const { page } = await open({ as: person });
    await keepToasts(page);
    const cancels = '**/cancel';
    await page.route(cancels, (route) => route.abort('connectionreset'));
    await page.goto('/dashboard/sell-history');
    const question = page.getByRole('alertdialog', { name: '판매 주문을 취소할까요?' });
    for (const row of [0, 1]) {
      await page.getByRole('button', { name: '주문 취소' }).nth(row).click();
      await question.getByRole('button', { name: '네, 취소할게요' }).click();
      await question.waitFor({ state: 'detached' });
    }
    await page.unroute(cancels);
    const again = page.locator('button', { hasText: '다시 시도' });
    await expect.poll(() => again.count()).toBe(2);
    for (const one of await again.all()) await one.click();
    await expect.poll(() => page.getByRole('button', { name: '주문 취소' }).count()).toBe(0);
  });
});
