import { afterAll, expect, it } from 'vitest';
import { million, placeOrder, small, startWorld } from './world.ts';

const world = await startWorld({ ownServer: true });
await world.admin.setPrice('1412');
const rachel = await world.server.member({ active: true, nickname: 'rachel7' });
await world.server.member({ nickname: 'harper5' });
const jordan = await world.server.member({ nickname: 'jordan6' });
afterAll(() => world.close());

it('keys pressed faster than pages render are all handled, each on the right row', async () => {
  const { server } = world;
  for (const _ of ['a', 'b', 'c', 'd']) {
    const member = await server.member({ active: true });
    for (let order = 0; order < 10; order += 1) await placeOrder(server, member, 'sell', small);
  }
  const { page, faults } = await world.open({ as: await server.admin() });
  await page.goto('/admin/sell-orders');
  const rows = page.locator('[id^=row-]');
  await expect.poll(() => rows.count()).toBe(40);
  await page.locator('[id^=row-][aria-current=true]').waitFor();
  const ids = await rows.evaluateAll((all) => all.map(({ id }) => id.slice(4)));
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // As fast as the browser accepts them: more than 30 keys a second.
  await press(...Array<string>(33).fill('j'), ...Array<string>(3).fill('k'));
  await page.locator(`#row-${ids[30]}[aria-current=true]`).waitFor();
  await press('s', 'j', 'j', 's', 'k', 's', 'j', 'j', 's', 's');
  await page.waitForURL((url) => url.searchParams.get('order') === ids[33]);
  await press('a');
  const question = page.getByRole('alertdialog');
  await question.getByRole('listitem').first().waitFor();
  const codes = await question.getByRole('listitem').allTextContents();
  expect(codes.map((text) => text.match(/^Sell212-[0-9a-f]{8}/)?.[0])).toEqual(
    [30, 31, 32].map((place) => `Sell212-${ids[place]?.slice(16)}`),
  );
  await question.locator(':focus').waitFor();
  await page.keyboard.press('Enter');
  const left = page.locator('main section').first().locator('[id^=row-]');
  await expect.poll(() => left.count()).toBe(37);
  await question.waitFor({ state: 'detached' });

  // Keys still work after rows were selected with the mouse.
  for (const place of [0, 1])
    await left.nth(place).locator('xpath=ancestor::tr').getByRole('checkbox').check();
  await press('a');
  await expect.poll(() => question.getByRole('listitem').count()).toBe(2);
  expect(faults).toEqual([]);
});

it('P leads from a row to the amount of its match, and Escape leads back', async () => {
  const { server, admin } = world;
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const sellId = await placeOrder(server, seller, 'sell', small);
  await admin.approve('sell', sellId);
  await admin.approve('buy', await placeOrder(server, buyer, 'buy', small));
  const { page, faults } = await world.open({ as: await server.admin() });
  await page.goto(`/admin/sell-orders?order=${sellId}`);
  const row = page.locator(`#row-${sellId}`);
  await row.focus();
  const amount = page.getByLabel('매칭 수량');
  await amount.waitFor();
  await page.locator('aside input[type=radio]:checked').waitFor();
  await page.keyboard.press('p');
  const proposed = page.locator('aside input[type=radio]:focus');
  await proposed.waitFor();
  // Letters are shortcuts on a chosen proposal too: there they are not text.
  await page.keyboard.press('m');
  await page.getByRole('alertdialog').locator(':focus').waitFor();
  await page.keyboard.press('Escape');
  await page.locator(`#row-${sellId}:focus`).waitFor();
  await page.keyboard.press('p');
  await proposed.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await amount.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await page.locator(`#row-${sellId}:focus`).waitFor();
  expect(new URL(page.url()).searchParams.get('order')).toBe(sellId);

  // A matched order: P leads to its match, where a step is marked for a party.
  await page.keyboard.press('m');
  await page.getByRole('alertdialog').locator(':focus').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '구매자 대신 표시' }).waitFor();
  await page.locator(`#row-${sellId}:focus`).waitFor();
  await page.keyboard.press('p');
  await page.locator('section[aria-label="매칭된 주문"] :focus').waitFor();
  await page.keyboard.press('d');
  await page
    .getByRole('alertdialog')
    .getByText('212.4646 USDT를 300,000원에 거래한 것으로 정산해요.')
    .waitFor();
  expect(faults).toEqual([]);
});

