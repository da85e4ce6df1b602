import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { placeOrder, small, socketUp, startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
afterAll(() => world.close());

const place = (member: Parameters<typeof placeOrder>[1], side: 'sell' | 'buy') =>
  placeOrder(world.server, member, side, small);

const bell = (page: Page) => page.locator('header > button[aria-expanded]');
const badge = (page: Page, text: string) =>
  bell(page).getByText(`안 읽음 ${text}`, { exact: true }).waitFor();
const noBadge = (page: Page) =>
  page.waitForFunction(
    () => document.querySelector('header > button[aria-expanded]')?.textContent?.trim() === '알림',
  );

function recordTones(): void {
  const tones: AudioScheduledSourceNode[] = [];
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (when) {
    tones.push(this);
    start.call(this, when);
  };
  Object.assign(window, { tones });
}

const statesOfTones = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    (window as unknown as { tones: AudioScheduledSourceNode[] }).tones.map(({ context }) => context.state),
  );

it('a member is notified of a match at once, reads it and turns notifications off, and an admin sees more than ten', async () => {
  const seller = await world.server.member({ active: true });
  const buyer = await world.server.member({ active: true });
  const [sellId, buyId] = [await place(seller, 'sell'), await place(buyer, 'buy')];
  await world.admin.approve('buy', buyId);

  const { page, faults } = await world.open({ as: seller });
  await page.addInitScript(recordTones);
  await Promise.all([socketUp(page), page.goto('/dashboard/profile')]);
  await badge(page, '1'); // The account was activated.
  // The message is shown only briefly, so the wait starts before the action.
  await Promise.all([
    page.getByText(/^판매 주문이 승인됐어요/).waitFor(),
    world.admin.approve('sell', sellId),
  ]);
  await badge(page, '2');

  // A notification that arrives while the panel is open is on top and announced.
  const panel = page.getByRole('region', { name: '알림' });
  // The closed panel is not in the document.
  expect(await panel.count()).toBe(0);
  await bell(page).click();
  await panel.getByRole('listitem').nth(1).waitFor();
  await world.admin.match(sellId, buyId);
  await panel.getByRole('listitem').nth(2).waitFor();
  await panel.getByRole('status').getByText('판매 주문이 매칭됐어요').waitFor();
  const first = panel.getByRole('listitem').first().getByRole('link');
  await expect
    .poll(() => first.getAttribute('href'))
    .toMatch(new RegExp(`^/chat/${sellId}/${buyId}/sell\\?trade=`));
  expect((await panel.boundingBox())?.height).toBeLessThanOrEqual(280);

  // One is marked as read, which is kept over a reload.
  await badge(page, '3');
  await panel.getByRole('button', { name: /^읽음으로 표시: 판매 주문이 매칭됐어요/ }).click();
  await badge(page, '2');
  // Read notifications are in the list of all, which may load later than the list of unread ones.
  await panel.getByRole('listitem').nth(2).waitFor();
  await first.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await bell(page).and(page.locator(':focus')).waitFor();
  await page.reload();
  await badge(page, '2');
  await bell(page).click();
  await panel.getByRole('listitem').nth(2).waitFor();
  await expect.poll(() => panel.getByRole('button', { name: /^읽음으로 표시/ }).count()).toBe(2);
  await Promise.all([
    page.getByText('알림을 모두 읽음으로 표시했어요').waitFor(),
    panel.getByRole('button', { name: '모두 읽음' }).click(),
  ]);
  await noBadge(page);

  // When turned off, nothing is announced, but the lists contain everything.
  await panel.getByRole('switch', { name: '알림 받기' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '끄기' }).click();
  await panel.getByText('알림이 꺼져 있어요').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('notifications'))).toBe('false');
  await world.admin.complete(sellId, buyId);
  await expect
    .poll(
      async () =>
        (await world.server.request('GET', '/notification/unread/user/sellOrders', { token: seller.token }))
          .body.length,
    )
    .toBe(1);
  await noBadge(page);
  await panel.getByRole('switch', { name: '알림 받기' }).check();
  await badge(page, '1');
  // A click opens the subject and marks the notification as read.
  await panel.getByRole('link', { name: /판매가 완료됐어요/ }).click();
  await page.waitForURL(`**/dashboard/orders/${sellId}`);
  await noBadge(page);
  await world.admin.approve('sell', await place(seller, 'sell'));
  await badge(page, '1');
  // A sound was played, once or, if the two came more than some seconds apart, twice; then the audio is suspended.
  await expect.poll(async () => [...new Set(await statesOfTones(page))]).toEqual(['suspended']);
  expect(faults).toEqual([]);

  // Without a socket the lists are polled.
  const { page: staff, faults: staffFaults } = await world.open({
    as: await world.server.admin(),
    width: 375,
  });
  await staff.route('**/socket.io/**', (route) => route.abort());
  await staff.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await staff.goto('/admin/dashboard');
  await bell(staff).waitFor();
  await Promise.all(Array.from({ length: 11 }, () => [place(buyer, 'buy'), place(seller, 'sell')]).flat());
  await badge(staff, '10+');
  await bell(staff).tap();
  const sheet = staff.getByRole('dialog', { name: '알림', exact: true });
  // Older ones load on scrolling.
  await sheet.getByRole('listitem').nth(19).waitFor();
  await sheet.getByRole('listitem').nth(9).hover();
  await staff.mouse.wheel(0, 10_000);
  await sheet.getByRole('listitem').nth(22).waitFor();
  await sheet
    .getByRole('link', { name: /님이 (판매|구매) 주문을 넣었어요/ })
    .first()
    .tap();
  await staff.waitForURL(/\/admin\/(sell|buy)-orders\?order=/);
  await sheet.waitFor({ state: 'detached' });
  expect(staffFaults.filter((fault) => !fault.includes('WebSocket'))).toEqual([]);
});

