import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { million, placeOrder, small, startWorld } from './world.ts';

const world = await startWorld({ ownServer: true });
await world.admin.setPrice('1412');
const seller = await world.server.member({ active: true, nickname: 'seojin0907' });
const buyer = await world.server.member({ active: true, nickname: 'dabin88' });
const admin = await world.server.admin();
afterAll(() => world.close());

/** Orders of one side, placed in sequence so that their ages differ. */
async function place(side: 'sell' | 'buy', many: number, figures = million): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let order = 0; order < many; order += 1)
    ids.push(await placeOrder(world.server, side === 'sell' ? seller : buyer, side, figures));
  return ids;
}

const code = (side: 'Sell' | 'Buy', whole: number, id: string | undefined) =>
  `${side}${whole}-${id?.slice(16)}`;

interface Order {
  readonly id: string;
  readonly code: string;
}

/** Status and settled amount of orders, from the server. */
const statusesOf = (orders: readonly Order[]) =>
  Promise.all(
    orders.map(async ({ id }) => {
      const { body } = await world.server.request('GET', `/orders/${id}/trail?limit=100`, {
        token: admin.token,
      });
      const { status, settled } = body.items.at(-1).state;
      return [status, settled];
    }),
  );

const section = (page: Page, title: string) => page.getByRole('region', { name: new RegExp(`^${title}`) });
const chosen = (page: Page) => page.getByRole('complementary', { name: '선택한 주문' });

/** Waits until an action of the chosen order is available, before its key is pressed. */
const waitForAction = (page: Page, name: RegExp) =>
  chosen(page).getByRole('button', { name }).first().waitFor();

/** Presses a key and confirms the dialog by Enter on its button `answer`. */
async function pressAndConfirm(page: Page, key: string, answer: RegExp): Promise<void> {
  await page.keyboard.press(key);
  await confirm(page, answer);
}

async function confirm(page: Page, answer: RegExp): Promise<void> {
  const question = page.getByRole('alertdialog');
  const button = question.getByRole('button', { name: answer });
  // It loads the steps of a match that has just been made.
  await button.and(page.locator(':focus:not([aria-busy])')).waitFor();
  await page.keyboard.press('Enter');
  // A change that arrives meanwhile is shown in the dialog, which has to be confirmed again.
  const changed = question.getByText(/보는 동안 바뀌었어요|님이 방금 변경했어요/);
  const closed = page.locator('body:not(:has([role=alertdialog]))');
  await closed.or(changed).first().waitFor();
  if (await changed.isVisible()) {
    await tabTo(page, button);
    await page.keyboard.press('Enter');
  }
  await question.waitFor({ state: 'detached' });
}

/** Presses Tab until `field` has the focus. */
async function tabTo(page: Page, field: Locator): Promise<void> {
  await field.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach the field');
}

/** Replaces the text of the focused field. */
async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a');
  if (text === '') await page.keyboard.press('Delete');
  else await page.keyboard.insertText(text);
}

/** Opens the command menu and runs an option. */
async function command(page: Page, text: string, option: Locator): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await page.keyboard.insertText(text);
  await option.waitFor();
  await page.keyboard.press('Enter');
}

/** Moves up or down the queues to an order, from whichever row is chosen. */
async function goTo(page: Page, order: Order): Promise<void> {
  const row = page.locator(`#row-${order.id}`);
  await row.waitFor();
  for (let presses = 0; presses < 20; presses += 1) {
    const rows = await page.locator('[id^=row-]').evaluateAll((all) => all.map(({ id }) => id));
    const at = await chosenRow(page);
    if (at === `row-${order.id}`) return chosenIs(page, order);
    await page.keyboard.press(rows.indexOf(`row-${order.id}`) < rows.indexOf(at) ? 'k' : 'j');
    // The queue may have changed meanwhile, with no row in that direction: then check again.
    for (let looks = 0; looks < 100 && (await chosenRow(page)) === at; looks += 1) await delay(20);
  }
  const focus = await page.evaluate(() => document.activeElement?.outerHTML);
  throw new Error(`${order.code} is not reached from ${await chosenRow(page)}, the focus is on ${focus}`);
}

/** '' if none is chosen, or one that has left the queues. */
const chosenRow = async (page: Page): Promise<string> =>
  (await page.locator('[id^=row-][aria-current=true]').evaluateAll((all) => all.map(({ id }) => id))).join();

const chosenIs = (page: Page, order: Order) =>
  chosen(page).getByRole('heading', { name: order.code, level: 2 }).waitFor();

