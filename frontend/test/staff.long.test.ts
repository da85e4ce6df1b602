import { afterAll, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';
import { stopPolling } from './trouble.ts';
import { matchedOrders, million, placeOrder, startWorld } from './world.ts';

/** A completed trade of 200 USDT, with a fee of 2 USDT. */
async function trade(): Promise<void> {
  const { sellId, buyId } = await matchedOrders(world, { seller, buyer, krw: '282400' });
  await world.admin.complete(sellId, buyId);
}

const world = await startWorld({ ownServer: true });
const { server } = world;
await world.admin.setPrice('1412');
const admin = await server.admin();
const seller = await server.member({ active: true, nickname: 'seojin0907' });
const buyer = await server.member({ active: true, nickname: 'dabin88' });
await trade();
afterAll(() => world.close());

it('a dashboard names the failure of requests to approve, and loads them again', async () => {
  const { page } = await world.open({ as: admin });
  await page.route('**/api/v1/approvals?*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/admin/dashboard');
  await page.getByText('대기 중인 업무 일부를 불러오지 못했어요').waitFor();
  await stopPolling(page);
  await page.unroute('**/api/v1/approvals?*');
  await page.getByRole('button', { name: '다시 시도' }).click();
  await page.getByRole('link', { name: '내 승인을 기다리는 요청 0', exact: true }).waitFor();
});

it('the page of delays does not say that all is well when it could not ask', async () => {
  const { page } = await world.open({ as: admin });
  await page.goto('/admin/stuck');
  await page.getByText('모두 최신이에요').waitFor();
  await page.route('**/api/v1/admin/stuck', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.getByText('처리 지연 현황을 불러오지 못했어요').waitFor();
  await expect.poll(() => page.getByText('모두 최신이에요').count()).toBe(0);
  await page.unroute('**/api/v1/admin/stuck');
  await page.getByText('모두 최신이에요').waitFor();
});

it('on a phone, where tables have no heads, amounts have their unit', async () => {
  const { page, faults } = await world.open({ as: admin, width: 375 });
  await page.goto('/admin/fees?search=seojin');
  await page.getByText('검색된 거래 200.0000 USDT · 수수료 2.0000 USDT').waitFor();
  const table = (name: string) => page.locator('table', { has: page.locator('caption', { hasText: name }) });
  await expect.poll(() => table('일별').innerText()).toMatch(/수수료 \(USDT\)\s+2\.0000/);
  await expect.poll(() => table('거래별').innerText()).toMatch(/수수료\s+2\.0000 USDT/);
  const orderId = await placeOrder(server, seller, 'sell', million);
  await page.goto('/admin/sell-orders');
  const row = page.locator('tr', { has: page.locator(`#row-${orderId}`) });
  await expect.poll(() => row.innerText()).toMatch(/708\.2153 USDT[\s\S]*1,000,000\s*원/);
  await page.locator(`#row-${orderId}`).click();
  const sheet = page.getByRole('dialog', { name: '선택한 주문' });
  await expect.poll(() => sheet.innerText()).toMatch(/1,000,000\s*원 · /);
  expect(faults).toEqual([]);
});

it('after a question, the keyboard stays in the sheet that covers the list', async () => {
  const { page, faults } = await world.open({ as: admin, width: 1000 });
  const orderId = await placeOrder(server, seller, 'sell', million);
  await page.goto(`/admin/sell-orders?order=${orderId}`);
  const sheet = page.getByRole('dialog', { name: '선택한 주문' });
  await sheet.getByRole('button', { name: /승인/ }).click();
  const question = page.getByRole('alertdialog');
  const hasFocus = (dialog: typeof sheet) => () =>
    dialog.evaluate((one) => one.contains(document.activeElement));
  await expect.poll(hasFocus(question)).toBe(true);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await expect.poll(hasFocus(sheet)).toBe(true);
  expect(faults).toEqual([]);
});

it('the filters of a fee report are folded on a phone until one is set', async () => {
  const { page, faults } = await world.open({ as: admin, width: 375 });
  await page.goto('/admin/fees');
  await page.getByText('보고서 조건').waitFor();
  const search = page.getByRole('searchbox', { name: '닉네임, 수량' });
  expect(await search.isVisible()).toBe(false);
  await page.getByRole('button', { name: '이 시점으로 고정' }).click();
  await search.waitFor();
  expect(faults).toEqual([]);
});

it('a fee report of which the filters leave nothing leads back to all, and asks once for the file of auditors', async () => {
  const { page, faults } = await world.open({ as: admin });
  await page.goto(`/admin/fees?code=${'NoSuchCode'.repeat(5)}`);
  await page.getByRole('heading', { name: '이 조건에 완료된 거래가 없어요' }).waitFor();
  await page.getByRole('button', { name: '모두 보기' }).click();
  await page.getByText('200.0000').first().waitFor();
  const asked: string[] = [];
  const answering = Promise.withResolvers<void>();
  await page.route('**/*.csv?*', async (route) => {
    asked.push(route.request().url());
    await answering.promise;
    await route.continue();
  });
  const file = page.getByRole('button', { name: '감사용 CSV (UTC)' });
  await file.click();
  await page.locator('button[aria-busy=true]', { hasText: '감사용 CSV (UTC)' }).waitFor();
  await file.click({ force: true });
  answering.resolve();
  await page.getByText('파일을 내려받았어요').waitFor();
  expect([asked.length, faults]).toEqual([1, []]);
});

it('an admin gets the same report for the same point in time, compares it with a later one, and rebuilds a read model', async () => {
  const { page, faults } = await world.open({ as: admin });
  await page.goto('/admin/fees');
  const first = await fingerprint(page).textContent();
  await page.getByRole('button', { name: '이 시점으로 고정' }).click();
  await page.waitForURL(/asOf=/);
  const pinned = page.url();

  await trade();
  await page.getByRole('button', { name: '현재 시점으로 다시 조회' }).waitFor();
  await page.goto('/admin/fees');
  await page.getByText('400.0000').first().waitFor();
  await expect.poll(() => fingerprint(page).textContent()).not.toBe(first);
  await page.goto(pinned);
  await page.getByText('200.0000').first().waitFor();
  await expect.poll(() => fingerprint(page).textContent()).toBe(first);

  const asOf = new URL(pinned).searchParams.get('asOf') ?? '';
  await page.goto(`/admin/fees/compare?before=${encodeURIComponent(asOf)}`);
  const totals = page.getByRole('table', { name: '두 시점의 값' });
  await totals.getByRole('row', { name: /수수료 \(USDT\) 2\.0000 4\.0000 \+2\.0000/ }).waitFor();
  await totals.getByRole('row', { name: /^금액 \(원\) / }).waitFor();
  const between = page.getByRole('table', { name: '그 사이의 기록' });
  await expect.poll(() => between.locator('tbody tr').count()).toBe(1);
  await page.goto(`/admin/trial-balance/compare?before=${encodeURIComponent(asOf)}`);
  await page.getByRole('row', { name: /플랫폼 USDT 2\.0000 4\.0000 \+2\.0000/ }).waitFor();

  // A report of now is compared with now, not with the id of a record, which means nothing to the reader.
  await page.goto('/admin/trial-balance');
  await page.getByRole('link', { name: '다른 시점과 비교' }).click();
  await page.waitForURL((url) => url.pathname === '/admin/trial-balance/compare' && url.search === '');
  await page.goto('/admin/fees?code=WELCOME&asOf=2026-01-01+15:00');
  await page.getByRole('link', { name: '다른 시점과 비교' }).click();
  await page.waitForURL(
    ({ pathname, searchParams }) =>
      pathname === '/admin/fees/compare' &&
      searchParams.get('after') === '2026-01-01 15:00' &&
      searchParams.get('code') === 'WELCOME',
  );

  // What is mistyped is said at its field: neither another try nor the support helps with it.
  await page.goto('/admin/fees/rehearsal?before=2026-11-31');
  await page.getByRole('button', { name: '계산' }).click();
  await page.getByText('없는 날짜예요.').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const where of ['/admin/fees', '/admin/transactions', '/admin/audit']) {
    await page.goto(`${where}?from=2026-11-20&to=2026-11-10`);
    await page.getByText('종료일은 시작일보다 빠를 수 없어요.').waitFor();
    for (const file of await page.getByRole('button', { name: 'CSV' }).all())
      expect(await file.getAttribute('aria-disabled'), where).toBe('true');
    const again = page.getByRole('button', { name: '다시 시도' });
    expect(await page.getByText('문의할 때 이 번호를').or(again).count()).toBe(0);
  }
  expect(asked.filter((url) => /api.*from=2026-11-20/.test(url))).toEqual([]);

  // A point in time that cannot be read has no figures, on screen or in the file.
  for (const report of ['/admin/fees', '/admin/trial-balance']) {
    await page.goto(`${report}?asOf=yesterday`);
    await page.getByRole('alert').filter({ hasText: '기록 아이디를 입력' }).waitFor();
    expect(await page.getByRole('button', { name: 'CSV 내려받기' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    expect(await fingerprint(page).count()).toBe(0);
  }

  await page.goto('/admin/replays');
  await page
    .getByRole('row', { name: /^수수료\s*fees/ })
    .getByRole('button', { name: '재계산' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: '수수료 재계산' }).click();
  await page.getByText('교체했어요').waitFor();
  await page.goto(pinned);
  await expect.poll(() => fingerprint(page).textContent()).toBe(first);
  expect(faults).toEqual([]);
});

it('the tabs of the chat list count what is unread in each', async () => {
  const room = `support-${buyer.memberId}`;
  await world.server.request('POST', '/chat', {
    token: buyer.token,
    body: { orderId: room, content: '안녕하세요' },
  });
  const { page, faults } = await world.open({ as: admin });
  await page.goto('/admin/chat');
  await page.getByRole('button', { name: /^1:1 문의 .*1$/ }).waitFor();
  await page.getByRole('button', { name: '구매자', exact: true }).waitFor();
  expect(faults).toEqual([]);
});

it('on a phone the chosen filter is in sight, however many are before it', async () => {
  const { page, faults } = await world.open({ as: admin, language: 'en', width: 375 });
  await page.goto('/admin/users?status=deactivated');
  const chip = page.getByRole('button', { name: 'Deactivated', pressed: true });
  await expect
    .poll(async () => {
      const box = await chip.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 375;
    })
    .toBe(true);
  expect(faults).toEqual([]);
});

it('accounts that await activation differ from those deactivated, for staff and for themselves', async () => {
  const member = await world.server.member();
  const { nickname, password } = member;
  const { page: own } = await world.open({ as: member });
  await own.goto('/dashboard/profile');
  await own.getByText('관리자가 계정을 확인하고 있어요').waitFor();
  const { page } = await world.open({ as: admin });
  await page.goto(`/admin/users?search=${nickname}`);
  const state = page.getByRole('switch', { name: '계정 상태' });
  await state.filter({ hasText: '활성화 대기' }).waitFor();
  await page.getByRole('button', { name: '활성화 대기', pressed: false }).click();
  await page.waitForURL(/status=awaiting/);
  await state.filter({ hasText: '활성화 대기' }).waitFor();
  for (const status of ['active', 'inactive'])
    await world.server.request('PUT', `/user/users/${nickname}`, { token: admin.token, body: { status } });
  await state.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '비활성화됨', pressed: false }).click();
  await state.filter({ hasText: '비활성화됨' }).waitFor();
  const { page: later } = await world.open({ as: await world.server.signIn(nickname, password) });
  for (const address of ['/dashboard/profile', '/dashboard/sell-history']) {
    await later.goto(address);
    await later.getByText('계정이 비활성화되어').first().waitFor();
  }
});