it('from a new order that has left the queues meanwhile a link leads to its own page', async () => {
  const seller = await world.server.member({ active: true });
  const admin = await world.server.admin();
  const withdrawn = await place(seller, 'sell');
  const cancel = `/sell/sell-orders/${withdrawn}/cancel`;
  const { status } = await world.server.request('DELETE', cancel, { token: seller.token, body: {} });
  expect(status).toBe(200);
  const waiting = await place(seller, 'sell');
  const { page, faults } = await world.open({ as: admin, width: 375 });
  const opened = page.getByRole('dialog', { name: '선택한 주문' });
  await page.goto(`/admin/sell-orders?order=${waiting}`);
  await opened.getByText(seller.nickname).first().waitFor();
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
  await bell(page).tap();
  const notification = page.getByRole('dialog', { name: '알림', exact: true }).getByRole('link').nth(1);
  await expect.poll(() => notification.getAttribute('href')).toBe(`/admin/sell-orders?order=${withdrawn}`);
  await notification.tap();
  await page.getByText('이 목록에 없는 주문이에요.').waitFor();
  await page.getByRole('link', { name: '기록 보기' }).tap();
  await page.waitForURL(`**/admin/orders/${withdrawn}`);
  expect(faults).toEqual([]);
});

it('a notification about the page that is open does not offer to open it', async () => {
  const seller = await world.server.member({ active: true });
  const [shown, other] = [await place(seller, 'sell'), await place(seller, 'sell')];
  const { page } = await world.open({ as: seller });
  await Promise.all([socketUp(page), page.goto(`/dashboard/orders/${shown}`)]);
  await badge(page, '1'); // The account was activated.
  const message = page.getByRole('dialog').filter({ hasText: '판매 주문이 승인됐어요' });
  await Promise.all([message.waitFor(), world.admin.approve('sell', shown)]);
  expect(await message.getByRole('button').count()).toBe(0);
  await message.waitFor({ state: 'detached' });
  // Pressed in the page itself, because it may be gone before a click from outside.
  const pressed = page.waitForFunction(() => {
    const [see] = document.querySelectorAll<HTMLElement>('[role=dialog] button');
    see?.click();
    return see !== undefined;
  });
  await Promise.all([pressed, world.admin.approve('sell', other)]);
  await page.waitForURL(`**/dashboard/orders/${other}`);
  // It counts as read, as one opened from the list: those of the account and of the first order are left.
  await badge(page, '2');
});

