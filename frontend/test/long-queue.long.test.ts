import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import type { Person } from '../../test/server.ts';
import { placeOrder, small, startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
const admin = await world.server.admin();
afterAll(() => world.close());

async function place(seller: Person, many: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < many; nth += 1) ids.push(await placeOrder(world.server, seller, 'sell', small));
  return ids;
}

/** An admin's queue of one seller's orders. */
async function openQueue({ nickname }: Person, many: number): Promise<Page> {
  const { page } = await world.open({ as: admin });
  await page.goto(`/admin/sell-orders?q=${nickname}`);
  await expect.poll(() => page.locator('tbody tr').count()).toBe(many);
  return page;
}

it('of orders approved together, the one that another admin decided first is named', async () => {
  const seller = await world.server.member({ active: true });
  const ids = await place(seller, 3);
  const last = ids.at(-1) ?? '';
  const page = await openQueue(seller, 3);
  await page.getByLabel('모두 선택').check();
  await page.getByRole('button', { name: '선택한 3건 승인' }).click();
  // The last approval is sent once the page has heard of the rejection.
  let rejected = (): void => undefined;
  const rejection = new Promise<void>((resolve) => {
    rejected = resolve;
  });
  await page.route(`**/${last}/approve/**`, async (route) => {
    await rejection;
    await route.continue();
  });
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: '선택한 3건 승인' }).click();
  await world.admin.reject('sell', last);
  await page.locator(`#row-${last}`).waitFor({ state: 'detached' });
  rejected();
  const failed = dialog.getByRole('listitem').filter({ hasText: last.slice(16) });
  await failed.getByRole('alert').waitFor();
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);
  // It would be refused again.
  await expect.poll(() => dialog.getByRole('button').allTextContents()).toEqual(['닫기']);
  await dialog.getByRole('button', { name: '닫기' }).click();
  await dialog.waitFor({ state: 'detached' });
});

it('of orders approved together, one that the server failed at is sent again', async () => {
  const seller = await world.server.member({ active: true });
  const [failing = ''] = await place(seller, 2);
  const page = await openQueue(seller, 2);
  await page.getByLabel('모두 선택').check();
  await page.getByRole('button', { name: '선택한 2건 승인' }).click();
  await page.route(`**/${failing}/approve/**`, (route) => route.fulfill({ status: 503, json: {} }));
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: '선택한 2건 승인' }).click();
  await dialog.getByRole('alert').waitFor();
  await page.unroute(`**/${failing}/approve/**`);
  await dialog.getByRole('button', { name: '다시 시도' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator(`#row-${failing}`).getByText('승인 대기').waitFor({ state: 'detached' });
});

it('of orders approved together, none is sent after one without an answer, and that one is sent again last', async () => {
  const seller = await world.server.member({ active: true });
  const [lost = ''] = await place(seller, 3);
  const page = await openQueue(seller, 3);
  await page.getByLabel('모두 선택').check();
  await page.getByRole('button', { name: '선택한 3건 승인' }).click();
  const sent: string[] = [];
  page.on('request', (request) => /\/approve\//.test(request.url()) && sent.push(request.url()));
  await page.route(`**/${lost}/approve/**`, (route) => route.abort());
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: '선택한 3건 승인' }).click();
  await dialog.getByRole('heading', { name: '주문 3건이 남았어요' }).waitFor();
  const rows = dialog.getByRole('listitem');
  await rows
    .filter({ hasText: lost.slice(16) })
    .getByRole('alert')
    .waitFor();
  await expect.poll(() => rows.filter({ hasText: '아직 보내지 않았어요' }).count()).toBe(2);
  expect(sent).toHaveLength(1);
  await page.unroute(`**/${lost}/approve/**`);
  await dialog.getByRole('button', { name: '다시 시도' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => [sent.length, sent.at(-1)]).toEqual([4, sent[0]]);
});

it('of orders approved together, those after a minute wait for another press', async () => {
  const seller = await world.server.member({ active: true });
  await place(seller, 5);
  const page = await openQueue(seller, 5);
  await page.clock.install();
  await page.getByLabel('모두 선택').check();
  await page.getByRole('button', { name: '선택한 5건 승인' }).click();
  // Each answer comes within its own 20 seconds.
  await page.route('**/approve/**', async (route) => {
    await page.clock.fastForward(16_000);
    await route.continue();
  });
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: '선택한 5건 승인' }).click();
  await dialog.getByText('아직 보내지 않았어요').waitFor();
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);
  await dialog.getByRole('button', { name: '다시 시도' }).click();
  await dialog.waitFor({ state: 'detached' });
});

