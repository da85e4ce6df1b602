import { afterAll, expect, it } from 'vitest';
import type { Person } from '../../test/server.ts';
import { matchedOrders, placeOrder, small, socketUp, startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
afterAll(() => world.close());

it('a room that a busy server does not let in is joined later, and can be written in', async () => {
  const member = await world.server.member({ active: true });
  const { page, faults } = await world.open({ as: member });
  const busy = { ok: false, code: 'UNAVAILABLE', error: '지금은 처리할 수 없어요.', retryAfter: 1 };
  let refused = 0;
  await page.routeWebSocket(/socket\.io/, (route) => {
    const server = route.connectToServer();
    route.onMessage((message) => {
      const asked = /^42(\d+)\["joinRoom"/.exec(String(message));
      if (asked === null || refused > 0) return server.send(message);
      refused += 1;
      route.send(`43${asked[1]}${JSON.stringify([busy])}`);
    });
  });
  await page.goto('/dashboard/one-on-one');
  await expect.poll(() => refused).toBe(1);
  await page.getByRole('textbox').waitFor();
  const { token } = await world.server.admin();
  const body = { orderId: `support-${member.memberId}`, content: '무엇을 도와 드릴까요?' };
  // A room that was not joined gets no messages.
  await expect
    .poll(
      async () => {
        await world.server.request('POST', '/chat', { token, body });
        return page.getByRole('log').getByText(body.content).count();
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toBeGreaterThan(0);
  expect(await page.getByText(busy.error).count()).toBe(0);
  expect(faults).toEqual([]);
});

it('in the members’ area an admin’s badge counts the messages in their own chats only', async () => {
  const member = await world.server.member({ active: true });
  const trader = await world.server.member({ active: true, admin: true });
  const orderId = await placeOrder(world.server, trader, 'sell', small);
  const say = ({ token }: Person, room: string) =>
    world.server.request('POST', '/chat', { token, body: { orderId: room, content: '안녕하세요' } });
  await say(member, `support-${member.memberId}`);
  await say(await world.server.admin(), orderId);
  const { page, faults } = await world.open({ as: trader });
  await page.goto('/dashboard/profile');
  await page.getByRole('link', { name: /^채팅 새 항목 \d/ }).waitFor();
  expect(await page.getByRole('link', { name: '채팅 새 항목 1', exact: true }).count()).toBe(1);
  expect(faults).toEqual([]);
});

it('the question before a support chat ends says that the member cannot use it again', async () => {
  const member = await world.server.member({ active: true });
  const { page, faults } = await world.open({ as: await world.server.admin() });
  const orderId = await placeOrder(world.server, member, 'sell', small);
  for (const [path, text] of [
    [`support-${member.memberId}/support`, '이 회원은 1:1 문의를 다시 쓸 수 없고 문의만 남길 수 있어요.'],
    [`${orderId}/sell`, '메시지를 보낼 수 없고 읽기만 할 수 있어요.'],
  ] as const) {
    await page.goto(`/chats/${path}`);
    await page.getByRole('button', { name: '채팅 종료' }).click();
    await page.getByRole('alertdialog').getByText(text).waitFor();
  }
  expect(faults).toEqual([]);
});

it('the chat of an earlier match of the same two orders is opened from the list, and its unread mark goes', async () => {
  const one = await world.server.member({ active: true });
  const other = await world.server.member({ active: true });
  const { sellId, buyId } = await matchedOrders(world, { seller: one, buyer: other });
  const say = async (content: string) => {
    const body = { orderId: sellId, currentOrderInProgress: buyId, content };
    const answer = await world.server.request('POST', '/chat', { token: other.token, body });
    expect(answer.status).toBe(201);
  };
  await say('첫 번째 거래예요');
  const { token } = await world.server.admin();
  const body = { sellerOrderId: sellId, buyerOrderId: buyId };
  await world.server.request('POST', '/sell/admin/cancel-orders', { token, body });
  await world.admin.match(sellId, buyId);
  await say('두 번째 거래예요');
  const { page, faults } = await world.open({ as: one, width: 375 });
  await page.goto('/chats');
  await page.getByRole('link', { name: '취소됨' }).click();
  await page.getByRole('log').getByText('첫 번째 거래예요').waitFor();
  // The page says that it is read once it is shown.
  const unread = async () => {
    const { body: chats } = await world.server.request('GET', '/chat/mine', { token: one.token });
    return chats.items.filter((chat: { unread: number }) => chat.unread > 0).length;
  };
  await expect.poll(unread).toBe(1);
  await page.goBack();
  await page.getByRole('link', { name: /안 읽은 메시지.*거래 중.*두 번째/s }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: /안 읽은 메시지.*취소됨/s }).count()).toBe(0);
  expect(faults).toEqual([]);
});

it('a pasted text that is too long for a message is kept whole, and can be sent once it is shorter', async () => {
  const { page, faults } = await world.open({ as: await world.server.member({ active: true }) });
  await page.goto('/dashboard/one-on-one');
  const field = page.getByRole('textbox');
  await field.focus();
  const pasted = `${'가'.repeat(2_000)}끝`;
  await page.keyboard.insertText(pasted);
  expect(await field.inputValue()).toBe(pasted);
  await page.getByText('메시지가 너무 길어요. 나눠서 보내 주세요.').waitFor();
  await page.keyboard.press('Enter');
  expect(await field.inputValue()).toBe(pasted);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.getByText('전송됨').waitFor({ state: 'attached' });
  expect(await field.inputValue()).toBe('');
  expect(faults).toEqual([]);
});

it('the reason why a member may not write follows the language, and the chat opens once the account is active', async () => {
  const member = await world.server.member({ active: true });
  const orderId = await placeOrder(world.server, member, 'sell', small);
  const { token } = await world.server.admin();
  const body = { status: 'inactive' };
  await world.server.request('PUT', `/user/users/${member.nickname}`, { token, body });
  const again = await world.server.signIn(member.nickname, member.password);
  const { page, faults } = await world.open({ as: again });
  await page.goto(`/chats/${orderId}/sell`);
  await page.getByText('계정이 비활성 상태예요. 궁금한 점은 1:1 문의로 남겨 주세요.').waitFor();
  await page.getByRole('button', { name: 'ENG' }).click();
  await page.getByText('Your account is not active. Please ask in the support chat.').waitFor();
  await world.admin.activate(member.nickname);
  await page.getByRole('textbox').waitFor();
  expect(faults).toEqual([]);
});

it('an order’s open chat leads to the counterpart as soon as the order is matched', async () => {
  const [one, other] = [
    await world.server.member({ active: true }),
    await world.server.member({ active: true }),
  ];
  const sellId = await placeOrder(world.server, one, 'sell', small);
  const buyId = await placeOrder(world.server, other, 'buy', small);
  await world.admin.approve('sell', sellId);
  await world.admin.approve('buy', buyId);
  const { page, faults } = await world.open({ as: one });
  const connected = socketUp(page);
  await page.goto(`/chats/${sellId}/sell`);
  await page.getByText('이 주문에 대해 관리자와 이야기할 수 있어요').waitFor();
  await connected;
  expect(await page.getByRole('link', { name: '상대와 채팅' }).count()).toBe(0);
  await world.admin.match(sellId, buyId);
  await page.getByRole('link', { name: '상대와 채팅' }).click();
  await page.waitForURL(`**/chat/${sellId}/${buyId}/sell`);
  expect(faults).toEqual([]);
});
