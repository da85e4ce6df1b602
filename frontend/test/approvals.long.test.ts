import { afterAll, expect, it } from 'vitest';
import type { Person } from '../../test/server.ts';
import { matchedOrders, million, placeOrder, small, startWorld } from './world.ts';

// The rules depend on the number of admins, so this file has a server of its own.
const world = await startWorld({ ownServer: true, environment: { FOUR_EYES_PRICE_PERCENT: '5' } });
await world.admin.setPrice('1412');
const { server } = world;
const admin = await server.admin();
const second = await server.member({ active: true, admin: true });
const seller = await server.member({ active: true });
const buyer = await server.member({ active: true });
afterAll(() => world.close());

it('an admin requests approval of a completion above the limit, and another one approves it', async () => {
  const { sellId } = await matchedOrders(world, { seller, buyer, krw: '20000000' });
  const requesting = await world.open({ as: admin });
  const approving = await world.open({ as: second, language: 'en', width: 375 });
  await approving.page.goto('/admin/approvals');
  await approving.page.getByRole('heading', { name: 'No approval requests' }).waitFor();

  await requesting.page.goto(`/admin/sell-orders?order=${sellId}`);
  const panel = requesting.page.getByRole('complementary');
  await panel.getByText('한도를 넘는 주문의 매칭이에요.').waitFor();
  await panel.getByRole('button', { name: /^거래 완료/ }).click();
  const question = requesting.page.getByRole('alertdialog');
  await question.getByText('한도를 넘는 주문의 매칭이에요.').waitFor();
  await question.getByRole('radio', { name: '채팅으로 확인' }).check();
  await question.getByRole('button', { name: '승인 요청', exact: true }).click();
  await question.waitFor({ state: 'detached' });
  await requesting.page.getByText('다른 관리자의 승인 대기 중').first().waitFor();

  // Updates without a reload.
  const card = approving.page.getByRole('article', { name: 'Complete a match' });
  await card.getByText('20,000,000').waitFor();
  // Who approves sees which steps of the payment are marked, as who requested it did.
  await expect.poll(() => card.getByRole('listitem').allTextContents()).toContain('Won sentnot yet');
  await card.getByRole('button', { name: 'Approve' }).click();
  const confirmation = approving.page.getByRole('alertdialog', { name: 'Approve and complete the match?' });
  await confirmation.getByText('14,164.3059 USDT').waitFor();
  await confirmation.getByRole('button', { name: 'Approve' }).click();
  await approving.page.getByRole('heading', { name: 'No approval requests' }).waitFor();
  // The button is gone: the keyboard goes on within the page, not before the navigation.
  await approving.page.locator('main:focus').waitFor();
  await approving.page.getByRole('button', { name: 'Ended' }).click();
  await card.getByText(`Approved and carried out · ${second.nickname}`).waitFor();

  await requesting.page.getByText('다른 관리자의 승인 대기 중').first().waitFor({ state: 'detached' });
  // The admin who requested it sees the decision in the admins' area.
  const bell = requesting.page.locator('header > button[aria-expanded]');
  await bell.click();
  const notifications = requesting.page.getByRole('region', { name: '알림' });
  const decided = notifications.getByRole('link', { name: /요청한 건을 다른 관리자가 승인했어요/ });
  await decided.waitFor();
  // Read, it is still listed.
  await notifications.getByRole('button', { name: '모두 읽음' }).click();
  await requesting.page.getByText('알림을 모두 읽음으로 표시했어요').waitFor();
  const own = { token: admin.token };
  const { body: listed } = await server.request('GET', '/notification?isForAdmin=false&limit=9', own);
  expect(listed.items.every(({ read }: { read: boolean }) => read)).toBe(true);
  await requesting.page.reload();
  await bell.click();
  await decided.waitFor();

  // The notification's link leads to this one card, which shows the decision.
  const { body } = await world.server.request('GET', '/approvals?show=ended', { token: second.token });
  await approving.page.goto(`/admin/approvals?request=${body.items[0]._id}`);
  await card.getByText('This request has already ended.', { exact: false }).waitFor();
  const heading = card.getByRole('heading', { name: 'Complete a match' });
  await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true);
  expect([...requesting.faults, ...approving.faults]).toEqual([]);
});

it('a refusal of one match says nothing of another chosen in the same dialog', async () => {
  const figures = { krwAmount: '2000000', price: '1412', amount: '1416.4306' };
  const sellId = await placeOrder(server, seller, 'sell', figures);
  await world.admin.approve('sell', sellId);
  for (const wanted of [million, small]) {
    const bought = await placeOrder(server, buyer, 'buy', wanted);
    await world.admin.approve('buy', bought);
    await world.admin.match(sellId, bought);
  }
  const { page } = await world.open({ as: admin });
  await page.route('**/complete-orders', (route) =>
    route.fulfill({ status: 409, json: { code: 'APPROVAL_NEEDED', message: '' } }),
  );
  await page.goto(`/admin/sell-orders?order=${sellId}`);
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /^거래 완료/ })
    .first()
    .click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('radio', { name: '채팅으로 확인' }).check();
  await question.getByRole('button', { name: '거래 완료' }).click();
  const needed = question.getByText('한도를 넘는 주문의 매칭이에요.');
  await needed.waitFor();
  await question.getByRole('button', { name: '212.4646' }).click();
  await needed.waitFor({ state: 'detached' });
  await question.getByRole('button', { name: '708.2153' }).click();
  await needed.waitFor();
});

