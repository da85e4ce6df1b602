import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { cutSocket } from './trouble.ts';
import { placeOrder, startWorld } from './world.ts';

// The test sets prices, so it has a server of its own.
const world = await startWorld({ ownServer: true });
const admin = await world.server.admin();
const seller = await world.server.member({ active: true });
const buyer = await world.server.member({ active: true });
afterAll(() => world.close());

/** A sell order at 1,450 and a buy order at 1,400. */
async function ordersFarApart(): Promise<{ readonly sell: string; readonly buy: string }> {
  await world.admin.setPrice('1450');
  const sell = await placeOrder(world.server, seller, 'sell', {
    krwAmount: '145000',
    price: '1450',
    amount: '100',
  });
  await world.admin.setPrice('1400');
  const buy = await placeOrder(world.server, buyer, 'buy', {
    krwAmount: '140000',
    price: '1400',
    amount: '100',
  });
  await world.admin.approve('sell', sell);
  await world.admin.approve('buy', buy);
  return { sell, buy };
}

const button = (page: Pick<Page, 'getByRole'>, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

it('an admin requests a buyer’s consent to a higher price, and the buyer gives it on the order’s page', async () => {
  const { sell, buy } = await ordersFarApart();
  const staff = await world.open({ as: admin });
  await staff.page.goto(`/admin/sell-orders?order=${sell}`);
  await staff.page.getByRole('textbox', { name: '구매 주문 코드나 아이디 입력' }).fill(buy);
  await button(staff.page, /동의 요청/).click();
  const question = staff.page.getByRole('alertdialog', { name: '회원의 동의가 필요해요' });
  await question
    .getByText(`${buyer.nickname} 님의 동의가 필요해요. 구매가 1,400원보다 50원 높은 1,450원이에요.`)
    .waitFor();
  await question.getByRole('button', { name: /에게 동의 요청$/ }).click();
  await question.waitFor({ state: 'detached' });

  const buying = await world.open({ as: buyer, width: 375 });
  await buying.page.goto(`/dashboard/orders/${buy}`);
  await buying.page.getByText('내 주문과 다른 가격으로 매칭이 제안됐어요. 동의하면 매칭돼요.').waitFor();
  await buying.page.getByText('내 주문보다 50원 높아요').waitFor();
  await buying.page.getByText(/답변 시간이 .+ 남았어요/).waitFor();
  const selling = await world.open({ as: seller, language: 'en', theme: 'dark' });
  await selling.page.goto(`/dashboard/orders/${sell}`);
  await selling.page.getByText('Your counterpart is looking at the proposed price.').waitFor();

  await staff.page.goto(`/admin/sell-orders?tab=inProgress&order=${sell}`);
  const panel = staff.page.getByRole('complementary');
  await panel.getByRole('list', { name: '동의 대기' }).getByText(buyer.nickname).waitFor();
  expect(await button(staff.page, /^거래 완료/).count()).toBe(0);

  const accept = button(buying.page, '동의');
  const confirmation = buying.page.getByRole('alertdialog', { name: '이 가격에 매칭할까요?' });
  // A second Enter does not answer the question that the first one opened.
  await accept.press('Enter');
  await confirmation.locator(':focus').waitFor();
  await buying.page.keyboard.press('Enter');
  await confirmation.waitFor({ state: 'detached' });
  await accept.click();
  await confirmation.getByText('100.0000 USDT를 1 USDT당 1,450원에 매칭해요. 총 145,000원이에요.').waitFor();
  await confirmation.getByRole('button', { name: '1 USDT당 1,450원에 동의' }).click();
  await button(buying.page, '원화를 보냈어요').waitFor();
  await selling.page.getByText('Waiting for your counterpart to send the won.').waitFor();
  expect([...staff.faults, ...buying.faults, ...selling.faults]).toEqual([]);
});

it('a proposal is declined, and one cancelled meanwhile can no longer be accepted', async () => {
  const { sell, buy } = await ordersFarApart();
  const requestConsent = async () => {
    const body = { sellerOrderId: sell, buyerOrderId: buy, askConsent: true };
    const answer = await world.server.request('POST', '/sell/admin/match-orders', {
      token: admin.token,
      body,
    });
    expect(answer.body.trade.status).toBe('offered');
  };
  const cancelProposal = async () => {
    const { status } = await world.server.request('POST', '/sell/admin/cancel-orders', {
      token: admin.token,
      body: { sellerOrderId: sell, buyerOrderId: buy },
    });
    expect(status).toBe(200);
  };
  await requestConsent();
  const { page, faults } = await world.open({ as: buyer, language: 'en' });
  await page.goto(`/dashboard/orders/${buy}`);
  await button(page, 'Decline').click();
  const confirmation = page.getByRole('alertdialog', { name: 'Decline the proposal?' });
  await confirmation.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('Proposal declined.').first().waitFor();
  await button(page, 'Accept').waitFor({ state: 'detached' });

  await requestConsent();
  await button(page, 'Accept').click();
  const accept = page.getByRole('alertdialog', { name: 'Match at this price?' });
  await accept.waitFor();
  await cancelProposal();
  await accept.waitFor({ state: 'detached' });
  await page.getByText('A match at another price was proposed.').waitFor({ state: 'detached' });

  await requestConsent();
  await button(page, 'Accept').click();
  await page.route('**/trades/*/consent', async (route) => {
    await cancelProposal();
    await route.continue();
  });
  await accept.getByRole('button', { name: /^Accept/ }).click();
  await page.getByText('This proposal is no longer open.').first().waitFor();
  expect(faults).toEqual([]);
});

it('an admin who cancels a proposal does not cancel the match that was accepted meanwhile', async () => {
  const { sell, buy } = await ordersFarApart();
  const call = async (who: { readonly token: string }, where: string, body: object) =>
    (await world.server.request('POST', where, { token: who.token, body })).body;
  const pair = { sellerOrderId: sell, buyerOrderId: buy, askConsent: true };
  const { trade } = await call(admin, '/sell/admin/match-orders', pair);
  const { page, faults } = await world.open({ as: admin });
  await cutSocket(page);
  await page.goto(`/admin/sell-orders?tab=inProgress&order=${sell}`);
  await button(page.getByRole('complementary'), /^제안 취소/).click();
  const question = page.getByRole('alertdialog', { name: '매칭을 취소할까요?' });
  await question.waitFor();
  // The page does not learn of the consent before it sends the cancellation.
  await page.route('**/api/v1/**', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.fallback(),
  );
  expect((await call(buyer, `/trades/${trade._id}/consent`, { accept: true })).trade.status).toBe('matched');
  await question.getByRole('button', { name: /매칭 취소$/ }).click();
  await page.getByText('이미 종료된 제안이에요.').first().waitFor();
  const { body } = await world.server.request('GET', `/trades/${trade._id}`, { token: buyer.token });
  expect(body.status).toBe('matched');
  expect(faults).toEqual([]);
});

it('a proposal can no longer be answered once its time is up', async () => {
  const { sell, buy } = await ordersFarApart();
  const body = { sellerOrderId: sell, buyerOrderId: buy, askConsent: true };
  await world.server.request('POST', '/sell/admin/match-orders', { token: admin.token, body });
  const { page, faults } = await world.open({ as: buyer });
  const until = new Date(Date.now() + 50_000).toISOString();
  await page.route('**/trades/*/payment', async (route) => {
    const answer = await route.fetch();
    const payment = await answer.json();
    return route.fulfill({ response: answer, json: { ...payment, consent: { ...payment.consent, until } } });
  });
  await page.clock.install();
  await page.goto(`/dashboard/orders/${buy}`);
  await button(page, '동의').waitFor();
  await page.clock.fastForward(55_000);
  await page.getByText('답변 시간이 지났어요').waitFor();
  for (const name of ['동의', '거절']) await button(page, name).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});
