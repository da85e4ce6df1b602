import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../test/server.ts';
import { placeOrder, startWorld, type World } from './world.ts';

let world: World;
let seller: Person;
let buyer: Person;
let admin: Person;

/** 708.2153 USDT and 212.4646 USDT at 1412. */
const large = { krwAmount: '1000000', price: '1412', amount: '708.2153' };
const small = { krwAmount: '300000', price: '1412', amount: '212.4646' };

beforeAll(async () => {
  world = await startWorld();
  await world.admin.setPrice('1412');
  seller = await world.server.member({ active: true, nickname: 'seojin0907' });
  buyer = await world.server.member({ active: true, nickname: 'dabin88' });
  admin = await world.server.admin();
});
afterAll(() => world?.close());

/** Orders of one side, one after the other, so that they are of different ages. */
async function place(side: 'sell' | 'buy', many: number, figures = large): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let order = 0; order < many; order += 1)
    ids.push(await placeOrder(world.server, side === 'sell' ? seller : buyer, side, figures));
  return ids;
}

const code = (side: 'Sell' | 'Buy', whole: number, id: string | undefined) =>
  `${side}${whole}-${id?.slice(16)}`;

const section = (page: Page, title: string) => page.getByRole('region', { name: new RegExp(`^${title}`) });
const chosen = (page: Page) => page.getByRole('complementary', { name: '고른 주문' });

/** A key, the question it asks, and Enter on its answer, which is called what it does. */
async function act(page: Page, key: string, answer: RegExp): Promise<void> {
  await page.keyboard.press(key);
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: answer }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
}

