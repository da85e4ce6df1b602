import { afterAll, expect, test } from 'vitest';
import { type Person, startTestServer } from '../../../../test/server.ts';
import { ackedMessage, connected, socketTo } from '../../../../test/sockets.ts';

const server = await startTestServer({ LIMITS: '{"chatMessagesPerDay":3}' });
afterAll(() => server.close());

const post = ({ token, memberId }: Person, content: string, clientId?: string) =>
  server.request('POST', '/chat', {
    token,
    body: { orderId: `support-${memberId}`, content, ...(clientId !== undefined && { clientId }) },
  });
const storedBy = async ({ memberId }: Person) =>
  Number(
    (await server.pool.query('select count(*) from app.chat_messages where sender_id = $1', [memberId]))
      .rows[0].count,
  );

test('limits a member’s messages of a day, over HTTP and by socket, and stores nothing beyond', async () => {
  const member = await server.member();
  const socket = await connected(socketTo(server.url, { token: member.token }));
  const orderId = `support-${member.memberId}`;
  expect((await post(member, 'one', 'first')).status).toBe(201);
  // Refused messages and repeats do not count.
  expect((await post(member, '')).status).toBe(422);
  expect((await post(member, 'one', 'first')).status).toBe(201);
  expect((await post(member, 'two')).status).toBe(201);
  ackedMessage(await socket.emitWithAck('sendMessage', { orderId, content: 'three', clientId: 'third' }));

  const refused = await post(member, 'four');
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: 'CHAT_MESSAGES_OF_DAY',
      error: '24시간 동안 보낼 수 있는 메시지 수를 넘었어요. 나중에 다시 시도해 주세요.',
    },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
  expect(await socket.emitWithAck('sendMessage', { orderId, content: 'four' })).toMatchObject({
    code: 'CHAT_MESSAGES_OF_DAY',
  });
  // The reply to this message was lost.
  expect((await post(member, 'three', 'third')).status).toBe(201);
  expect(await storedBy(member)).toBe(3);
  expect((await post(await server.member(), 'hello')).status).toBe(201);
  socket.disconnect();
});