/** Approves or rejects pending orders, oldest first; the next one is chosen automatically. */
async function review(page: Page, orders: readonly Order[], key: 'a' | 'r'): Promise<void> {
  const [button, answer] = key === 'a' ? ([/승인/, '승인'] as const) : ([/^거절/, '거절'] as const);
  for (const order of orders) {
    await chosenIs(page, order);
    await waitForAction(page, button);
    await page.keyboard.press(key);
    if (key === 'r') await page.getByRole('radio').first().waitFor();
    if (key === 'r') await page.keyboard.press('1');
    await confirm(page, new RegExp(`^${order.code} ${answer}$`));
  }
}

/** Matches the first proposed counterpart, in full or for `amount`. */
async function match(page: Page, counterpart: Order, amount: string, less = false): Promise<void> {
  const preview = chosen(page).getByRole('region', { name: '매칭 미리보기' });
  await preview.getByRole('heading', { name: counterpart.code }).waitFor();
  if (less) {
    const field = chosen(page).getByRole('textbox', { name: '매칭 수량' });
    await tabTo(page, field);
    // Too much is refused beside the field, which keeps the focus.
    await write(page, '999999');
    await chosen(page).getByRole('alert').getByText('남은 수량보다 많이 매칭할 수 없어요.').waitFor();
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await write(page, amount);
  }
  await pressMatch(page, 'dabin88', amount, less);
  await chosen(page).getByText('매칭된 주문 1').waitFor();
}

/** By its key, or from a form field by its button, because there a letter is text. */
async function pressMatch(page: Page, partner: string, amount: string, fromField: boolean): Promise<void> {
  const button = chosen(page).getByRole('button', { name: new RegExp(`^${partner}, ${amount} USDT 매칭`) });
  if (fromField) await tabTo(page, button);
  else await button.waitFor();
  await pressAndConfirm(page, fromField ? 'Enter' : 'm', new RegExp(`^${partner}, ${amount} USDT 매칭$`));
}

/** The reason for completing a trade without marked steps. */
async function chooseReason(page: Page): Promise<void> {
  await page.getByRole('radio', { name: '채팅으로 확인' }).waitFor();
  await page.keyboard.press('1');
}

async function finishMatch(page: Page, key: 'd' | 'x', amount: string, partner = 'dabin88'): Promise<void> {
  const button = key === 'd' ? '거래 완료' : '매칭 취소';
  const answer = key === 'd' ? `${amount} USDT 거래 완료` : `${partner} ${amount} 매칭 취소`;
  await waitForAction(page, new RegExp(`^${button} ${partner} ${amount}`));
  await page.keyboard.press(key);
  if (key === 'd') await chooseReason(page);
  await confirm(page, new RegExp(`^${answer}$`));
}

async function cancel(page: Page, order: Order): Promise<void> {
  await waitForAction(page, /^주문 취소/);
  await pressAndConfirm(page, 'c', new RegExp(`^${order.code} 취소`));
  await page.locator(`#row-${order.id}`).waitFor({ state: 'detached' });
}

const waitForRowIn = (page: Page, title: string, order: Order) =>
  section(page, title).locator(`#row-${order.id}`).waitFor();