it('a ruling follows what the server last answered about whether it needs approval', async () => {
  const { tradeId } = await matchedOrders(world, { seller, buyer, krw: '20000000' });
  const post = async (by: Person, path: string, body: object) =>
    (await server.request('POST', path, { token: by.token, body })).body;
  const opening = { reason: 'TETHER_NOT_RECEIVED', statement: 'USDT가 오지 않았어요.' };
  const { caseId } = await post(buyer, `/trades/${tradeId}/cases`, opening);
  await post(admin, `/cases/${caseId}/take`, {});
  const { page } = await world.open({ as: admin });
  // As if the other admin came and went.
  await page.route('**/api/v1/approvals', (route) =>
    route.fulfill({ status: 409, json: { code: 'APPROVAL_NOT_NEEDED', error: '승인이 필요하지 않아요.' } }),
  );
  await page.goto(`/admin/disputes/${caseId}`);
  await page.getByRole('button', { name: '판정하기' }).click();
  const dialog = page.getByRole('dialog', { name: '판정하기' });
  await dialog.getByRole('button', { name: '매칭 취소', exact: true }).click();
  await dialog.getByLabel('원화 송금 미확인').check();
  await dialog.getByLabel(/판정 설명/).fill('송금을 확인하지 못했어요.');
  const request = dialog.getByRole('button', { name: '승인 요청', exact: true });
  const rule = dialog.getByRole('button', { name: '매칭 취소로 판정' });
  await request.click();
  await rule.click();
  await request.waitFor();
  await expect.poll(() => dialog.getByText('승인이 필요하지 않아요.').count()).toBe(0);
  await request.click();
  await rule.waitFor();
});

it('a completed trade is reversed with the approval of another admin', async () => {
  const { sellId, buyId } = await matchedOrders(world, { seller, buyer, krw: '1412000' });
  const body = { sellerOrderId: sellId, buyerOrderId: buyId, reason: 'CONFIRMED_IN_CHAT' };
  const done = await world.server.request('POST', '/sell/admin/complete-orders', {
    token: admin.token,
    body,
  });
  expect(done.status).toBe(200);
  const requesting = await world.open({ as: admin, width: 375 });
  await requesting.page.goto(`/admin/transaction/${sellId}`);
  await requesting.page.getByRole('button', { name: '1,000.0000 USDT 거래 정정' }).click();
  const dialog = requesting.page.getByRole('dialog', { name: '거래 정정' });
  const send = dialog.getByRole('button', { name: '승인 요청', exact: true });
  await dialog.getByText('정정하면 되돌릴 수 없어요.').waitFor();
  await send.click();
  await dialog.getByText('정정 사유를 선택해 주세요.').waitFor();
  await dialog.locator('input[type=radio]:focus').waitFor();
  await dialog.getByRole('radio', { name: '대금을 서로 돌려줌' }).check();
  await send.click();
  await dialog.getByText('정정하는 이유를 자세히 입력해 주세요.').waitFor();
  await dialog.locator('textarea:focus').waitFor();
  await dialog.getByRole('textbox').fill('은행에서 송금이 취소됐어요');
  await send.click();
  await requesting.page.getByText('다른 관리자의 승인 대기 중').waitFor();

  const approving = await world.open({ as: second, language: 'en', theme: 'dark' });
  await approving.page.goto('/admin/approvals');
  const card = approving.page.getByRole('article', { name: 'Reverse a trade' });
  await card.getByText('은행에서 송금이 취소됐어요').waitFor();
  await card.getByText('Both returned what they received').waitFor();
  // The won go back: nothing is paid to the seller.
  expect(await card.getByText('KRW to the seller').count()).toBe(0);
  await card.getByRole('button', { name: 'Approve' }).click();
  const confirmation = approving.page.getByRole('alertdialog', { name: 'Approve and reverse the trade?' });
  await confirmation.getByRole('button', { name: 'Approve' }).click();
  await confirmation.waitFor({ state: 'detached' });
  await requesting.page.getByText('정정됨').first().waitFor();
  await expect.poll(() => requesting.page.getByRole('button', { name: /거래 정정/ }).count()).toBe(0);
  expect([...requesting.faults, ...approving.faults]).toEqual([]);
});

