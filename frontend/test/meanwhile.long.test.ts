import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import type { Person } from '../../test/server.ts';
import { matchedOrders, placeOrder, small, startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
const admin = await world.server.admin();
const seller = await world.server.member({ active: true });
const buyer = await world.server.member({ active: true });
afterAll(() => world.close());

async function send(method: string, path: string, person: Person, body?: object) {
  const answer = await world.server.request(method, path, { token: person.token, body });
  expect(answer.status, path).toBeLessThan(300);
  return answer.body;
}

/** Holds calls back until they are let through, as on a slow connection. */
async function holdBack(page: Page, path: string) {
  const { promise: letThrough, resolve: goOn } = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  await page.route(`**/api/v1${path}`, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    sent.resolve();
    await letThrough;
    await route.continue();
  });
  return { sent: sent.promise, goOn };
}

it('a part of a code goes on naming the order that it named first', async () => {
  // 550.2833 USDT, which no other test has.
  const figures = { krwAmount: '777000', price: '1412', amount: '550.2833' };
  const other = await world.server.member({ active: true });
  const sellId = await placeOrder(world.server, seller, 'sell', figures);
  const first = await placeOrder(world.server, buyer, 'buy', figures);
  await world.admin.approve('sell', sellId);
  await world.admin.approve('buy', first);
  const { page, faults } = await world.open({ as: admin });
  await page.goto(`/admin/sell-orders?order=${sellId}`);
  await page.getByLabel('구매 주문 코드나 아이디 입력').fill('Buy550-');
  const match = (name: string) => page.getByRole('button', { name: `${name}, 550.2833 USDT 매칭` });
  await match(buyer.nickname).click();
  const question = page.getByRole('alertdialog');
  await question.getByText(`${buyer.nickname} 님에게`, { exact: false }).waitFor();

  // Another order takes its place in the market.
  const second = await placeOrder(world.server, other, 'buy', figures);
  await world.admin.approve('buy', second);
  await send('DELETE', `/buy/admin/buy-orders/${first}/cancel`, admin, { nickname: buyer.nickname });
  await question.getByText('매칭하거나 취소할 수 있는 주문이 아니에요.').waitFor();
  expect(await question.getByText(other.nickname).count()).toBe(0);
  expect(faults).toEqual([]);
});

it('the second click of a double click undoes no second step', async () => {
  const { sellId, tradeId } = await matchedOrders(world, { seller, buyer });
  for (const step of ['payment-sent', 'payment-received'])
    await send('POST', `/trades/${tradeId}/steps`, admin, { step, reason: 'PARTY_ASKED' });
  const { page, faults } = await world.open({ as: admin });
  await page.goto(`/admin/sell-orders?order=${sellId}`);
  const undo = (step: string) => page.getByRole('button', { name: new RegExp(`^“${step}” 되돌리기`) });
  await undo('입금 확인').hover();
  await page.mouse.down({ clickCount: 1 });
  await page.mouse.up({ clickCount: 1 });
  await undo('원화 송금').and(page.locator(':not([aria-disabled])')).hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  // Anything that it had begun would be on the page by the time of this.
  await page.getByRole('button', { name: /^판매자 대신 표시/ }).click();
  await page.getByRole('alertdialog').waitFor();
  const { steps } = (await world.server.request('GET', `/trades/${tradeId}/payment`, { token: admin.token }))
    .body;
  expect(steps.map(({ step }: { step: string }) => step)).toEqual(['payment-sent']);
  expect(faults).toEqual([]);
});

it('the second click of a double click answers no question', async () => {
  const member = await world.server.member({ active: true });
  await placeOrder(world.server, member, 'sell', small);
  const { page, faults } = await world.open({ as: member });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  await page.goto('/dashboard/sell-history');
  await page.getByRole('button', { name: '주문 취소' }).click();
  const yes = page.getByRole('alertdialog').getByRole('button', { name: '네, 취소할게요' });
  await yes.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  expect(await yes.getAttribute('aria-busy')).toBe(null);
  expect(sent).not.toContain('DELETE');
  await yes.dblclick();
  await yes.waitFor({ state: 'detached' });
  expect(sent.filter((method) => method === 'DELETE')).toHaveLength(1);
  expect(faults).toEqual([]);
});

