import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { member, open, setUpWorld, world } from './trouble.ts';

setUpWorld();

/** The page's sockets: `up` is called with each message from the page, and forwards it; `down` likewise. */
async function socketOf(
  page: Page,
  up: (message: string, forward: () => void) => void,
  down: (message: string, forward: () => void) => void = (_, forward) => forward(),
) {
  const opened: { send(message: string): void }[] = [];
  await page.routeWebSocket(/socket\.io/, (route) => {
    const server = route.connectToServer();
    opened.push(route);
    route.onMessage((message) => up(String(message), () => server.send(message)));
    server.onMessage((message) => down(String(message), () => route.send(message)));
  });
  return opened;
}

const isJoin = (message: string) => /^42\d+\["joinRoom"/.test(message);

async function answerAsAdmin(memberId: string, content: string): Promise<void> {
  const { token } = await world.server.admin();
  const body = { orderId: `support-${memberId}`, content };
  expect((await world.server.request('POST', '/chat', { token, body })).status).toBe(201);
}

describe('on a bad network', () => {
  it('a room that is opened again before the answer to its first opening gets its messages', async () => {
    const writer = await world.server.member({ active: true });
    await answerAsAdmin(writer.memberId, '안녕하세요');
    const { page, faults } = await open({ as: writer });
    let joins = 0;
    let held: (() => void)[] | undefined = [];
    await socketOf(
      page,
      (message, forward) => {
        if (isJoin(message)) joins += 1;
        forward();
      },
      (message, forward) => (held !== undefined && message.startsWith('43') ? held.push(forward) : forward()),
    );
    await page.goto('/chats');
    const room = page.getByRole('link', { name: /안녕하세요/ });
    await room.click();
    await expect.poll(() => joins).toBe(1);
    await page.goBack();
    await room.click();
    await expect.poll(() => joins).toBe(2);
    for (const forward of held.splice(0)) forward();
    held = undefined;
    await page.getByRole('log').getByText('안녕하세요').waitFor();
    // Behind whatever the page has sent since.
    await page.getByRole('textbox').fill('들리나요?');
    await page.getByRole('button', { name: '보내기', exact: true }).click();
    await page.getByText('전송됨').waitFor({ state: 'attached' });
    await answerAsAdmin(writer.memberId, '네, 들려요');
    await page.getByRole('log').getByText('네, 들려요').waitFor();
    expect(faults).toEqual([]);
  });

  it('a room whose opening gets no answer is opened again', async () => {
    const writer = await world.server.member({ active: true });
    const { page } = await open({ as: writer });
    let joins = 0;
    await socketOf(page, (message, forward) => {
      if (isJoin(message)) joins += 1;
      if (joins !== 1 || !isJoin(message)) forward();
    });
    await page.clock.install();
    await page.goto('/dashboard/one-on-one');
    await expect.poll(() => joins).toBe(1);
    await page.clock.runFor(14_000);
    await expect.poll(() => joins).toBe(2);
    await page.getByRole('textbox').waitFor();
  });

  it('a room shows what came while the device slept, before the socket is known to be down', async () => {
    const writer = await world.server.member({ active: true });
    const { page, faults } = await open({ as: writer });
    let isJoined = false;
    let asleep = false;
    await socketOf(
      page,
      (_, forward) => forward(),
      (message, forward) => {
        isJoined ||= message.startsWith('43');
        if (!asleep || !message.startsWith('42')) forward();
      },
    );
    await page.goto('/dashboard/one-on-one');
    await expect.poll(() => isJoined).toBe(true);
    await page.getByRole('textbox').waitFor();
    asleep = true;
    await answerAsAdmin(writer.memberId, '아직 계신가요?');
    // A poll from before the socket was up may still be under way, and there is never another one beside it.
    const message = page.getByRole('log').getByText('아직 계신가요?');
    const shownOnceAwake = async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      return message.count();
    };
    await expect.poll(shownOnceAwake, { interval: 500 }).toBe(1);
    expect(faults).toEqual([]);
  });

  it('a picture that a proxy refuses is not sent again by itself, and holds nothing up', async () => {
    const writer = await world.server.member({ active: true });
    const { page } = await open({ as: writer });
    let uploads = 0;
    await page.route('**/api/v1/chat/images/*', (route) => {
      uploads += 1;
      return route.fulfill({ status: 413, contentType: 'text/html', body: '<html>Too large</html>' });
    });
    await page.goto('/dashboard/one-on-one');
    const field = page.getByRole('textbox');
    await field.waitFor();
    const drawn = await page.evaluate(() => document.createElement('canvas').toDataURL('image/png'));
    await page
      .locator('input[type=file]')
      .setInputFiles({
        name: 'receipt.png',
        mimeType: 'image/png',
        buffer: Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64'),
      });
    await page.getByRole('button', { name: '첨부한 사진 삭제' }).waitFor();
    const send = page.getByRole('button', { name: '보내기', exact: true });
    await send.click();
    await page.getByRole('alert').getByText('문제가 생겼어요. 잠시 후 다시 시도해 주세요.').waitFor();
    await field.fill('사진이 안 보내져요');
    await send.click();
    await page.getByText('전송됨').waitFor({ state: 'attached' });
    expect(uploads).toBe(1);
  });

  it('a tab in the background whose socket the server has ended waits a minute before it takes one', async () => {
    const { page } = await open({ as: member });
    let isUp = false;
    const sockets = await socketOf(
      page,
      (_, forward) => forward(),
      (message, forward) => {
        isUp ||= message.startsWith('40');
        forward();
      },
    );
    await page.clock.install();
    await page.goto('/dashboard/profile');
    await expect.poll(() => isUp).toBe(true);
    await page.evaluate(() =>
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' }),
    );
    // Packet 41: the server has ended the connection.
    sockets[0]?.send('41');
    await page.clock.runFor(10_000);
    await page.evaluate(() => fetch('/api/v1/config').then((answer) => answer.text()));
    expect(sockets).toHaveLength(1);
    await page.clock.runFor(60_000);
    await expect.poll(() => sockets.length).toBe(2);
  });

  it('a row that moves to the next page while a list is loaded is shown once', async () => {
    const writer = await world.server.member({ active: true });
    await answerAsAdmin(writer.memberId, '안녕하세요');
    const { page, faults } = await open({ as: writer });
    const shown = { first: ['옮긴 대화', '남은 대화'], next: ['옮긴 대화', '오래된 대화'] };
    await page.route('**/api/v1/chat/mine?*', async (route) => {
      const url = new URL(route.request().url());
      const isFirst = !url.searchParams.has('cursor');
      // As it is when the page asks: the list may change before the answer.
      const names = isFirst ? shown.first : shown.next;
      url.searchParams.delete('cursor');
      const answer = await route.fetch({ url: url.href });
      const [row] = (await answer.json()).items;
      const items = names.map((content) => ({
        ...row,
        _id: content,
        lastMessage: { ...row.lastMessage, content },
      }));
      return route.fulfill({ response: answer, json: { items, nextCursor: isFirst ? 'next' : null } });
    });
    await page.goto('/chats');
    const moved = page.getByRole('link', { name: /옮긴 대화/ });
    await page.getByRole('link', { name: /오래된 대화/ }).waitFor();
    await expect.poll(() => moved.count()).toBe(1);
    shown.first = ['남은 대화'];
    await answerAsAdmin(writer.memberId, '다시 안녕하세요');
    const rows = page.getByRole('main').getByRole('link', { name: /대화/ });
    const shownRows = async () => (await rows.allInnerTexts()).map((text) => text.match(/\S+ 대화/)?.[0]);
    await expect.poll(shownRows).toEqual(['남은 대화', '옮긴 대화', '오래된 대화']);
    expect(faults).toEqual([]);
  });

  it('where no WebSocket can be opened, the socket polls over HTTP', async () => {
    const { page } = await open({ as: member });
    await page.addInitScript(() => {
      const { WebSocket: Real } = window;
      window.WebSocket = class extends Real {
        constructor() {
          super('ws://127.0.0.1:9/');
        }
      };
    });
    const polled = page.waitForResponse(
      (answer) => /transport=polling&.*sid=/.test(answer.url()) && answer.ok(),
    );
    await page.goto('/dashboard/profile');
    await polled;
  });

  it('a visit that loses the server before anything is shown begins again once it answers', async () => {
    const { page } = await open();
    let asked = 0;
    await page.route('**/*', (route) => {
      const request = route.request();
      if (request.method() === 'HEAD') asked += 1;
      return request.method() === 'HEAD' || /assets\/landing/.test(request.url())
        ? route.abort('connectionrefused')
        : route.fallback();
    });
    await page.route(/assets\/texts/, (route) => route.abort('connectionrefused'));
    await page.goto('/');
    await expect.poll(() => asked).toBeGreaterThan(1);
    await page.unrouteAll();
    await page.getByRole('main').getByRole('link', { name: '회원가입하고 거래하기' }).waitFor();
  });
});
