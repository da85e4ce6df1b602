import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { endWindow } from '../../test/end-window.ts';
import type { Person } from '../../test/server.ts';
import { smallJpeg } from '../../test/sign-up-form.ts';
import { matchedOrders, startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
const seller = await world.server.member({ active: true });
const buyer = await world.server.member({ active: true });
afterAll(() => world.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

it.each([
  { language: 'ko', width: 375, height: 812 },
  { language: 'en', width: 375, height: 667 },
  { language: 'en', width: 320, height: 720 },
] as const)(
  'the button of the step that is due is above a phone’s tab bar, below the sender that it names: $language, $width by $height',
  async ({ language, width, height }) => {
    const { buyId } = await matchedOrders(world, { seller, buyer });
    const { page } = await world.open({ as: buyer, width, language });
    await page.setViewportSize({ width, height });
    await page.goto(`/dashboard/orders/${buyId}`);
    const due = page.getByRole('button', { name: /^(원화를 보냈어요|I have sent the won)$/ });
    await due.waitFor();
    const tabBar = page.getByRole('navigation', { name: /^(하단 메뉴|Tab bar)$/ });
    const sender = page.getByText(/^(판매자에게 보이는 보낸 사람|Sender shown to the seller): /);
    const places = async () => {
      const [button, bar, name] = await Promise.all([due, tabBar, sender].map((one) => one.boundingBox()));
      if (button == null || bar == null || name == null) return 'not on the screen';
      return [button.y + button.height < bar.y, name.y + name.height <= button.y];
    };
    await expect.poll(places).toEqual([true, true]);
  },
);

it.each([
  { language: 'ko', at: 'order' },
  { language: 'en', at: 'order' },
  { language: 'ko', at: 'chat' },
  { language: 'en', at: 'chat' },
] as const)(
  'on a low phone the deadline and the account to pay to are in sight: $language, $at',
  async ({ language, at }) => {
    const { sellId, buyId } = await matchedOrders(world, { seller, buyer });
    const { page } = await world.open({ as: buyer, width: 375, language });
    await page.goto(at === 'order' ? `/dashboard/orders/${buyId}` : `/chat/${sellId}/${buyId}/buy`);
    const account = page.getByText('00123456789');
    const deadline = page.getByText(/^(내 차례 · .+까지 \(.+ 남음\)|Your turn · until .+ left\))$/);
    const consequence = page.getByText(/^(시간을 넘기면|If late)/);
    const inSight = (one: Locator) =>
      one.evaluate((line) => {
        // At its left: the button on its right takes touches beside it.
        const { left, top, bottom } = line.getBoundingClientRect();
        return [top + 1, bottom - 1].every((y) => line.contains(document.elementFromPoint(left + 1, y)));
      });
    for (const [width, height] of [
      [375, 720],
      [375, 667],
      [375, 600],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      const places = async () => {
        const boxes = await Promise.all([deadline, account, consequence].map((one) => one.boundingBox()));
        const tops = boxes.map((box) => box?.y ?? Number.NaN);
        const [first = 0, second = 0, third = 0] = tops;
        return [first < second && second < third, await inSight(deadline), await inSight(account)];
      };
      await expect.poll(places, { message: `${width} by ${height}` }).toEqual([true, true, true]);
    }
  },
);

it('in a chat on a low phone, the button of the USDT is in sight and leads to the field that it needs', async () => {
  const { sellId, buyId, tradeId } = await matchedOrders(world, { seller, buyer });
  for (const [{ token }, step] of [
    [buyer, 'payment-sent'],
    [seller, 'payment-received'],
  ] as const)
    await world.server.request('POST', `/trades/${tradeId}/steps`, { token, body: { step } });
  const { page } = await world.open({ as: seller, width: 375 });
  await page.setViewportSize({ width: 375, height: 720 });
  await page.goto(`/chat/${sellId}/${buyId}/sell`);
  const button = page.getByRole('button', { name: 'USDT를 보냈어요', exact: true });
  await button.waitFor();
  const bottomOf = async (one: Locator) => {
    const box = await one.boundingBox();
    return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
  };
  const box = page.locator('details', { has: button }).first();
  const isInSight = async (one: Locator) => (await bottomOf(one)) < (await bottomOf(box));
  await expect.poll(() => isInSight(button)).toBe(true);
  await button.click();
  const field = page.getByRole('textbox', { name: '트랜잭션 ID (TxID)' }).and(page.locator(':focus'));
  await field.waitFor();
  await expect.poll(() => isInSight(field)).toBe(true);
});

it('a profile shows what waits for the member first, whether it is sold or bought', async () => {
  const both = await world.server.member({ active: true });
  await matchedOrders(world, { seller: both, buyer });
  await matchedOrders(world, { seller, buyer: both });
  const { page } = await world.open({ as: both });
  await page.goto('/dashboard/profile');
  const live = page.getByRole('listitem').filter({ has: page.locator('a[href^="/chat/"]') });
  await expect
    .poll(() => live.allInnerTexts())
    .toEqual([
      expect.stringContaining('상대 계좌로 원화를 보내 주세요.'),
      expect.stringContaining('상대의 원화 송금을 기다리고 있어요.'),
    ]);
});

it('the Tab key reaches the button of a step, then what is optional beside it', async () => {
  const { buyId } = await matchedOrders(world, { seller, buyer });
  const { page } = await world.open({ as: buyer });
  await page.goto(`/dashboard/orders/${buyId}`);
  await page.getByRole('button', { name: '송금 정보 수정', exact: true }).waitFor();
  await page.getByRole('button', { name: '원화를 보냈어요', exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.locator(':focus', { hasText: /^송금 정보 수정$/ }).waitFor();
  // The fields that it opens are before the button that sends them.
  await page.keyboard.press('Enter');
  await page.getByRole('textbox').and(page.locator(':focus')).waitFor();
});

it('the focus stays on the page when the button of a marked step disappears', async () => {
  const { buyId } = await matchedOrders(world, { seller, buyer });
  const { page } = await world.open({ as: buyer });
  await page.goto(`/dashboard/orders/${buyId}`);
  await page.getByRole('button', { name: '원화를 보냈어요', exact: true }).press('Enter');
  await page.getByText('상대가 원화 입금을 확인하고 있어요.').waitFor();
  await page.locator('#main:focus').waitFor();
});

it('what the Tab key reaches is not behind the button that stays above a phone’s tab bar', async () => {
  const { buyId } = await matchedOrders(world, { seller, buyer });
  const { page } = await world.open({ as: buyer, width: 375 });
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(`/dashboard/orders/${buyId}`);
  const copy = page.getByRole('button', { name: '보낼 원화 복사', exact: true });
  await copy.waitFor();
  await page.getByRole('main').getByRole('link', { name: '상대와 채팅' }).focus();
  await page.keyboard.press('Tab');
  await copy.and(page.locator(':focus')).waitFor();
  const isInFront = () =>
    copy.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  await expect.poll(isInFront).toBe(true);
});

it('the figures of a step end where its box does, unless one of them has a button', async () => {
  const { sellId, buyId } = await matchedOrders(world, { seller, buyer });
  for (const [party, orderId, indent] of [
    [seller, sellId, 0],
    [buyer, buyId, 32],
  ] as const) {
    const { page } = await world.open({ as: party, width: 375 });
    await page.goto(`/dashboard/orders/${orderId}`);
    const figure = page.locator('dd > span', { hasText: /^300,000원$/ });
    const list = page.locator('dl').filter({ has: figure });
    const indentNow = async () => {
      const [inner, outer] = await Promise.all([figure, list].map((one) => one.boundingBox()));
      if (inner == null || outer == null) return 'not on the screen';
      return Math.round(outer.x + outer.width - inner.x - inner.width);
    };
    await expect.poll(indentNow).toBe(indent);
  }
});

it('a receipt that is still being made small is sent with its step, and with what was typed meanwhile', async () => {
  const { buyId, tradeId } = await matchedOrders(world, { seller, buyer });
  const { page } = await world.open({ as: buyer });
  await page.addInitScript(() => {
    const read = window.createImageBitmap;
    const released = new Promise((resolve) => addEventListener('read the image', resolve));
    window.createImageBitmap = async (file: ImageBitmapSource) => {
      await released;
      return read(file);
    };
  });
  await page.goto(`/dashboard/orders/${buyId}`);
  await press(page, '송금 정보 수정');
  await page
    .getByLabel('사진 파일')
    .setInputFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(smallJpeg()) });
  await page.getByRole('textbox', { name: '보낸 사람 이름' }).fill('김구매');
  const send = page.getByRole('button', { name: '원화를 보냈어요', exact: true });
  await send.click({ force: true });
  await page.evaluate(() => dispatchEvent(new Event('read the image')));
  await page.getByRole('img', { name: '선택한 사진' }).waitFor();
  await send.click();
  await page.getByText('상대가 원화 입금을 확인하고 있어요.').waitFor();
  const { body } = await world.server.request('GET', `/trades/${tradeId}/payment`, { token: seller.token });
  expect(body.receipt).toMatchObject({ senderName: '김구매', image: expect.any(String) });
});

it('a step whose answer is lost is shown as marked, and not said to have failed', async () => {
  const { buyId } = await matchedOrders(world, { seller, buyer });
  const { page } = await world.open({ as: buyer });
  await page.route('**/steps', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.goto(`/dashboard/orders/${buyId}`);
  await press(page, '원화를 보냈어요');
  await page.getByText('단계가 바뀌었는지 확인하고, 그대로라면 다시 시도해 주세요.').first().waitFor();
  await page.getByText('상대가 원화 입금을 확인하고 있어요.').waitFor();
});

it('an overdue match is marked in both histories and for admins, and each side is shown its options', async () => {
  const { sellId, buyId } = await matchedOrders(world, { seller, buyer });
  const selling = await world.open({ as: seller, width: 375 });
  const buying = await world.open({ as: buyer, language: 'en' });
  await selling.page.goto('/dashboard/sell-history');
  await buying.page.goto('/dashboard/buy-history');
  const lineOf = (page: Page, orderId: string, counterpart: Person) =>
    page
      .getByRole('article')
      .filter({ has: page.locator(`a[href="/dashboard/orders/${orderId}"]`) })
      .getByRole('listitem')
      .filter({ hasText: counterpart.nickname });
  const sold = lineOf(selling.page, sellId, buyer);
  await sold.waitFor();
  expect(await sold.getByText('시간 초과').count()).toBe(0);
  await endWindow(world.server, sellId);
  await sold.getByText('시간 초과').waitFor();
  await lineOf(buying.page, buyId, seller).getByText('Overdue').waitFor();

  await selling.page.goto(`/dashboard/orders/${sellId}`);
  await selling.page
    .getByText('채팅으로 물어보고, 답이 없으면 분쟁을 신청해 주세요.', { exact: false })
    .waitFor();
  await buying.page.goto(`/dashboard/orders/${buyId}`);
  await buying.page.getByText('if not, ask your counterpart in the chat first.', { exact: false }).waitFor();

  const { page, faults } = await world.open({ as: await world.server.admin() });
  await page.goto(`/admin/sell-orders?order=${sellId}`);
  const row = page.getByRole('row').filter({ has: page.locator(`#row-${sellId}`) });
  for (const shown of [row, page.getByRole('region', { name: /^Sell/ })])
    await shown.getByText('시간 초과').waitFor();
  expect([...selling.faults, ...buying.faults, ...faults]).toEqual([]);
});