it('a match that another admin has made meanwhile can only be closed', async () => {
  const { server, admin } = world;
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  // Its other part stays open, and with it the form.
  const sellId = await placeOrder(server, seller, 'sell', million);
  const buyId = await placeOrder(server, buyer, 'buy', small);
  await admin.approve('sell', sellId);
  await admin.approve('buy', buyId);
  const { page, faults } = await world.open({ as: await server.admin() });
  await page.goto(`/admin/sell-orders?order=${sellId}`);
  await page.getByLabel('매칭 수량').waitFor();
  await page.keyboard.press('m');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: '취소', exact: true }).waitFor();
  await admin.match(sellId, buyId);
  await question.getByRole('button', { name: '닫기' }).waitFor();
  await expect.poll(() => question.getByRole('button').count()).toBe(1);
  expect(faults).toEqual([]);
});

it('an order that another admin has matched whole leaves its question, which says so and can only be closed', async () => {
  const { server, admin } = world;
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const sellId = await placeOrder(server, seller, 'sell', small);
  const buyId = await placeOrder(server, buyer, 'buy', small);
  await admin.approve('sell', sellId);
  await admin.approve('buy', buyId);
  const { page, faults } = await world.open({ as: await server.member({ active: true, admin: true }) });
  await page.goto(`/admin/sell-orders?order=${sellId}`);
  await page.getByLabel('매칭 수량').waitFor();
  await page.keyboard.press('m');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: '취소', exact: true }).waitFor();
  await admin.match(sellId, buyId);
  await question.getByText('RootAdmin 님이 방금 변경했어요').waitFor();
  // Enter does not act: the focus is on what changed.
  await page.keyboard.press('Enter');
  expect(await question.getByRole('button').allTextContents()).toEqual(['닫기']);
  await question.getByRole('button', { name: '닫기' }).click();
  await question.waitFor({ state: 'detached' });
  await page.locator(`#row-${sellId}:focus`).waitFor();
  await page.getByRole('form', { name: '매칭' }).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('what is typed before the command menu has loaded is searched for, and is no shortcut', async () => {
  const { server } = world;
  const sellId = await placeOrder(server, rachel, 'sell', small);
  const { page, faults } = await world.open({ as: await server.admin() });
  const loading = Promise.withResolvers<void>();
  // As in browsers that have none: where there is one, Escape closes the menu whatever the page does with the key.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'CloseWatcher'));
  await page.route('**/command-menu-*.js', async (route) => {
    await loading.promise;
    await route.continue();
  });
  await page.goto(`/admin/sell-orders?order=${sellId}`);
  await page.locator(`#row-${sellId}`).focus();
  await page.keyboard.press('Control+k');
  // R would reject the chosen order, and A would approve it.
  await page.keyboard.type('rache');
  await page.keyboard.press('Backspace');
  loading.resolve();
  const field = page.getByRole('combobox');
  await field.waitFor();
  await page.keyboard.type('hel7');
  await expect.poll(() => field.inputValue()).toBe('rachhel7');
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  // A press of the mouse on a result, released elsewhere, takes the focus from the field.
  await field.fill('rachel7');
  await page.getByRole('option').first().focus();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await page.keyboard.press('r');
  await page.getByRole('alertdialog').waitFor();
  expect(faults).toEqual([]);
});

it('Enter in the command menu opens nothing that was found for an earlier text', async () => {
  const { server } = world;
  const { page, faults } = await world.open({ as: await server.admin() });
  const { promise: isLate, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/user/users?*search=jordan6*', async (route) => {
    await isLate;
    await route.continue();
  });
  await page.goto('/admin/dashboard');
  await page.getByRole('button', { name: '전체 검색' }).click();
  const field = page.getByRole('combobox');
  await field.fill('harper5');
  await page.getByRole('option', { name: 'harper5' }).waitFor();
  await field.fill('jordan6');
  await field.press('Enter');
  answer();
  await page.getByRole('option', { name: 'jordan6' }).waitFor();
  await field.press('Enter');
  await page.waitForURL(`**/admin/users/${jordan.memberId}`);
  expect(faults).toEqual([]);
});
