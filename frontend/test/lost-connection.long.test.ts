import type { Request, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { smallJpeg } from '../../test/sign-up-form.ts';
import { cutSocket, keepToasts, member, open, setUpWorld, stopPolling, world } from './trouble.ts';
import { matchedOrders, million, placeOrder } from './world.ts';

setUpWorld();

describe('when the server fails or does not answer', () => {
  it('a list that fails shows the error in its place and loads on retry', async () => {
    const { page } = await open({ as: member });
    const lists = /\/api\/v1\/sell\/(sell-orders|user\/inProgress-orders)/;
    await page.route(lists, (route) =>
      route.fulfill({
        status: 500,
        json: {
          error: '문제가 생겼어요. 잠시 후 다시 시도해 주세요.',
          message: 'Something went wrong. Please try again shortly.',
          code: 'INTERNAL',
          requestId: 'r-1',
        },
      }),
    );
    await page.goto('/dashboard/sell-history');
    await page.getByRole('main').getByText('내 주문을 불러오지 못했어요').waitFor();
    await page.getByText('r-1').waitFor();
    await stopPolling(page);
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

  it('a lost connection is shown once, at the top, until it is back', async () => {
    const { page, context } = await open({ as: member });
    await page.goto('/dashboard/profile');
    await page.getByRole('heading', { name: '프로필' }).waitFor();
    await context.setOffline(true);
    await page.getByText('인터넷에 연결되어 있지 않아요.').waitFor();
    await context.setOffline(false);
    await page.getByText('인터넷에 연결되어 있지 않아요.').waitFor({ state: 'detached' });
  });

  it('an action that fails for want of a connection says so, also as the first message of a visit', async () => {
    const seller = await world.server.member({ active: true });
    const orderId = await placeOrder(world.server, seller, 'sell', million);
    const { page, context } = await open({ as: seller });
    await keepToasts(page);
    await page.goto(`/dashboard/orders/${orderId}`);
    await page.getByRole('button', { name: '주문 취소' }).click();
    const yes = page.getByRole('alertdialog').getByRole('button', { name: '네, 취소할게요' });
    await yes.waitFor();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await yes.click();
    // Until the message has the focus, screen readers hear it instead of its button.
    const again = page.getByRole('button', { name: '다시 시도', includeHidden: true });
    await again.waitFor();
    await context.setOffline(false);
    await again.click();
    await page.getByText('주문을 취소했어요').waitFor();
  });

  it('a message written without a connection is sent once, also after a reload', async () => {
    const writer = await world.server.member({ active: true });
    const { page } = await open({ as: writer });
    await page.goto('/dashboard/one-on-one');
    const field = page.getByRole('textbox', { name: '메시지 입력' });
    await field.fill('연결이 있을 때 쓴 메시지');
    await page.getByRole('button', { name: '보내기' }).click();
    await page
      .getByRole('img', { name: '전송됨' })
      .or(page.getByText('전송됨'))
      .first()
      .waitFor({ state: 'attached' });
    const left = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes(':unsent:')));
    // The page itself can be loaded again; nothing else gets through.
    await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
    await page.route(/socket\.io|\/api\/v1\/chat$/, (route) => route.abort());
    await page.reload();
    await field.fill('연결이 없을 때 쓴 메시지');
    await page.getByRole('button', { name: '보내기' }).click();
    await page.getByText('연결되면 자동으로 보내요').waitFor();
    expect(await left()).toHaveLength(1);
    await page.unroute(/socket\.io|\/api\/v1\/chat$/);
    // It waits for its room to be opened, which the list of rooms says.
    await page.goto('/chats');
    await page.getByText('보내지 못한 메시지가 있어요', { exact: false }).click();
    await expect.poll(left).toEqual([]);
    await page.reload();
    await field.waitFor();
    await page.getByText('연결이 없을 때 쓴 메시지').waitFor();
    expect(await page.getByText('연결이 없을 때 쓴 메시지').count()).toBe(1);
  });

  it('a picture whose message got no answer is not uploaded again, unless the message is refused', async () => {
    const { page } = await open({ as: await world.server.member({ active: true }) });
    let uploads = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/chat/images/')) uploads += 1;
    });
    await cutSocket(page);
    const expired = '첨부한 사진이 만료됐어요. 다시 첨부해 주세요.';
    const answers = [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 400, json: { error: expired, code: 'CHAT_IMAGE_EXPIRED' } }),
    ];
    await page.route(/\/api\/v1\/chat$/, (route) => (answers.shift() ?? ((last) => last.continue()))(route));
    await page.goto('/dashboard/one-on-one');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(smallJpeg()) });
    await page.getByRole('button', { name: '첨부한 사진 삭제' }).waitFor();
    await page.getByRole('button', { name: '보내기', exact: true }).click();
    await page.getByText(expired).waitFor();
    expect(uploads).toBe(1);
    await page.getByRole('button', { name: '다시 보내기' }).click();
    await page.getByText('전송됨').waitFor({ state: 'attached' });
    expect(uploads).toBe(2);
  });

  it('a message that was refused is sent again only when asked to, also after a reload', async () => {
    const writer = await world.server.member({ active: true });
    const { page } = await open({ as: writer });
    const refusal = '24시간 동안 보낼 수 있는 메시지 수를 넘었어요. 나중에 다시 시도해 주세요.';
    await cutSocket(page);
    await page.route(/\/api\/v1\/chat$/, (route) =>
      route.fulfill({ status: 429, json: { error: refusal, code: 'CHAT_MESSAGES_OF_DAY' } }),
    );
    await page.goto('/dashboard/one-on-one');
    await page.getByRole('textbox', { name: '메시지 입력' }).fill('오늘은 많이 썼어요');
    await page.getByRole('button', { name: '보내기', exact: true }).click();
    await page.getByText(refusal).waitFor();
    await page.unroute(/\/api\/v1\/chat$/);
    await page.reload();
    await page.getByText(refusal).waitFor();
    await page.getByRole('button', { name: '다시 보내기' }).click();
    await page.getByText('전송됨').waitFor({ state: 'attached' });
    expect(await page.getByText('오늘은 많이 썼어요').count()).toBe(1);
  });

  it('a chat that covers a phone shows the lost connection itself', async () => {
    const { page, context } = await open({ as: member, width: 375 });
    await page.goto('/dashboard/one-on-one');
    await page.getByRole('textbox').waitFor();
    await context.setOffline(true);
    const notice = page.getByText('인터넷에 연결되어 있지 않아요.');
    // A click goes to what is on top.
    await notice.filter({ visible: true }).click({ trial: true });
    await expect.poll(() => notice.filter({ visible: true }).count()).toBe(1);
  });

  it('a failed download is shown, and works on retry', async () => {
    const { page } = await open({ as: member });
    await page.route('**/user/transactions.csv?*', (route) =>
      route.fulfill({ status: 502, body: 'bad gateway' }),
    );
    await page.goto('/my-transactions?from=2026-01-01');
    await page.getByText('이 기간에 완료된 거래가 없어요').waitFor();
    await page.getByRole('button', { name: 'CSV 내려받기' }).click();
    await page.getByText('파일을 내려받지 못했어요.').first().waitFor();
    await page.unroute('**/user/transactions.csv?*');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV 내려받기' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });

  it('without a socket the steps of a trade appear in its chat, and statements in its dispute', async () => {
    const [seller, buyer] = [
      await world.server.member({ active: true }),
      await world.server.member({ active: true }),
    ];
    const orders = { seller, buyer };
    const { sellId, buyId, tradeId } = await matchedOrders(world, orders);
    const { page } = await open({ as: seller });
    await cutSocket(page);
    await page.goto(`/chat/${sellId}/${buyId}/sell`);
    await page.getByText('상대의 원화 송금을 기다리고 있어요.').first().waitFor();
    const { token } = buyer;
    const made = async (path: string, body: object) => {
      const answer = await world.server.request('POST', path, { token, body });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return answer.body;
    };
    await made(`/trades/${tradeId}/steps`, { step: 'payment-sent' });
    await page.getByText('원화가 들어왔는지 계좌에서 확인해 주세요.').first().waitFor();
    await world.admin.complete(sellId, buyId);
    await page.getByText('거래가 종료됐어요.', { exact: false }).first().waitFor();

    const disputed = await matchedOrders(world, orders);
    await page.goto('/dashboard/disputes');
    await page.getByRole('heading', { name: '분쟁이 없어요' }).waitFor();
    const { caseId } = await made(`/trades/${disputed.tradeId}/cases`, {
      reason: 'OTHER',
      statement: '입금했는데 확인이 없어요.',
    });
    await page.locator(`a[href="/dashboard/disputes/${caseId}"]`).first().click();
    await page.getByText('입금했는데 확인이 없어요.').waitFor();
    await made(`/cases/${caseId}/statements`, { statement: '이체 확인증을 보냈어요.' });
    await page.getByText('이체 확인증을 보냈어요.').waitFor();
  });

  it('without a socket orders are polled every 3 seconds, only while visible', async () => {
    const { page } = await open({ as: member });
    await cutSocket(page);
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
    /** All that the page has asked for is answered, and counted: another call has made it to the server and back. */
    const settle = async () => {
      await page.evaluate(() => fetch('/api/v1/config').then((answer) => answer.text()));
      await expect.poll(() => everRequested - answered).toBe(0);
    };
    /** Advances the page's clock, in steps that let responses arrive. */
    const advance = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await page.clock.runFor(1000);
        await settle();
      }
    };
    requested = 0;
    await advance(7);
    expect(requested).toBeGreaterThanOrEqual(2);
    await look('hidden');
    await settle();
    requested = 0;
    await advance(7);
    expect(requested).toBe(0);
    await look('visible');
    await advance(4);
    expect(requested).toBeGreaterThanOrEqual(1);
  });
});