describe('an admin’s morning', { timeout: 180_000 }, () => {
  it('twenty orders through approval, rejection, matches, completion and cancellation, with the keyboard alone', async () => {
    const sells = await place('sell', 10);
    const buys = await place('buy', 9, small);
    const twin = await placeOrder(world.server, seller, 'buy', small);
    for (const id of [...buys, twin]) await world.admin.approve('buy', id);
    for (const id of sells.slice(4)) await world.admin.approve('sell', id);
    const { page, faults } = await world.open({ as: admin });
    await page.goto('/admin/dashboard');
    await page.getByRole('navigation', { name: '관리 메뉴' }).waitFor();

    // ⌘K goes anywhere.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('판매 주문');
    await page.getByRole('option', { name: '판매 주문', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/sell-orders');
    const pending = section(page, '승인 대기');
    await pending.getByRole('row').nth(4).waitFor();

    // The oldest is first. Approving and rejecting work the queue off from the top.
    await page.keyboard.press('j');
    await chosen(page)
      .getByRole('heading', { name: code('Sell', 708, sells[0]) })
      .waitFor();
    await act(page, 'a', /^Sell708-.{8} 승인$/);
    await page.getByText(`${code('Sell', 708, sells[0])} 판매 주문을 승인했어요`).waitFor();
    await chosen(page)
      .getByRole('heading', { name: code('Sell', 708, sells[1]) })
      .waitFor();
    await act(page, 'a', /승인$/);
    await chosen(page)
      .getByRole('heading', { name: code('Sell', 708, sells[2]) })
      .waitFor();
    await act(page, 'r', /거절$/);
    await chosen(page)
      .getByRole('heading', { name: code('Sell', 708, sells[3]) })
      .waitFor();
    // Pending orders can be cancelled for a member, too.
    await act(page, 'c', /취소$/);
    await pending.getByText('승인을 기다리는 주문이 없어요.').waitFor();

    // The best buyer is proposed, never the seller's own order; part of the sell order stays open.
    await page.keyboard.press('j');
    await chosen(page)
      .getByRole('heading', { name: code('Sell', 708, sells[0]) })
      .waitFor();
    await chosen(page).getByRole('radio', { checked: true }).waitFor();
    expect(await chosen(page).getByText('seojin0907', { exact: true }).count()).toBe(0);
    await act(page, 'm', /^dabin88, 212.4646 USDT 매칭$/);
    await page.getByText('dabin88 님과 212.4646 USDT를 매칭했어요').waitFor();
    const inProgress = section(page, '진행 중');
    await inProgress.getByText('일부 체결').waitFor();
    // And a second one, of less than the whole.
    const amount = chosen(page).getByRole('textbox', { name: '체결 수량' });
    await amount.fill('100');
    await chosen(page)
      .getByRole('button', { name: /^dabin88, 100.0000 USDT 매칭/ })
      .waitFor();
    await amount.blur();
    await act(page, 'm', /^dabin88, 100.0000 USDT 매칭$/);
    await chosen(page).getByText('이어진 주문 2').waitFor();

    // One's own order cannot be pasted in, and nothing is matched with nothing.
    await chosen(page).getByRole('textbox', { name: '구매 주문 아이디 입력' }).fill(twin);
    await chosen(page).getByText('같은 계정에서 만든 주문이에요.').waitFor();
    await page.keyboard.press('Enter');
    const sameAccount = page.getByRole('dialog', { name: '같은 계정의 주문이에요' });
    await sameAccount.waitFor();
    await page.keyboard.press('Escape');
    await sameAccount.waitFor({ state: 'detached' });
    await chosen(page).getByRole('textbox', { name: '구매 주문 아이디 입력' }).fill('');
    await chosen(page).getByRole('textbox', { name: '구매 주문 아이디 입력' }).blur();

    // One match is completed, the other is cancelled.
    await act(page, 'd', /^dabin88 212.4646 완료$/);
    await page.getByText('dabin88 님과의 212.4646 USDT 거래를 완료했어요').waitFor();
    await chosen(page).getByText('이어진 주문 1').waitFor();
    await act(page, 'x', /^dabin88 100.0000 매칭 취소$/);
    await page.getByText('dabin88 님과의 매칭을 취소했어요').waitFor();
    await inProgress.getByText('진행 중인 매칭이 없어요.').waitFor();
    const onSale = section(page, '판매 중').getByRole('row');
    await onSale.filter({ hasText: code('Sell', 708, sells[0]) }).waitFor();
    await act(page, 'c', /^Sell708-.{8} 취소$/);
    await page.getByText(`${code('Sell', 708, sells[0])} 주문을 취소했어요`).waitFor();

    // Enter opens the order's whole life.
    await chosen(page)
      .getByRole('heading', { name: code('Sell', 708, sells[1]) })
      .waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(sells[0] ?? '');
    await page.getByRole('option', { selected: true }).waitFor();
    await page
      .getByRole('listbox')
      .getByText(sells[0] ?? '')
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/orders/${sells[0]}`);
    await page.getByText('모두 이어져 있어요').waitFor();
    await page.getByText('서명 맞음').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'OrderCancelled' }).getByText('RootAdmin').waitFor();
    expect(faults).toEqual([]);
  });

  it('two admins on one queue: one wins, the other is shown what changed, and by whom', async () => {
    const [id, other] = await place('sell', 2);
    const { page } = await world.open({ as: admin });
    await page.goto(`/admin/sell-orders?order=${id}`);
    await chosen(page)
      .getByRole('heading', { name: code('Sell', 708, id) })
      .waitFor();
    await page.keyboard.press('r');
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: /거절$/ }).waitFor();
    await world.admin.approve('sell', id ?? '');
    const band = question.getByRole('alert').filter({ hasText: '승인 대기' });
    await band.getByText('판매 중').waitFor();
    await question.getByText('RootAdmin 님이 방금 바꾸었어요').waitFor();
    await question.getByText('이제는 할 수 없어요.').waitFor();
    // Enter falls on nothing: the focus is on what changed.
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: '확인' }).click();
    await question.waitFor({ state: 'detached' });

    // Whoever is slower than the screen is told by the answer.
    await page.goto(`/admin/sell-orders?order=${other}`);
    await chosen(page)
      .getByRole('heading', { name: code('Sell', 708, other) })
      .waitFor();
    await page.keyboard.press('a');
    await question.getByRole('button', { name: /승인$/ }).waitFor();
    await page.route(/\/all\/|\/trail|queue-counts/, (route) => route.abort());
    await world.admin.reject('sell', other ?? '');
    await question.getByRole('button', { name: /승인$/ }).click();
    await question.getByRole('alert').filter({ hasText: '거절됨' }).waitFor();
    await question.getByText('이제는 할 수 없어요.').waitFor();
    await page.unrouteAll();
    await question.getByRole('button', { name: '확인' }).click();
    await chosen(page).getByText('이 목록에서 빠졌어요.').waitFor();
  });

  it('what is matched elsewhere is struck where it stood, and the figures are asked about anew', async () => {
    const [mine, theirs] = await place('sell', 2);
    const [wanted] = await place('buy', 1);
    for (const id of [mine, theirs]) await world.admin.approve('sell', id ?? '');
    await world.admin.approve('buy', wanted ?? '');
    const { page } = await world.open({ as: admin });
    await page.goto(`/admin/sell-orders?order=${mine}`);
    await chosen(page).getByText('수량이 같아요').waitFor();
    await page.keyboard.press('m');
    const question = page.getByRole('alertdialog', { name: '판매자와 구매자 매칭' });
    await question.getByRole('button', { name: 'dabin88, 708.2153 USDT 매칭' }).waitFor();
    await world.admin.match(theirs ?? '', wanted ?? '', '200');
    await question.getByRole('button', { name: 'dabin88, 508.2153 USDT 매칭' }).waitFor();
    await question.getByText('보는 동안 바뀌었어요').waitFor();
    await question.getByRole('button', { name: 'dabin88, 508.2153 USDT 매칭' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByText('dabin88 님과 508.2153 USDT를 매칭했어요').waitFor();
  });
});
