import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Person } from '../../test/server.ts';
import { million, type PageOptions, placeOrder, startWorld, type World } from './world.ts';

let world: World;
let member: Person;

beforeAll(async () => {
  world = await startWorld();
  await world.admin.setPrice('1412');
  member = await world.server.member({ active: true });
});
afterAll(() => world?.close());

const sells = '**/api/v1/sell';
/** A page closed with its test: left open it would keep polling and receiving events. */
async function open(options?: PageOptions) {
  const opened = await world.open(options);
  onTestFinished(() => opened.context.close());
  return opened;
}

async function writeSellOrder(page: Page): Promise<void> {
  await page.goto('/dashboard/sell-order');
  await page.getByLabel('받을 금액').fill('1000000');
  await page.getByRole('checkbox').check();
}

async function sendSellOrder(page: Page): Promise<void> {
  // The dialog of an earlier attempt may still be closing, and its button has the same name.
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /USDT (판매 주문하기|판매)$/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /USDT 판매$/ })
    .click();
}

const ordersOf = async (person: Person): Promise<number> => {
  const { body } = await world.server.request('GET', '/sell/sell-orders', { token: person.token });
  return body.items.length as number;
};

describe('when the server fails or does not answer', { timeout: 60_000 }, () => {
  it('an order whose response was lost stays as typed, and is placed once when sent again', async () => {
    const person = await world.server.member({ active: true });
    const { page } = await open({ as: person });
    await writeSellOrder(page);
    // The server stores the order; its response is lost.
    await page.route(sells, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await sendSellOrder(page);
    await page.getByText('서버의 응답을 받지 못했어요. 주문하지 못했어요. 다시 시도해 주세요.').waitFor();
    expect(await page.getByLabel('받을 금액').inputValue()).toBe('1,000,000');
    expect(await page.getByRole('checkbox').isChecked()).toBe(true);
    await page.unroute(sells);
    await sendSellOrder(page);
    await page.waitForURL('**/dashboard/sell-history');
    await expect.poll(() => ordersOf(person)).toBe(1);
  });

  it('an action without a connection fails with that reason', async () => {
    const { page, context } = await open({ as: member, language: 'en' });
    await page.goto('/dashboard/sell-order');
    await page.getByLabel('You receive').fill('1000000');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Place sell order, 708.2153 USDT' }).click();
    await context.setOffline(true);
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Confirm sale of 708.2153 USDT' })
      .click();
    const reason = page.getByText('You are offline. Failed to submit order. Please try again.');
    await reason.waitFor();
    await context.setOffline(false);
    await page.getByText('You are offline. What you see may be out of date.').waitFor({ state: 'detached' });
    await reason.waitFor({ state: 'detached' });
  });

  it('an invalid amount or wallet is refused at its field and not changed', async () => {
    const { page } = await open({ as: member });
    await page.goto('/dashboard/sell-history');
    await page.getByRole('link', { name: '테더 판매' }).first().click();
    const won = page.getByLabel('받을 금액');
    await won.pressSequentially('1,000.75');
    await page.keyboard.press('Enter');
    await page.getByText('원 단위로 입력해 주세요.').waitFor();
    expect(await won.inputValue()).toBe('1,000.75');
    await won.fill('1e5');
    await page.getByRole('button', { name: '+10만' }).click();
    await page.getByText('1,000,000이나 100만처럼 입력해 주세요.').waitFor();
    expect(await won.inputValue()).toBe('1e5');
    await won.fill('100만');
    await page.getByText('1,000,000이나 100만처럼 입력해 주세요.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '+10만' }).click();
    expect(await won.inputValue()).toBe('1,100,000');
    const wallet = page.getByLabel('USDT를 돌려받을 지갑 주소');
    await wallet.fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
    await page.getByRole('checkbox').check();
    await page.getByText('올바른 솔라나(SOL) 지갑 주소를 입력해 주세요.').waitFor();
    await page.getByRole('button', { name: /USDT 판매 주문하기$/ }).click();
    await page.locator('#wallet:focus').waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await wallet.fill('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB');
    await page.getByText('올바른 솔라나(SOL) 지갑 주소를 입력해 주세요.').waitFor({ state: 'detached' });
    await page.goBack();
    await won.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: '테더 판매' }).first().click();
    expect(await won.inputValue()).toBe('1,100,000');
  });

  it('a changed price is shown beside the old one, and needs agreement again', async () => {
    const { page } = await open({ as: member });
    // Without a socket the page does not learn of the new price before the order is sent.
    await page.routeWebSocket(/\/socket\.io\//, (socket) => void socket.close());
    await writeSellOrder(page);
    await page.route('**/get-tether-price', (route) => route.abort());
    await world.admin.setPrice('1409');
    await sendSellOrder(page);
    await page.getByText('주문하는 동안 가격이 바뀌었어요').waitFor();
    await page.getByRole('row', { name: '가격 1,412 원 1,409 원 하락 3 원' }).waitFor();
    expect(await page.getByLabel('받을 금액').inputValue()).toBe('1,000,000');
    expect(await page.getByRole('checkbox').isChecked()).toBe(false);
    await page.getByRole('button', { name: '1 USDT당 1,409원에 709.7232 USDT 판매' }).waitFor();
    await world.admin.setPrice('1412');
  });

  it('an order approved during its cancel dialog is not cancelled, and the list shows it', async () => {
    const person = await world.server.member({ active: true });
    const id = await placeOrder(world.server, person, 'sell', million);
    const { page } = await open({ as: person });
    await page.routeWebSocket(/\/socket\.io\//, (socket) => void socket.close());
    await page.goto('/dashboard/sell-history');
    await page.getByRole('button', { name: '주문 취소' }).click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    // The page does not learn of the approval before the dialog is confirmed.
    await page.route(/\/sell\/(sell-orders|user\/inProgress-orders)\?/, (route) => route.abort());
    await world.admin.approve('sell', id);
    await question.getByRole('button', { name: '네, 취소할게요' }).click();
    await page.getByText('보는 동안 주문이 바뀌었어요.').first().waitFor();
    await page.unrouteAll();
    await page.getByRole('listitem').getByText('판매 중', { exact: true }).waitFor();
  });

  it('a list that fails shows the error in its place and loads on retry', async () => {
    const { page } = await open({ as: member });
    const lists = /\/api\/v1\/sell\/(sell-orders|user\/inProgress-orders)/;
    await page.route(lists, (route) =>
      route.fulfill({
        status: 500,
        json: {
          error: '문제가 생겼어요.',
          message: 'Something went wrong.',
          code: 'INTERNAL',
          requestId: 'r-1',
        },
      }),
    );
    await page.goto('/dashboard/sell-history');
    await page.getByRole('main').getByText('내 주문을 불러오지 못했어요').waitFor();
    await page.getByText('r-1').waitFor();
    await page.unroute(lists);
    await page.getByRole('button', { name: '다시 시도' }).click();
    await page.getByRole('heading', { name: '아직 판매 주문이 없어요' }).waitFor();
  });

  it('a slow list shows a placeholder, then the rows', async () => {
    const { page } = await open({ as: member });
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/v1\/sell\/sell-orders/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/dashboard/sell-history');
    await page.getByRole('main').getByRole('status').filter({ hasText: '불러오는 중이에요' }).waitFor();
    answer();
    await page.getByRole('heading', { name: '아직 판매 주문이 없어요' }).waitFor();
  });

  it('requesting codes too often shows how long to wait and keeps the number', async () => {
    const { page } = await open();
    await page.route('**/user/users/sendCode', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '42' },
        json: {
          error: '잠시 후에 요청해 주세요.',
          message: 'Wait.',
          code: 'CODE_TOO_SOON',
          requestId: 'r-2',
        },
      }),
    );
    await page.goto('/signup');
    await page.getByLabel('휴대폰 번호').fill('01077319999');
    await page.getByRole('button', { name: '인증번호 받기' }).click();
    await page.getByText('잠시 후에 요청해 주세요.').waitFor();
    await page.getByText(/^(4[0-2]|[1-3]\d)초 뒤에 다시 받을 수 있어요/).waitFor();
    expect(await page.getByLabel('휴대폰 번호').inputValue()).toBe('010-7731-9999');
  });

  it('a form keeps what was typed over a reload, except passwords', async () => {
    const { page } = await open();
    await page.goto('/signup');
    await page.getByLabel('휴대폰 번호').fill('010-7731-8888');
    await page.reload();
    await expect.poll(() => page.getByLabel('휴대폰 번호').inputValue()).toBe('010-7731-8888');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/password/i);
  });

  it('a lost connection is shown once, at the top, until it is back', async () => {
    const { page, context } = await open({ as: member });
    await page.goto('/dashboard/profile');
    await page.getByRole('heading', { name: '프로필' }).waitFor();
    await context.setOffline(true);
    await page.getByText('인터넷에 연결되어 있지 않아요.').waitFor();
    await context.setOffline(false);
    await page.getByText('인터넷에 연결되어 있지 않아요.').waitFor({ state: 'detached' });
  });

  it('a chat that covers a phone shows the lost connection itself', async () => {
    const { page, context } = await open({ as: member, width: 375 });
    await page.goto('/dashboard/one-on-one');
    await page.getByRole('textbox').waitFor();
    await context.setOffline(true);
    const notice = page.getByText('인터넷에 연결되어 있지 않아요.');
    // A click goes to what is on top.
    await notice.filter({ visible: true }).click({ trial: true });
    expect(await notice.filter({ visible: true }).count()).toBe(1);
  });

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

  it('a session ended elsewhere leads to sign-in and back to the unfinished order; signing out deletes the draft', async () => {
    const person = await world.server.member({ active: true });
    const { page } = await open({ as: person });
    await page.goto('/dashboard/sell-order?sort=newest');
    await page.getByLabel('받을 금액').fill('1234567');
    await world.server.request('POST', '/user/logout', { token: person.token });
    await page.waitForURL(/\/signin\?next=%2Fdashboard%2Fsell-order%3Fsort%3Dnewest/);
    await page.getByText('로그아웃됐어요.').waitFor();
    expect(
      await page.evaluate(() => ['token', 'user', 'isLoggedIn'].map((key) => localStorage.getItem(key))),
    ).toEqual([null, null, null]);
    await page.getByLabel('닉네임').fill(person.nickname);
    await page.getByLabel('비밀번호', { exact: true }).fill(person.password);
    await page.getByRole('main').getByRole('button', { name: '로그인' }).click();
    await page.getByRole('dialog', { name: '테더 판매' }).waitFor();
    expect(await page.getByLabel('받을 금액').inputValue()).toBe('1,234,567');
    await page.goto('/logout');
    await page.waitForURL((url) => url.pathname === '/');
    await expect
      .poll(() => page.evaluate(() => Object.keys(sessionStorage)))
      .not.toContainEqual(expect.stringMatching(/^draft:/));
  });

  it('a new password whose response was lost stays as typed, and a wrong code is shown at its field', async () => {
    const { page } = await open();
    await page.goto('/recover-password');
    await page.getByLabel('닉네임').fill('nobody77');
    await page.getByRole('button', { name: '인증번호 받기' }).click();
    await page.getByRole('textbox', { name: '인증번호 6자리' }).click();
    await page.keyboard.type('123456');
    await page.getByLabel('새 비밀번호', { exact: true }).fill('secret99');
    await page.getByLabel('새 비밀번호 확인').fill('secret99');
    await page.route('**/user/recover-password', (route) => route.abort());
    await page.getByRole('button', { name: '새 비밀번호로 변경' }).click();
    await page.getByText('비밀번호를 변경하지 못했어요.').waitFor();
    expect(await page.getByLabel('새 비밀번호', { exact: true }).inputValue()).toBe('secret99');
    await page.unroute('**/user/recover-password');
    await page.getByRole('button', { name: '새 비밀번호로 변경' }).click();
    await page.getByText('인증번호가 올바르지 않아요.').waitFor();
    await page.locator('#code:focus').waitFor();
    expect(await page.getByLabel('새 비밀번호', { exact: true }).inputValue()).toBe('secret99');
  });

  it('a failed download is shown, and works on retry', async () => {
    const { page } = await open({ as: member });
    await page.route('**/user/transactions.csv?*', (route) =>
      route.fulfill({ status: 502, body: 'bad gateway' }),
    );
    await page.goto('/my-transactions?from=2026-01-01');
    await page.getByText('이 기간에 완료된 거래가 없어요.').waitFor();
    await page.getByRole('button', { name: 'CSV 내려받기' }).click();
    await page.getByText('파일을 내려받지 못했어요.').first().waitFor();
    await page.unroute('**/user/transactions.csv?*');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV 내려받기' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
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
    await page.goto('/invite-friend');
    const copy = page.getByRole('main').getByRole('button', { name: /복사/ }).first();
    await copy.waitFor();
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    // The client's HEAD request, which checks the server, follows the chunk's failure.
    const requested = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
    await copy.click();
    await requested;
    expect(await copy.isVisible()).toBe(true);
  });

  it('without a socket orders are polled every 3 seconds, only while visible', async () => {
    const { page } = await open({ as: member });
    await page.route('**/socket.io/**', (route) => route.abort());
    await page.routeWebSocket(/\/socket\.io\//, (socket) => void socket.close());
    await page.clock.install();
    let requested = 0;
    let answered = 0;
    const isAboutOrders = (request: Request) => request.url().includes('/sell/user/inProgress-orders');
    const countAnswer = (request: Request) => {
      if (isAboutOrders(request)) answered += 1;
    };
    let everRequested = 0;
    page.on('request', (request) => {
      if (!isAboutOrders(request)) return;
      requested += 1;
      everRequested += 1;
    });
    page.on('requestfinished', countAnswer);
    page.on('requestfailed', countAnswer);
    await page.goto('/dashboard/sell-history');
    await page.getByRole('heading', { name: '아직 판매 주문이 없어요' }).waitFor();
    const look = (state: 'visible' | 'hidden') =>
      page.evaluate((next) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: next });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    /** Advances the page's clock, in steps that let responses arrive. */
    const advance = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await page.clock.runFor(1000);
        await page.evaluate(() => fetch('/api/v1/config').then((answer) => answer.text()));
        await expect.poll(() => everRequested - answered).toBe(0);
      }
    };
    requested = 0;
    await advance(7);
    expect(requested).toBeGreaterThanOrEqual(2);
    await look('hidden');
    requested = 0;
    await advance(7);
    expect(requested).toBe(0);
    await look('visible');
    await advance(4);
    expect(requested).toBeGreaterThanOrEqual(1);
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
