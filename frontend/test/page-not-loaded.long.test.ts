import { describe, expect, it } from 'vitest';
import { member, open, setUpWorld } from './trouble.ts';

setUpWorld();

describe('when the server fails or does not answer', () => {
  it('a page whose chunk is gone after an upgrade loads with one reload', async () => {
    const { page } = await open();
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: '회원가입하고 거래하기' }).waitFor();
    let refusals = 0;
    await page.route('**/assets/sign-up-page-*.js', (route) => {
      refusals += 1;
      return refusals === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue();
    });
    await page.getByRole('main').getByRole('link', { name: '회원가입하고 거래하기' }).click();
    await page.getByLabel('휴대폰 번호').waitFor();
    expect(refusals).toBe(2);
  });

  it('a page whose chunk never loads shows an error, and the menu stays', async () => {
    const { page } = await open({ as: member });
    await page.goto('/dashboard/profile');
    await page.getByRole('heading', { name: '프로필' }).waitFor();
    await page.route('**/assets/inquiry-page-*.js', (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('link', { name: '문의 내역' }).click();
    await page.getByRole('heading', { name: '이 화면을 열지 못했어요' }).waitFor();
    await page.getByRole('link', { name: '판매 내역' }).click();
    await page.getByRole('heading', { name: '아직 판매 주문이 없어요' }).waitFor();
  });

  it('a page not loaded before going offline opens by itself when online again', async () => {
    const { page, context } = await open({ as: member });
    await page.goto('/dashboard/profile');
    await page.getByRole('heading', { name: '프로필' }).waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: '문의 내역' }).click();
    await page.getByRole('heading', { name: '인터넷에 연결되어 있지 않아요' }).waitFor();
    await page.getByRole('button', { name: '다시 시도' }).click();
    await page.getByText('아직 연결되지 않았어요.').waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: '아직 문의가 없어요' }).waitFor();
  });

  it('a page not loaded before the server became unreachable opens by itself when it answers again', async () => {
    const { page } = await open({ as: member });
    await page.goto('/dashboard/profile');
    await page.getByRole('heading', { name: '프로필' }).waitFor();
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: '문의 내역' }).click();
    await page.getByRole('heading', { name: '서버에 연결할 수 없어요' }).waitFor();
    await page.getByRole('navigation', { name: '내 메뉴' }).waitFor();
    await page.unroute('**/*');
    await page.getByRole('heading', { name: '아직 문의가 없어요' }).waitFor();
  });

  it('a dialog not loaded before the server became unreachable leaves the page, which reloads when it answers', async () => {
    const { page } = await open({ as: member });
    // An open socket would hide that the server is unreachable.
    await page.routeWebSocket(/\/socket\.io\//, (socket) => void socket.close());
    await page.goto('/settings');
    const change = page.getByRole('button', { name: '비밀번호 변경' });
    await change.waitFor();
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await change.click();
    await page.getByText('서버에 다시 연결하고 있어요.').waitFor();
    await change.waitFor();
    const loaded = page.waitForEvent('load');
    await page.unroute('**/*');
    await loaded;
    await change.click();
    await page.getByRole('dialog', { name: '비밀번호 변경' }).waitFor();
  });

  it('the code for messages failing to load while the server is unreachable leaves the page as it is', async () => {
    const { page, context } = await open({ as: member });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    // The client's HEAD request, which checks the server, follows the chunk's failure.
    const checked = () => page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
    await page.route('**/*', (route) =>
      route.request().method() === 'HEAD' || route.request().url().includes('/assets/toaster-')
        ? route.abort('connectionrefused')
        : route.fallback(),
    );
    // It is loaded ahead for members, and again with the first message.
    const ahead = checked();
    await page.goto('/invite-friend');
    await ahead;
    const copy = page.getByRole('main').getByRole('button', { name: /복사/ }).first();
    await copy.waitFor();
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    const again = checked();
    await copy.click();
    await again;
    expect(await copy.isVisible()).toBe(true);
  });

  it('a page forbidden for the role shows that', async () => {
    const { page } = await open({ as: member });
    await page.route('**/user/payment-methods', (route) =>
      route.fulfill({
        status: 403,
        json: { error: '권한이 없어요.', message: 'No.', code: 'FORBIDDEN', requestId: 'r-3' },
      }),
    );
    await page.goto('/payment-methods');
    await page.getByRole('heading', { name: '접근 권한이 없어요' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: '홈으로' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  it('a visitor reaches a private page after sign-in; an unknown page and order show that', async () => {
    const { page } = await open();
    await page.goto('/dashboard/sell-order');
    await page.waitForURL(/\/signin\?next=%2Fdashboard%2Fsell-order/);
    await page.getByLabel('닉네임').fill(member.nickname);
    await page.getByLabel('비밀번호', { exact: true }).fill(member.password);
    await page.getByRole('main').getByRole('button', { name: '로그인' }).click();
    await page.getByRole('dialog', { name: '테더 판매' }).waitFor();
    await page.goto('/OtpVerificationPage');
    await page.waitForURL('**/dashboard/profile');
    await page.goto('/nowhere');
    await page.getByRole('heading', { name: '페이지를 찾을 수 없어요' }).waitFor();
    await page.goto('/dashboard/orders/692e3a1fb07c65d24d92f7ff');
    await page.getByRole('heading', { name: '주문을 찾을 수 없어요' }).waitFor();
  });
});