/** The push service of a browser; a headless browser has none. */
const pushService = ({ permission }: { permission: NotificationPermission }) => {
  Object.defineProperty(Notification, 'permission', { get: () => permission });
  Notification.requestPermission = async () => permission;
  let subscription: PushSubscription | null = null;
  PushManager.prototype.getSubscription = async () => subscription;
  PushManager.prototype.subscribe = async (options) => {
    const made = {
      endpoint: 'https://push.example.org/send/one',
      options: { applicationServerKey: Uint8Array.from(options?.applicationServerKey as Uint8Array).buffer },
      toJSON: () => ({ keys: { p256dh: 'p256dh-of-this-browser', auth: 'auth-of-it' } }),
      unsubscribe: async () => {
        subscription = null;
        return true;
      },
    };
    subscription = made as unknown as PushSubscription;
    return subscription;
  };
};

it('the settings offer push notifications where supported, and signing out ends them', async () => {
  const member = await world.server.member({ active: true });
  const worker = await fetch(`${world.server.url}/push-worker.js`);
  expect(worker.headers.get('content-type')).toContain('javascript');
  expect(worker.headers.get('cache-control')).toBe('no-cache');

  const config = (await world.server.request('GET', '/config')).body;
  /**
   * Opens the settings in a browser with the given permission, on a server with the given key or none. `messages`:
   * calls to the server.
   */
  const openSettings = async (permission: NotificationPermission, webPushPublicKey: string | null) => {
    const { page, faults } = await world.open({ as: member });
    const messages: string[] = [];
    await page.addInitScript(pushService, { permission });
    await page.route('**/api/v1/config', (route) => route.fulfill({ json: { ...config, webPushPublicKey } }));
    await page.route('**/api/v1/notification/subscriptions', async (route) => {
      messages.push(`${route.request().method()} ${route.request().postDataJSON().endpoint}`);
      await route.fulfill({
        status: route.request().method() === 'POST' ? 201 : 200,
        json: { message: 'ok' },
      });
    });
    await page.goto('/settings');
    await page.getByRole('heading', { name: '알림', exact: true }).waitFor();
    return { page, faults, messages };
  };
  const key = Buffer.from(Uint8Array.from({ length: 65 }, (_, index) => index)).toString('base64url');

  const { page: without } = await openSettings('granted', null);
  await without.getByRole('heading', { name: '비밀번호' }).waitFor();
  expect(await without.getByRole('switch').count()).toBe(1);

  const { page: denied } = await openSettings('denied', key);
  await denied.getByText('브라우저에서 알림이 차단되어 있어요').waitFor();
  expect(await denied.getByRole('switch').count()).toBe(1);

  const { page, faults, messages } = await openSettings('granted', key);
  const push = page.getByRole('switch', { name: '브라우저 알림' });
  await push.waitFor();
  expect(await push.isChecked()).toBe(false);
  await push.click();
  await page.getByRole('switch', { name: '브라우저 알림', checked: true }).waitFor();
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.scriptURL),
  ).toBe(`${world.server.url}/push-worker.js`);
  await push.click();
  await page.getByRole('switch', { name: '브라우저 알림', checked: false }).waitFor();
  await push.click();
  await page.getByRole('switch', { name: '브라우저 알림', checked: true }).waitFor();
  const signedOut = page.waitForRequest('**/api/v1/user/logout');
  await page.getByRole('complementary').getByRole('button', { name: '로그아웃' }).click();
  expect((await (await signedOut).response())?.status()).toBe(200);
  const endpoint = 'https://push.example.org/send/one';
  await expect
    .poll(() => messages)
    .toEqual([`POST ${endpoint}`, `DELETE ${endpoint}`, `POST ${endpoint}`, `DELETE ${endpoint}`]);
  expect(faults).toEqual([]);
});
