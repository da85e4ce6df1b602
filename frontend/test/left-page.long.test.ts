import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { placeOrder, small, startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
const admin = await world.server.admin();
afterAll(() => world.close());

/** Holds a call back until it is let through, as on a slow connection, or is lost. */
async function holdBack(page: Page, method: string, path: string, end: 'continue' | 'abort' = 'continue') {
  const { promise: letThrough, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(`**/api/v1${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await letThrough;
    await route[end]();
  });
  const sent = page.waitForRequest(
    (request) => request.method() === method && request.url().endsWith(`/api/v1${path}`),
  );
  return { sent, goOn };
}

const goTo = async (page: Page, name: string) => {
  await page.getByRole('link', { name, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

describe('an admin who leaves a page while a call is under way sees what came of it', () => {
  it('of a new price', async () => {
    const { page, faults } = await world.open({ as: admin });
    await page.goto('/admin/users');
    await goTo(page, '테더 가격');
    await page.getByLabel('새 가격').fill('1,420');
    await page.keyboard.press('Enter');
    const { sent, goOn } = await holdBack(page, 'POST', '/tetherprice/update-tether-price');
    await page.getByRole('alertdialog').getByRole('button', { name: '1,420원으로 설정' }).click();
    await sent;
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: '회원 관리' }).waitFor();
    await world.admin.setPrice('1411');
    goOn();
    await page.getByText('가격이 바뀌었어요. 새 가격을 확인해 주세요.').first().waitFor();
    await world.admin.setPrice('1412');
    expect(faults).toEqual([]);
  });

  it('of a change of a member, and of their account', async () => {
    const { nickname } = await world.server.member();
    const { page, faults } = await world.open({ as: admin });
    await page.goto(`/admin/users?search=${nickname}&user=${nickname}`);
    const editor = page.getByRole('form', { name: `${nickname} 정보 수정` });
    await editor.getByLabel('텔레그램 아이디').fill('leaving77');
    const edit = await holdBack(page, 'PUT', `/user/users/${nickname}`);
    await editor.getByRole('button', { name: '텔레그램 아이디 저장' }).click();
    await edit.sent;
    await goTo(page, '감사 기록');
    edit.goOn();
    await page.getByText(`${nickname} 님의 정보를 저장했어요`).waitFor();

    // The list of those who await activation is left by the row itself.
    await page.goto(`/admin/users?search=${nickname}&status=awaiting`);
    await page.getByRole('switch', { name: `${nickname} 계정 상태` }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: `${nickname} 활성화` })
      .click();
    await page.getByText(`${nickname} 님의 계정을 활성화했어요`).waitFor();
    expect(faults).toEqual([]);
  });

  it('of an answer to an inquiry', async () => {
    const { server } = world;
    const member = await server.member();
    const body = { title: 'Other Inquiry', description: '언제 승인되나요?' };
    const { inquiry } = (await server.request('POST', '/inquiry', { token: member.token, body })).body;
    const { page, faults } = await world.open({ as: admin });
    await page.goto(`/admin/inquiries?search=${member.nickname}`);
    await page.getByLabel(`${member.nickname} 님에게 답변`).fill('내일이에요.');
    const { sent, goOn } = await holdBack(page, 'POST', `/inquiry/${inquiry._id}/comment`);
    await page.getByRole('button', { name: '답변 보내기' }).click();
    await sent;
    await goTo(page, '감사 기록');
    await server.request('PATCH', `/inquiry/${inquiry._id}/close`, { token: admin.token, body: {} });
    goOn();
    await page.getByText('종료된 문의예요.').first().waitFor();
    expect(faults).toEqual([]);
  });

  it('of a chat that is ended, and stays where they are', async () => {
    const member = await world.server.member({ active: true });
    const room = `support-${member.memberId}`;
    await world.server.request('POST', '/chat', {
      token: member.token,
      body: { orderId: room, content: '안녕하세요' },
    });
    const { page, faults } = await world.open({ as: admin });
    await page.goto('/admin/chat?of=support');
    await page.getByRole('link', { name: member.nickname }).click();
    await page.getByRole('button', { name: '채팅 종료' }).click();
    const { sent, goOn } = await holdBack(page, 'PATCH', `/chat/close/${room}`);
    await page.getByRole('alertdialog').getByRole('button', { name: '채팅 종료' }).click();
    await sent;
    await page.goBack();
    await page.waitForURL('**/admin/chat?of=support');
    goOn();
    await page.getByText('채팅을 종료했어요').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/chat');
    expect(faults).toEqual([]);
  });
});

describe('a member who leaves a page while a call is under way sees what came of it', () => {
  it('of a cancellation that comes too late', async () => {
    const member = await world.server.member({ active: true });
    const orderId = await placeOrder(world.server, member, 'sell', small);
    const { page, faults } = await world.open({ as: member });
    await page.goto('/dashboard/buy-history');
    await goTo(page, '판매 내역');
    await page.getByRole('button', { name: '주문 취소' }).click();
    const { sent, goOn } = await holdBack(page, 'DELETE', `/sell/sell-orders/${orderId}/cancel`);
    await page.getByRole('alertdialog').getByRole('button', { name: '네, 취소할게요' }).click();
    await sent;
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: '구매 내역' }).waitFor();
    await world.admin.approve('sell', orderId);
    goOn();
    await page
      .getByText(/보는 동안 주문이 바뀌었어요|승인 대기 중인 주문이 아니에요/)
      .first()
      .waitFor();
    expect(faults).toEqual([]);
  });

  it('of an order that could not be placed', async () => {
    const member = await world.server.member({ active: true });
    const { page, faults } = await world.open({ as: member });
    await page.goto('/dashboard/sell-history');
    await page.getByRole('link', { name: '테더 판매' }).first().click();
    await page.getByLabel('받을 금액').fill('1000000');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: '708.2153 USDT 판매 주문하기' }).click();
    const { sent, goOn } = await holdBack(page, 'POST', '/sell', 'abort');
    await page.getByRole('alertdialog').getByRole('button', { name: '708.2153 USDT 판매' }).click();
    await sent;
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    goOn();
    await page.getByText('주문하지 못했어요. 다시 시도해 주세요.').first().waitFor();
    expect(faults).toEqual([]);
  });
});