it('a ruling that needs another admin says so before it is sent', async () => {
  const { tradeId } = await matchedOrders(world, { seller, buyer, krw: '20000000' });
  const post = async (person: Person, path: string, body: object) =>
    (await world.server.request('POST', path, { token: person.token, body })).body;
  const opening = { reason: 'TETHER_NOT_RECEIVED', statement: '한 시간 전에 보냈어요' };
  const { caseId } = await post(buyer, `/trades/${tradeId}/cases`, opening);
  await post(admin, `/cases/${caseId}/take`, {});
  const { page, faults } = await world.open({ as: admin });
  await page.goto(`/admin/disputes/${caseId}`);
  await page.getByRole('button', { name: '판정하기' }).click();
  const dialog = page.getByRole('dialog', { name: '판정하기' });
  await dialog.getByText('다른 관리자의 승인이 필요해요.', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: '승인 요청' }).waitFor();
  expect(faults).toEqual([]);
});

it('an admin withdraws a request by keyboard', async () => {
  const { tradeId } = await matchedOrders(world, { seller, buyer, krw: '20000000' });
  const body = { kind: 'completion', tradeId };
  await world.server.request('POST', '/approvals', { token: admin.token, body });
  const { page, faults } = await world.open({ as: admin, theme: 'dark' });
  await page.goto('/admin/approvals');
  await page.getByText('내가 요청한 건이에요.').waitFor();
  expect(await page.getByRole('button', { name: '승인', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: '철회' }).press('Enter');
  const confirmation = page.getByRole('alertdialog', { name: '철회' });
  await confirmation.locator(':focus').waitFor();
  await confirmation.getByRole('button', { name: '철회' }).press('Enter');
  await page.getByRole('heading', { name: '승인 요청이 없어요' }).waitFor();
  expect(faults).toEqual([]);
});

it('a change of roles is requested on the member’s page and approved with its new roles', async () => {
  const member = await world.server.member({ active: true });
  const requesting = await world.open({ as: admin });
  await requesting.page.goto(`/admin/users/${member.memberId}`);
  const editor = requesting.page.getByRole('form', { name: `${member.nickname} 정보 수정` });
  await editor.getByRole('checkbox', { name: '매니저' }).check();
  await editor.getByRole('button', { name: /저장/ }).click();
  const question = requesting.page.getByRole('alertdialog', {
    name: `${member.nickname} 님의 권한 변경을 요청할까요?`,
  });
  await question.getByText('매니저 권한', { exact: true }).waitFor();
  await question.getByText('부여', { exact: true }).waitFor();
  await question.getByRole('button', { name: '승인 요청' }).click();
  await requesting.page.getByText('다른 관리자의 승인 대기 중').waitFor();
  await expect.poll(() => editor.getByRole('checkbox', { name: '매니저' }).isChecked()).toBe(false);

  const approving = await world.open({ as: second, language: 'en', width: 375, theme: 'dark' });
  await approving.page.goto('/admin/approvals');
  const card = approving.page.getByRole('article', { name: 'Change of roles' });
  await card.getByText('Granted').waitFor();
  await card.getByRole('button', { name: 'Approve' }).click();
  const confirmation = approving.page.getByRole('alertdialog', { name: 'Approve and change the roles?' });
  await confirmation.getByRole('button', { name: 'Approve' }).click();
  await card.waitFor({ state: 'detached' });
  await requesting.page.getByText('다른 관리자의 승인 대기 중').waitFor({ state: 'detached' });
  expect([...requesting.faults, ...approving.faults]).toEqual([]);
});

it('an admin whose role a request would remove is not offered to refuse it, and sees why', async () => {
  const third = await world.server.member({ active: true, admin: true });
  const body = { kind: 'role', nickname: third.nickname, admin: false };
  const { status } = await world.server.request('POST', '/approvals', { token: admin.token, body });
  expect(status).toBe(201);
  const { page, faults } = await world.open({ as: third, width: 375 });
  await page.goto('/admin/approvals');
  const card = page.getByRole('article', { name: '권한 변경' });
  await card.getByText('내 계정에 대한 요청이라 다른 관리자만 거절할 수 있어요.').waitFor();
  expect(await card.getByRole('button').allInnerTexts()).toEqual(['승인']);
  const other = await world.open({ as: second });
  await other.page.goto('/admin/approvals');
  await other.page
    .getByRole('article', { name: '권한 변경' })
    .getByRole('button', { name: '거절' })
    .waitFor();
  expect([...faults, ...other.faults]).toEqual([]);
});

it('a request is shown behind a hundred older ones, also where it was made', async () => {
  const request = async (body: object) =>
    expect((await server.request('POST', '/approvals', { token: admin.token, body })).status).toBe(201);
  const { tradeId, sellId } = await matchedOrders(world, { seller, buyer, krw: '20000000' });
  // One after the other: a busy server refuses a hundred at once.
  for (let price = 2_000; price < 2_100; price += 1)
    await request({ kind: 'price', tetherPrice: String(price) });
  await request({ kind: 'completion', tradeId });
  const { page, faults } = await world.open({ as: second });
  await page.goto('/admin/approvals');
  await page.getByRole('article', { name: '매칭 완료' }).waitFor();
  await page.goto(`/admin/sell-orders?order=${sellId}`);
  await page.getByRole('complementary').getByText('승인 대기 중').first().waitFor();
  expect(faults).toEqual([]);
});