it('the key for approval asks about the one order that is picked, not about the one that is looked at', async () => {
  const seller = await world.server.member({ active: true });
  const [, picked = ''] = await place(seller, 2);
  const page = await openQueue(seller, 2);
  await page.locator('tbody tr').nth(1).getByRole('checkbox').check();
  await page.keyboard.press('a');
  await page.getByRole('alertdialog').getByText(picked.slice(16)).first().waitFor();
});

it('an order that the admin may not approve cannot be picked', async () => {
  const seller = await world.server.member({ active: true });
  const [own] = await place(seller, 2);
  const page = await openQueue(seller, 2);
  await page.route('**/admin/all/pending-orders?*', async (route) => {
    const response = await route.fetch();
    const { items, ...rest } = await response.json();
    const shown = items.map((item: { _id: string }) => (item._id === own ? { ...item, action: [] } : item));
    await route.fulfill({ response, json: { ...rest, items: shown } });
  });
  await page.reload();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
  expect(await page.getByRole('checkbox').count()).toBe(1);
});

it('a row stays under the pointer when another admin decides orders above it', async () => {
  const seller = await world.server.member({ active: true });
  const ids = await place(seller, 40);
  const page = await openQueue(seller, 40);
  const row = page.locator(`#row-${ids[30]}`);
  await page.evaluate(() => window.scrollTo(0, 800));
  const top = async () => (await row.boundingBox())?.y;
  const before = await top();
  for (const id of ids.slice(0, 2)) {
    await world.admin.reject('sell', id);
    await page.locator(`#row-${id}`).waitFor({ state: 'detached' });
  }
  await expect.poll(top).toBe(before);
});

it.each([
  ['ko', 1200, 2],
  ['ko', 1280, 1],
  ['ko', 1440, 1],
  ['en', 1200, 2],
  ['en', 1280, 2],
  ['en', 1440, 2],
] as const)(
  'a nickname beside the panel is whole (%s, %i px, %i lines)',
  async (language, width, linesMax) => {
    const nickname = `moonlight${language}${width}`;
    await place(await world.server.member({ active: true, nickname }), 1);
    const { page } = await world.open({ as: admin, language, width });
    await page.goto(`/admin/sell-orders?q=${nickname}`);
    const cell = page.getByRole('cell', { name: nickname, exact: true });
    await cell.waitFor();
    await page.evaluate(() => document.fonts.ready);
    const { beyond, lines } = await cell.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return { beyond: element.scrollWidth - element.clientWidth, lines: range.getClientRects().length };
    });
    expect(beyond).toBe(0);
    expect(lines).toBeLessThanOrEqual(linesMax);
  },
);

it('a match that is refused is shown and logged, and can be requested again', async () => {
  const seller = await world.server.member({ active: true });
  const buyer = await world.server.member({ active: true });
  const sellId = await placeOrder(world.server, seller, 'sell', small);
  const buyId = await placeOrder(world.server, buyer, 'buy', small);
  await world.admin.approve('sell', sellId);
  await world.admin.approve('buy', buyId);
  const page = await openQueue(seller, 1);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const refusal = { code: 'RESERVE_TIMED_OUT', error: '주문이 계속 바뀌어 매칭하지 못했어요.' };
  await page.route('**/sell/admin/match-orders', (route) => route.fulfill({ status: 409, json: refusal }), {
    times: 1,
  });
  const match = { name: `${buyer.nickname}, 212.4646 USDT 매칭` };
  const question = page.getByRole('alertdialog');
  await page.getByRole('textbox', { name: '구매 주문 코드나 아이디 입력' }).fill(buyId);
  await page.getByRole('button', match).click();
  await question.getByRole('button', match).click();
  await page.getByText(refusal.error).first().waitFor();
  await question.waitFor({ state: 'detached' });
  // The words are the specification's.
  await expect.poll(() => logged.filter((text) => text.startsWith('Error matching orders:'))).toHaveLength(1);
  await page.getByRole('button', match).click();
  await question.getByRole('button', match).click();
  await page
    .getByRole('table', { name: /^진행 중/ })
    .locator(`#row-${sellId}`)
    .waitFor();
});