it('what is typed while a form is being sent stays', async () => {
  const { nickname, token } = await world.server.member();
  const { page, faults } = await world.open({ as: admin });
  await page.goto(`/admin/users?search=${nickname}&user=${nickname}`);
  const editor = page.getByRole('form', { name: `${nickname} 정보 수정` });
  await editor.getByLabel('텔레그램 아이디').fill('  typing77 ');
  const edit = await holdBack(page, `/user/users/${nickname}`);
  await editor.getByRole('button', { name: '텔레그램 아이디 저장' }).click();
  await edit.sent;
  await editor.getByLabel('은행', { exact: true }).fill('새은행');
  edit.goOn();
  await editor.getByRole('button', { name: '은행 저장', exact: true }).waitFor();
  expect(await editor.getByLabel('은행', { exact: true }).inputValue()).toBe('새은행');
  expect(await editor.getByLabel('텔레그램 아이디').inputValue()).toBe('typing77');

  const inquiry = { title: 'Other Inquiry', description: '언제 승인되나요?' };
  await send('POST', '/inquiry', { token } as Person, inquiry);
  await page.goto(`/admin/inquiries?search=${nickname}`);
  const field = page.getByLabel(`${nickname} 님에게 답변`, { exact: true });
  await field.fill('내일이에요.');
  const answer = await holdBack(page, '/inquiry/*/comment');
  await page.getByRole('button', { name: '답변 보내기' }).click();
  await answer.sent;
  await field.fill('오전에 연락드려요.');
  answer.goOn();
  await page.getByText(`${nickname} 님에게 답변을 보냈어요`).waitFor();
  expect(await field.inputValue()).toBe('오전에 연락드려요.');

  const { tradeId } = await matchedOrders(world, { seller, buyer });
  const opening = { reason: 'TETHER_NOT_RECEIVED', statement: 'USDT가 오지 않았어요.' };
  const { caseId } = await send('POST', `/trades/${tradeId}/cases`, buyer, opening);
  await page.goto(`/admin/disputes/${caseId}`);
  const statement = page.getByRole('textbox', { name: '설명 추가' });
  await statement.fill('이체 확인증이 있나요?');
  const stating = await holdBack(page, `/cases/${caseId}/statements`);
  await page.getByRole('button', { name: '설명 보내기' }).click();
  await stating.sent;
  await statement.fill('거래 시각도 알려 주세요.');
  stating.goOn();
  await page.getByText('이체 확인증이 있나요?').waitFor();
  await page.locator('button:not([aria-busy])', { hasText: '설명 보내기' }).waitFor();
  expect(await statement.inputValue()).toBe('거래 시각도 알려 주세요.');
  await page.getByRole('button', { name: '설명 보내기' }).click();
  await expect.poll(() => statement.inputValue()).toBe('');
  expect(faults).toEqual([]);
});

it('a member who leaves the list while they are being edited stays in it until they are closed', async () => {
  const { nickname } = await world.server.member();
  const { page, faults } = await world.open({ as: admin });
  await page.goto(`/admin/users?search=${nickname}&status=awaiting`);
  const details = page.getByRole('button', { name: `${nickname} 자세히` });
  await details.click();
  const editor = page.getByRole('form', { name: `${nickname} 정보 수정` });
  await editor.getByLabel('텔레그램 아이디').fill('typing78');
  await send('PUT', `/user/users/${nickname}`, admin, { status: 'active', telegram: 'elsewhere' });
  await editor.getByRole('alert').getByText('elsewhere').waitFor();
  expect(await editor.getByLabel('텔레그램 아이디').inputValue()).toBe('typing78');
  await editor.getByRole('button', { name: '텔레그램 아이디 저장' }).click();
  await page.getByText(`${nickname} 님의 정보를 저장했어요`).waitFor();
  const kept = await send('GET', `/user/users/${nickname}`, admin);
  expect([kept.status, kept.telegram]).toEqual(['active', 'typing78']);
  await details.click();
  await details.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('a search that has waited for the typing to stop does not lead back to a page that was left', async () => {
  const { page, faults } = await world.open({ as: admin });
  await page.clock.install();
  await page.goto('/admin/users');
  await page.getByRole('row').nth(1).waitFor();
  // The next page takes its time.
  const { promise: letThrough, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await letThrough;
    await route.continue();
  });
  await page.getByRole('searchbox').fill('mina');
  await page.getByRole('link', { name: '감사 기록', exact: true }).click();
  await page.clock.runFor(1000);
  goOn();
  await page.getByRole('heading', { level: 1, name: '감사 기록' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/audit');
  expect(faults).toEqual([]);
});

it('on a device whose clock is wrong, days and times are those of the server', async () => {
  const { sellId, tradeId } = await matchedOrders(world, { seller, buyer });
  const onDevice = async (as: Person, aheadMs: number) => {
    const opened = await world.open({ as });
    await opened.page.clock.install({ time: Date.now() + aheadMs });
    // As after an earlier visit: the token of this one would have expired by the device's clock.
    await opened.context.addInitScript((ahead) => localStorage.setItem('clockAhead', `${ahead}`), aheadMs);
    return opened;
  };
  const dayMs = 86_400_000;
  const inKorea = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().replace('T', ' ');
  const own = await onDevice(seller, 3 * dayMs);
  await own.page.goto('/my-transactions?from=2020-01-01');
  const before = Date.now();
  await own.page.getByRole('button', { name: '최근 7일' }).click();
  await own.page.waitForURL(/to=/);
  const to = new URL(own.page.url()).searchParams.get('to');
  expect([before, Date.now()].map((at) => inKorea(at).slice(0, 10))).toContain(to);

  const ahead = await onDevice(admin, 3 * dayMs);
  await ahead.page.goto(`/admin/sell-orders?order=${sellId}`);
  await ahead.page.getByRole('button', { name: /^제한 시간 변경/ }).click();
  const { next } = await send('GET', `/trades/${tradeId}/payment`, admin);
  const until = inKorea(Date.parse(next.due) + 30 * 60_000).slice(0, 16);
  await ahead.page.getByText(`${until}까지 연장돼요.`).waitFor();

  const behind = await onDevice(admin, -3 * dayMs);
  await behind.page.goto(`/admin/sell-orders?order=${sellId}`);
  await behind.page.getByText('방금 새로고침', { exact: false }).waitFor();
  expect([...own.faults, ...ahead.faults, ...behind.faults]).toEqual([]);
});
