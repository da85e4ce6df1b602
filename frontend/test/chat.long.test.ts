import type { Locator, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { smallJpeg } from '../../test/sign-up-form.ts';
import { holdNextPhoto } from './hold-photo.ts';
import { placeOrder, small, startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
const seller = await world.server.member({ active: true, nickname: 'sora2203' });
const buyer = await world.server.member({ active: true, nickname: 'jiho51' });
afterAll(() => world.close());

/** The page's socket, which the test can cut and restore. */
async function interruptibleSocket(page: Page) {
  const open = new Set<WebSocketRoute>();
  const state = { up: false, cut: false, cutAfterSend: false };
  const cut = (route: WebSocketRoute) => {
    open.delete(route);
    void route.close();
  };
  const forward = (route: WebSocketRoute) => {
    const server = route.connectToServer();
    open.add(route);
    server.onMessage((message) => {
      route.send(message);
      // Packet 40: the server accepted the connection.
      state.up ||= String(message).startsWith('40');
    });
    route.onMessage((message) => {
      server.send(message);
      if (!state.cutAfterSend || !String(message).includes('sendMessage')) return;
      // The server receives the message; its reply is lost.
      state.cutAfterSend = false;
      cut(route);
    });
  };
  // Connections opened while cut are not served until `restore`.
  const waiting: WebSocketRoute[] = [];
  await page.routeWebSocket(/socket\.io/, (route) => {
    if (state.cut) waiting.push(route);
    else forward(route);
  });
  return {
    isUp: () => state.up,
    cut: () => {
      state.cut = true;
      state.up = false;
      for (const route of open) cut(route);
    },
    restore: () => {
      state.cut = false;
      for (const route of waiting.splice(0)) forward(route);
    },
    cutAfterNextSend: () => {
      state.cutAfterSend = true;
    },
  };
}

const calls = (page: Page): string[] => {
  const made: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) made.push(`${request.method()} ${pathname}${search}`);
  });
  return made;
};

/** What a page requests within more than the 3 s after which it would poll. */
const nextRequest = (page: Page, what: RegExp): Promise<string> =>
  page.waitForRequest(what, { timeout: 4_000 }).then(
    (request) => request.url(),
    () => 'nothing',
  );

const write = async (room: Page | Locator, text: string) => {
  await room.getByRole('textbox').fill(text);
  await room.getByRole('button', { name: '보내기', exact: true }).click();
};

/** Messages that a room shows as stored, in the order shown. */
const shownMessages = (room: Page | Locator): Promise<string[]> =>
  room.getByRole('log').locator('[data-seq] p').allInnerTexts();