describe('an admin’s morning', () => {
  it('takes six orders through approval, rejection, matches, completion and cancellation, with the keyboard alone', async () => {
    const named = (side: 'Sell' | 'Buy', whole: number) => (id: string) => ({
      id,
      code: code(side, whole, id),
    });
    const sells = (await place('sell', 3)).map(named('Sell', 708)) as unknown as [Order, Order, Order];
    const [whole] = (await place('buy', 1)).map(named('Buy', 708)) as unknown as [Order];
    const [part] = (await place('buy', 1, small)).map(named('Buy', 212)) as unknown as [Order];
    const twin = named('Buy', 212)(await placeOrder(world.server, seller, 'buy', small));
    const [first, second, third] = sells;
    const { page, faults } = await world.open({ as: admin });
    await page.goto('/admin/dashboard');
    await page.getByRole('navigation', { name: '관리 메뉴' }).waitFor();

    // The oldest is first; approving and rejecting continue from the top.
    const queue = async (name: '판매 주문' | '구매 주문') => {
      await command(page, name, page.getByRole('option', { name, selected: true }));
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    };
    await queue('판매 주문');
    await goTo(page, first);
    await review(page, [first, second], 'a');
    await review(page, [third], 'r');
    await section(page, '승인 대기').getByText('승인을 기다리는 주문이 없어요.').waitFor();
    await queue('구매 주문');
    await goTo(page, whole);
    await review(page, [whole, part, twin], 'a');
    await section(page, '승인 대기').getByText('승인을 기다리는 주문이 없어요.').waitFor();

    // A buyer of the same amount is proposed first, never the seller's own order.
    await queue('판매 주문');
    await goTo(page, first);
    await chosen(page).getByRole('radio', { checked: true }).waitFor();
    expect(await chosen(page).getByText('seojin0907', { exact: true }).count()).toBe(0);
    await match(page, whole, '708.2153');
    // The row has moved to another section and kept the focus.
    await section(page, '진행 중').locator(`#row-${first.id}:focus`).waitFor();
    await finishMatch(page, 'd', '708.2153');
    await page.locator(`#row-${first.id}`).waitFor({ state: 'detached' });

    // An order of the same account cannot be entered.
    await goTo(page, second);
    const paste = chosen(page).getByRole('textbox', { name: '구매 주문 코드나 아이디 입력' });
    await tabTo(page, paste);
    await write(page, twin.id);
    await chosen(page).getByText('같은 계정에서 만든 주문이에요.').waitFor();
    await page.keyboard.press('Enter');
    const sameAccount = page.getByRole('dialog', { name: '같은 계정의 주문이에요' });
    await sameAccount.waitFor();
    await page.keyboard.press('Escape');
    await sameAccount.waitFor({ state: 'detached' });
    await tabTo(page, paste);
    await write(page, '');

    // A partial match that is cancelled: both orders are as before.
    await match(page, part, '100.0000', true);
    await waitForRowIn(page, '진행 중', second);
    await finishMatch(page, 'x', '100.0000');
    await waitForRowIn(page, '판매 중', second);

    // A match from the buyers' queue, with the sell order entered by its ID.
    await queue('구매 주문');
    await goTo(page, part);
    await tabTo(page, chosen(page).getByRole('textbox', { name: '판매 주문 코드나 아이디 입력' }));
    await write(page, second.id);
    await pressMatch(page, 'seojin0907', '212.4646', true);
    await finishMatch(page, 'd', '212.4646', 'seojin0907');
    await page.locator(`#row-${part.id}`).waitFor({ state: 'detached' });
    await goTo(page, twin);
    await cancel(page, twin);

    // The settled part stays settled when the rest is cancelled.
    await queue('판매 주문');
    await goTo(page, second);
    await cancel(page, second);

    // The command menu finds an order's full record by its ID.
    await command(
      page,
      second.id,
      page.getByRole('listbox').filter({ hasText: second.id }).getByRole('option', { selected: true }),
    );
    await page.waitForURL(`**/admin/orders/${second.id}`);
    await page.getByText('모두 위변조가 없어요').waitFor();
    await page.getByText('서명 유효').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'OrderCancelled' }).getByText('RootAdmin').waitFor();
    expect(faults).toEqual([]);

    expect(await statusesOf([...sells, whole, part, twin])).toEqual([
      ['Sale Completed', '708.2153'],
      ['Cancelled', '212.4646'],
      ['Rejected', '0.0000'],
      ['Buy Completed', '708.2153'],
      ['Buy Completed', '212.4646'],
      ['Cancelled', '0.0000'],
    ]);
    const { body } = await world.server.request('GET', '/journal/trial-balance', { token: admin.token });
    expect({ balanced: body.balanced, trades: body.trades }).toEqual({ balanced: true, trades: 2 });
  });

  it('two admins on one queue: one wins, the other is shown what changed and by whom', async () => {
    const [id, other] = await place('sell', 2);
    const slower = await world.server.member({ active: true, admin: true });
    const { page } = await world.open({ as: slower });
    await page.goto(`/admin/sell-orders?order=${id}`);
    await chosen(page)
      .getByRole('heading', { name: code('Sell', 708, id) })
      .waitFor();
    await waitForAction(page, /^거절/);
    await page.keyboard.press('r');
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: /거절$/ }).waitFor();
    await world.admin.approve('sell', id ?? '');
    const band = question.getByRole('alert').filter({ hasText: '승인 대기' });
    await band.getByText('판매 중').waitFor();
    await question.getByText('RootAdmin 님이 방금 변경했어요').waitFor();
    await question.getByText('이제 처리할 수 없어요.').waitFor();
    // Enter does nothing: the focus is on the change.
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: '닫기' }).click();
    await question.waitFor({ state: 'detached' });

    // The slower admin learns of the decision from the refusal.
    await page.goto(`/admin/sell-orders?order=${other}`);
    await chosen(page)
      .getByRole('heading', { name: code('Sell', 708, other) })
      .waitFor();
    await waitForAction(page, /승인/);
    await page.keyboard.press('a');
    await question.getByRole('button', { name: /승인$/ }).waitFor();
    await page.route(/\/all\/|\/trail|queue-counts/, (route) => route.abort());
    await world.admin.reject('sell', other ?? '');
    await question.getByRole('button', { name: /승인$/ }).click();
    await question.getByRole('alert').filter({ hasText: '거절됨' }).waitFor();
    await question.getByText('이제 처리할 수 없어요.').waitFor();
    await page.unrouteAll();
    await question.getByRole('button', { name: '닫기' }).click();
    await chosen(page).getByText('이 목록에서 제외됐어요.').waitFor();
  });

  it('a match that another admin completed cannot be completed again, but the order’s other one can', async () => {
    const [order = ''] = await place('sell', 1);
    const [first = '', second = ''] = await place('buy', 2, small);
    await world.admin.approve('sell', order);
    for (const id of [first, second]) {
      await world.admin.approve('buy', id);
      await world.admin.match(order, id);
    }
    const { page } = await world.open({ as: admin });
    await page.goto(`/admin/sell-orders?order=${order}`);
    await waitForAction(page, /^거래 완료/);
    await page.keyboard.press('d');
    const question = page.getByRole('alertdialog', { name: '거래를 완료할까요?' });
    const complete = question.getByRole('button', { name: '212.4646 USDT 거래 완료' });
    await complete.waitFor();
    await world.admin.complete(order, first);
    await question.getByText('이제 처리할 수 없어요.').waitFor();
    expect(await complete.count()).toBe(0);
    await question.getByRole('button', { name: 'dabin88 212.4646' }).last().click();
    await complete.waitFor();
  });

  it('a proposal matched elsewhere is struck through, and changed figures are confirmed again', async () => {
    const [mine, theirs] = await place('sell', 2);
    const [wanted] = await place('buy', 1);
    for (const id of [mine, theirs]) await world.admin.approve('sell', id ?? '');
    await world.admin.approve('buy', wanted ?? '');
    const { page } = await world.open({ as: admin });
    await page.goto(`/admin/sell-orders?order=${mine}`);
    await chosen(page).getByText('수량이 같아요').waitFor();
    await page.keyboard.press('m');
    const question = page.getByRole('alertdialog', { name: '이 두 주문을 매칭할까요?' });
    await question.getByRole('button', { name: 'dabin88, 708.2153 USDT 매칭' }).waitFor();
    await world.admin.match(theirs ?? '', wanted ?? '', '200');
    await question.getByRole('button', { name: 'dabin88, 508.2153 USDT 매칭' }).waitFor();
    await question.getByText('RootAdmin 님이 방금 변경했어요').waitFor();
    // The message is shown only briefly, so the wait starts before the action.
    await Promise.all([
      page.getByText('dabin88 님과 508.2153 USDT를 매칭했어요').waitFor(),
      question.getByRole('button', { name: 'dabin88, 508.2153 USDT 매칭' }).click(),
    ]);
    await question.waitFor({ state: 'detached' });
  });

  it.each(['before', 'after'])(
    'a row that leaves its queue %s its dialog closes has the focus when another queue lists it',
    async (when) => {
      const [order = ''] = await place('sell', 1);
      const [counterpart = ''] = await place('buy', 1);
      await world.admin.approve('sell', order);
      await world.admin.approve('buy', counterpart);
      const { page } = await world.open({ as: admin });
      await page.goto(`/admin/sell-orders?order=${order}`);
      const row = page.locator(`#row-${order}`);
      await chosen(page).getByRole('region', { name: '매칭 미리보기' }).waitFor();
      const listed = Promise.withResolvers<void>();
      await page.route('**/all/inProgress-orders*', (route) => listed.promise.then(() => route.continue()));
      await page.route('**/match-orders', async (route) => {
        const response = await route.fetch();
        if (when === 'before') await row.waitFor({ state: 'detached' });
        await route.fulfill({ response });
      });
      await pressMatch(page, 'dabin88', '708.2153', false);
      await row.waitFor({ state: 'detached' });
      // Until then the page itself has the focus.
      await page.locator('body:not(:focus-within), #main:focus').waitFor();
      listed.resolve();
      await section(page, '진행 중').locator(`#row-${order}:focus`).waitFor();
    },
  );
});