it('open screens update themselves; seller, buyer and admin chat without losing messages when the connection breaks', async () => {
  const { page, faults } = await world.open({ as: seller, width: 375 });
  const socket = await interruptibleSocket(page);
  const made = calls(page);
  const sellId = await placeOrder(world.server, seller, 'sell', small);
  const buyId = await placeOrder(world.server, buyer, 'buy', small);
  await page.goto('/dashboard/sell-history');
  await page.getByText('승인 대기').first().waitFor();
  await expect.poll(socket.isUp).toBe(true);
  // With the socket up everything is fetched once, and then nothing until something happens.
  await expect.poll(() => nextRequest(page, /\/api\//), { interval: 0 }).toBe('nothing');
  const admin = await world.server.admin();
  const opened = await Promise.all([world.open({ as: buyer }), world.open({ as: admin })]);
  const [{ page: buying }, { page: staff }] = opened;

  await world.admin.setPrice('1420');
  await page.getByText('1,420원').first().waitFor();
  await world.admin.approve('sell', sellId);
  await world.admin.approve('buy', buyId);
  await world.admin.match(sellId, buyId);
  await page.getByRole('link', { name: '채팅 jiho51' }).click();

  // The two sides of the match.
  await page.getByText('아직 대화가 없어요').waitFor();
  await buying.goto(`/chat/${buyId}/${sellId}/buy`);
  const typing = buying.getByText('sora2203 님이 입력하고 있어요');
  // The signal is missed until the other side has joined the room: repeat it until it is seen.
  await expect
    .poll(
      async () => {
        await page.getByRole('textbox').press('End');
        await page.getByRole('textbox').pressSequentially('안녕');
        return typing.isVisible();
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toBe(true);
  await write(page, '안녕');
  await buying.getByRole('log').getByText('안녕').waitFor();
  await page.getByRole('log').getByText('읽음').waitFor({ state: 'attached' });
  // Screen readers get a sender for the member’s own messages, too.
  await page.getByRole('log').getByText('나', { exact: true }).first().waitFor({ state: 'attached' });

  // The seller and the admin, who sees both orders' rooms.
  await page.getByRole('link', { name: '관리자와 채팅' }).click();
  await staff.goto(`/chat/${sellId}/${buyId}/sell`);
  const left = staff.getByRole('region', { name: '판매자 sora2203' });
  const right = staff.getByRole('region', { name: '구매자 jiho51' });
  await page.getByText('이 주문에 대해 관리자와 이야기할 수 있어요').waitFor();
  await write(page, '입금이 안 보여요');
  await left.getByText('입금이 안 보여요').waitFor();
  // Members see no admin's name, here as in the conversation.
  const adminTyping = page.getByText('관리자 님이 입력하고 있어요');
  await expect
    .poll(
      async () => {
        await left.getByRole('textbox').pressSequentially('확인');
        return adminTyping.isVisible();
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toBe(true);
  // Another admin sees which one it is.
  const { page: colleague } = await world.open({
    as: await world.server.member({ active: true, admin: true }),
  });
  await colleague.goto(`/chat/${sellId}/${buyId}/sell`);
  const namedTyping = colleague.getByText(`${admin.nickname} 님이 입력하고 있어요`);
  await expect
    .poll(
      async () => {
        await left.getByRole('textbox').pressSequentially('확인');
        return namedTyping.isVisible();
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toBe(true);
  await colleague.close();
  // On a desktop, Enter sends.
  await left.getByRole('textbox').fill('확인해 볼게요');
  await left.getByRole('textbox').press('Enter');
  await page.getByRole('log').getByText('확인해 볼게요').waitFor();
  await write(right, '언제 보내셨어요?');
  await expect.poll(() => shownMessages(page)).toEqual(['입금이 안 보여요', '확인해 볼게요']);

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await page.getByText('JPG, PNG, WebP 사진 파일을 올려 주세요.').waitFor();
  // Some systems know no type for it.
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'photo.HEIC', mimeType: '', buffer: Buffer.from('no browser reads it') });
  await page.getByText('이 브라우저는 HEIC 사진을 열 수 없어요.', { exact: false }).waitFor();
  const release = await holdNextPhoto(page);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'wrong.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(smallJpeg()) });
  await page.getByRole('status', { name: '사진 용량을 줄이고 있어요' }).waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: await drawing(page) });
  await page.getByRole('button', { name: '첨부한 사진 삭제' }).waitFor();
  await release();
  await page.getByRole('button', { name: '보내기', exact: true }).click();
  const picture = left.getByRole('img', { name: 'sora2203 님이 보낸 사진' });
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600);

  // The reply to a message is lost, then the connection is down for a while: every message arrives once, in order.
  socket.cutAfterNextSend();
  await write(page, '사진 보냈어요');
  await left.getByText('사진 보냈어요').waitFor();
  await expect
    .poll(() => shownMessages(page))
    .toEqual(['입금이 안 보여요', '확인해 볼게요', '사진 보냈어요']);
  // While the socket is down, messages are polled and sent over HTTP; afterwards that stops.
  socket.cut();
  made.length = 0;
  for (const text of ['하나', '둘', '셋']) await write(left, text);
  await page.getByRole('log').getByText('셋').waitFor();
  await write(page, '네');
  await left.getByRole('log').getByText('네').waitFor();
  const overHttp = made.filter((call) => call.includes('/chat'));
  expect(overHttp).toContain(`GET /api/v1/chat/messages/${sellId}?after=4&limit=100`);
  expect(overHttp).toContain('POST /api/v1/chat');
  await expect.poll(() => made).toContain(`PUT /api/v1/chat/read/${sellId}`);
  await page.getByRole('textbox').fill('아직 쓰는 중');
  await write(left, '넷');
  socket.restore();
  await page.getByRole('log').getByText('넷').waitFor();
  await expect.poll(socket.isUp).toBe(true);
  await expect.poll(() => nextRequest(page, /chat\/messages/), { interval: 0 }).toBe('nothing');
  expect(await page.getByRole('textbox').inputValue()).toBe('아직 쓰는 중');
  const all = ['입금이 안 보여요', '확인해 볼게요', '사진 보냈어요', '하나', '둘', '셋', '네', '넷'];
  await expect.poll(() => shownMessages(page)).toEqual(all);
  await expect.poll(() => shownMessages(left)).toEqual(all);
  // What never changes is not fetched again.
  expect(made.filter((call) => /chat\/images|trail/.test(call))).toEqual([]);

  // The match is completed from the chat page; closing the other dialog changes nothing.
  const question = staff.getByRole('alertdialog');
  await staff.getByRole('button', { name: '매칭 취소' }).click();
  await question.getByText('매칭을 취소할까요?').waitFor();
  await question.getByRole('button', { name: '닫기' }).click();
  await question.waitFor({ state: 'detached' });
  await staff.getByRole('button', { name: '212.4646 USDT 거래 완료' }).click();
  await question.getByText('거래를 완료할까요?').waitFor();
  await question.getByRole('radio', { name: '채팅으로 확인' }).check();
  await question.getByRole('button', { name: '212.4646 USDT 거래 완료' }).click();
  await staff.getByText('jiho51 님과의 212.4646 USDT 거래를 완료했어요').waitFor();
  for (const name of ['매칭 취소', '212.4646 USDT 거래 완료'])
    await staff.getByRole('button', { name }).waitFor({ state: 'detached' });
  await staff.locator('main').getByText('거래 완료', { exact: true }).waitFor();

  // The trade's room is one click away; a closed room can only be read.
  await staff.getByRole('button', { name: '거래 채팅' }).click();
  await staff.getByRole('log').getByText('안녕').waitFor();
  await staff.getByRole('button', { name: '주문 채팅' }).click();
  await left.getByRole('button', { name: '채팅 종료' }).click();
  await staff.getByRole('alertdialog').getByRole('button', { name: '채팅 종료' }).click();
  await staff.waitForURL('**/admin/dashboard');
  await page.getByText('종료된 채팅이에요. 읽기만 할 수 있어요.').waitFor();
  await expect.poll(() => page.getByRole('textbox').count()).toBe(0);
  await staff.goto(`/admin/endchat?search=${sellId.slice(-12)}`);
  await staff.getByRole('link', { name: '넷' }).click();
  await left.getByText('종료된 채팅이에요. 읽기만 할 수 있어요.').waitFor();
  expect([...faults, ...opened.flatMap((tab) => tab.faults)]).toEqual([]);
});

it('older messages load above and new ones arrive below without moving the scroll position', async () => {
  const member = await world.server.member({ active: true });
  const { token } = await world.server.admin();
  const [, claims = ''] = member.token.split('.');
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const say = (content: string) =>
    world.server.request('POST', '/chat', { token, body: { orderId: `support-${sub}`, content } });
  for (let batch = 0; batch < 12; batch += 1)
    await Promise.all(Array.from({ length: 10 }, (_, number) => say(`${batch * 10 + number}번째`)));
  const { page } = await world.open({ as: member, width: 375 });
  await page.goto('/dashboard/one-on-one');
  const log = page.getByRole('log');
  await log.locator('[data-seq="120"]').waitFor();
  expect(await log.locator('[data-seq]').count()).toBe(50);
  // The topmost visible message stays in place while older ones load above it.
  const first = log.locator('[data-seq="71"]');
  await first.scrollIntoViewIfNeeded();
  await log.locator('[data-seq="21"]').waitFor({ state: 'attached' });
  const top = (await first.boundingBox())?.y ?? -1;
  const box = await log.boundingBox();
  expect(top).toBeGreaterThanOrEqual((box?.y ?? 0) - 60);
  expect(top).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0));
  await log.evaluate((element) => element.scrollTo(0, 0));
  await log.locator('[data-seq="1"]').waitFor({ state: 'attached' });
  await expect.poll(() => log.locator('[data-seq]').count()).toBe(120);
  // A new message does not scroll away from older ones being read.
  await say('새로 왔어요');
  await page.getByRole('button', { name: '새 메시지' }).click();
  await expect
    .poll(() =>
      log.evaluate(
        ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight < 2,
      ),
    )
    .toBe(true);
});

/** A PNG of 600 by 400 pixels. */
async function drawing(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [600, 400];
    const context = canvas.getContext('2d');
    if (context !== null) {
      context.fillStyle = '#ddc';
      context.fillRect(40, 40, 500, 300);
    }
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
