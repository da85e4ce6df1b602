import { once } from 'node:events';
import { connect } from 'node:net';
import { grantRole, revokeRole } from '@matgyo/ledger/account/account';
import { expect, test } from 'vitest';
import {
  ackedMessage,
  connected,
  disconnectReason,
  join,
  nextEvent,
  send,
  socketTo,
  type TestSocket,
} from '../../../../test/sockets.ts';
import { changeAccount } from '../../identity/members/change-account.fixture.ts';
import {
  buy,
  buyer,
  edit,
  market,
  outsider,
  sell,
  seller,
  server,
  setUpMatchWithSockets,
  socketOf,
  trade,
} from './sockets.fixture.ts';

setUpMatchWithSockets();

test('refuses a socket with an invalid token', async () => {
  for (const token of ['nonsense', `${seller.token}x`, 'x'.repeat(3_000)])
    await expect(connected(socketTo(server.url, { token }))).rejects.toMatchObject({
      code: expect.stringMatching(/INVALID_TOKEN|BAD_REQUEST/),
    });
  const gone = await server.signIn(outsider.nickname, outsider.password);
  await server.request('POST', '/user/logout', { token: gone.token });
  await expect(connected(socketTo(server.url, { token: gone.token }))).rejects.toEqual({
    code: 'INVALID_TOKEN',
    error: 'Invalid or expired token',
  });
});

test('a used connection whose next request asks for another protocol is answered and closed as any other', async () => {
  const { port } = new URL(server.url);
  const paths = ['/x', '/socket.io', '/api/v1/health/live'];
  for (const path of paths) {
    const connection = connect({ port: Number(port), host: '127.0.0.1' });
    connection.write('GET /api/v1/health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(connection, 'data');
    connection.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    const [answer] = await once(connection, 'data');
    expect([path, String(answer)]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 [24]0/)]);
    connection.end();
    await once(connection, 'close');
  }
});

test('refuses a socket of a page of another host, by any transport', async () => {
  const headers = { origin: 'https://elsewhere.example' };
  for (const transports of [['websocket'], ['polling']] as const)
    await expect(
      connected(socketTo(server.url, { token: seller.token, transports: [...transports], headers })),
    ).rejects.toBeDefined();
  await socketOf(seller, { headers: { origin: server.url } });
  const polled = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`);
  expect([polled.status, polled.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  expect(polled.headers.get('x-content-type-options')).toBe('nosniff');
});

test.each(['j=0', 'j', '%6A=0'])(
  'gives no script (JSONP) to a page of another host, asked for by %s',
  async (asked) => {
    const polled = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling&${asked}`);
    expect([polled.status, await polled.text()]).toEqual([403, expect.not.stringContaining('sid')]);
  },
);

test.each(['websocket', 'polling'] as const)(
  'delivers a message with its number to its room by %s',
  async (transport) => {
    const [mine, theirs] = await Promise.all([
      socketOf(seller, { transports: [transport] }),
      socketOf(buyer, { transports: [transport] }),
    ]);
    for (const socket of [mine, theirs])
      expect(await join(socket, { orderId: sell, currentOrderInProgress: buy })).toMatchObject({
        ok: true,
        room: { _id: trade, kind: 'trade', closed: false },
      });
    const arrived = Promise.all([nextEvent(mine, 'message'), nextEvent(theirs, 'message')]);
    const message = ackedMessage(await send(mine, trade, `by ${transport}`, { clientId: transport }));
    expect(message).toMatchObject({
      room: trade,
      sender: seller.nickname,
      role: 'seller',
      clientId: transport,
    });
    expect(await arrived).toEqual([message, message]);
    const { body } = await server.request('GET', `/chat/messages/${trade}?limit=1`, { token: buyer.token });
    expect(body.items).toEqual([message]);
  },
);

test.each([
  ['not an object', 'x'],
  ['no room', { content: 'x' }],
  ['nested beyond measure', JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`)],
  ['nothing', undefined],
])('refuses malformed input over a socket as over HTTP: %s', async (_, payload) => {
  const socket = await socketOf(seller);
  const answer = await socket.emitWithAck('sendMessage', payload as never);
  expect(answer).toMatchObject({ ok: false, code: expect.stringMatching(/BAD_REQUEST|CHAT_|EMPTY/) });
  // A missing or wrong acknowledgement breaks nothing.
  (socket as unknown as { emit(...sent: unknown[]): void }).emit('sendMessage', payload, 'no function');
  expect(await join(socket, trade)).toMatchObject({ ok: true });
});

test('refuses a NUL character in the id of a room and in a message to an existing one', async () => {
  const socket = await socketOf(seller);
  const answers = [await join(socket, 'a\u0000b'), await send(socket, trade, 'a\u0000b')];
  expect(answers).toMatchObject([{ code: 'BAD_REQUEST' }, { code: 'BAD_REQUEST' }]);
});

test('disconnects a member whose frame holds tens of thousands of values', async () => {
  const socket = await socketOf(seller);
  const cut = disconnectReason(socket);
  socket.emit('read', Array.from({ length: 30_000 }, () => 0) as never);
  expect(await cut).toMatch(/transport/);
});

test('one member’s joins sent all at once leave the database to others', async () => {
  const sockets = await Promise.all(Array.from({ length: 5 }, () => socketOf(outsider)));
  const joins = Promise.all(
    sockets.flatMap((socket) => Array.from({ length: 300 }, () => join(socket, sell))),
  );
  let waitingMost = 0;
  const watch = setInterval(() => {
    waitingMost = Math.max(waitingMost, server.pool.waitingCount);
  }, 1);
  const answers = await joins;
  clearInterval(watch);
  expect(new Set(answers.map((answer) => !answer.ok && answer.code))).toEqual(new Set(['CHAT_NOT_FOUND']));
  expect(waitingMost).toBeLessThan(50);
});

test('a socket is in 100 rooms at most, and can enter another after leaving one', async () => {
  await server.pool.query(
    `insert into app.chat_rooms (id, kind, member_id, last_hash)
      select 'support-' || lpad(g::text, 24, '0'), 'support', lpad(g::text, 24, '0'), '' from generate_series(1, 101) g`,
  );
  const rooms = Array.from({ length: 101 }, (_, index) => `support-${String(index + 1).padStart(24, '0')}`);
  const [first, last] = [rooms[0] ?? '', rooms.at(-1) ?? ''];
  const socket = await socketOf(market.admin);
  const enter = async (room: string) => (await join(socket, room)).ok;
  expect(new Set(await Promise.all(rooms.slice(0, -1).map(enter)))).toEqual(new Set([true]));
  expect([await join(socket, last), await enter(first)]).toMatchObject([{ code: 'TOO_MANY_REQUESTS' }, true]);
  await socket.emitWithAck('leaveRoom', first);
  expect(await enter(last)).toBe(true);
  await server.pool.query('delete from app.chat_rooms where id = any($1)', [rooms]);
});

test('the end of a session closes its sockets', async () => {
  const member = await server.member({ active: true });
  const again = await server.signIn(member.nickname, member.password);
  const [first, second, other] = [await socketOf(member), await socketOf(again), await socketOf(seller)];
  const cut = [disconnectReason(first), nextEvent(first, 'ended')] as const;
  await server.request('POST', '/user/logout', { token: member.token });
  expect(await cut[1]).toEqual({ code: 'INVALID_TOKEN', error: 'Invalid or expired token' });
  expect(await cut[0]).toBe('io server disconnect');
  expect([second.connected, other.connected]).toEqual([true, true]);

  const deactivated = disconnectReason(second);
  expect((await edit(member, { status: 'inactive' })).status).toBe(200);
  await deactivated;
  expect(other.connected).toBe(true);
});

test('notices a session that ended elsewhere or became another’s, and a role whose removal crashed half-way', async () => {
  const [member, robbed, manager, admin] = [
    await server.member({ active: true }),
    await server.member({ active: true }),
    await server.member({ active: true, manager: true }),
    await server.member({ active: true, admin: true }),
  ];
  const sockets = await Promise.all([member, robbed, manager, admin].map((person) => socketOf(person)));
  const cut = Promise.all(sockets.map(disconnectReason));
  // Simulates another backend, and one that crashed between the event and ending the sessions.
  await server.pool.query('update app.sessions set revoked_at = now() where member_id = $1', [
    member.memberId,
  ]);
  await server.pool.query('update app.sessions set member_id = $1 where member_id = $2', [
    seller.memberId,
    robbed.memberId,
  ]);
  await changeAccount(server, manager, (account) => revokeRole(account, 'manager', { isLastAdmin: false }));
  await changeAccount(server, admin, (account) => revokeRole(account, 'admin', { isLastAdmin: false }));
  expect(await cut).toEqual(Array(4).fill('io server disconnect'));
  // The server's other tests may need a second admin's approval.
  await changeAccount(server, admin, (account) => grantRole(account, 'admin'));
});

test('closes a member’s oldest socket when too many are open', async () => {
  const member = await server.member({ active: true });
  const sockets: TestSocket[] = [];
  for (let index = 0; index < 20; index += 1) sockets.push(await socketOf(member));
  const cut = disconnectReason(sockets[0] as TestSocket);
  await socketOf(member);
  await cut;
  expect(sockets.slice(1).every((socket) => socket.connected)).toBe(true);
});

test('accepts images over four of a member’s sockets, and closes another one that sends more than a text', async () => {
  const member = await server.member({ active: true });
  const sockets: TestSocket[] = [];
  for (let index = 0; index < 6; index += 1) sockets.push(await socketOf(member));
  const image = 'x'.repeat(30_000);
  const outcomes = await Promise.all(
    sockets.map((socket) =>
      send(socket, 'x', 'an image', { image }).then(
        (answer) => answer.ok || answer.code,
        () => socket.connected,
      ),
    ),
  );
  expect(outcomes).toEqual([...Array(4).fill('CHAT_NOT_FOUND'), ...Array(2).fill(false)]);
});

/** Asks for that many sockets on one connection; resolves to the number of answers when it is closed. */
async function askForSockets(token: string, count: number): Promise<number> {
  const greedy = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  let answers = 0;
  await new Promise((resolve) => greedy.addEventListener('message', resolve, { once: true }));
  const over = new Promise((resolve) => {
    greedy.addEventListener('close', resolve);
    greedy.addEventListener('message', () => {
      answers += 1;
      if (answers === count) resolve(greedy.close());
    });
  });
  for (let index = 0; index < count; index += 1) greedy.send(`40${JSON.stringify({ token })}`);
  await over;
  return answers;
}

test('closes a connection that asks for a second socket, whether the session has ended or not', async () => {
  const member = await server.member({ active: true });
  const { token: ended } = await server.signIn(member.nickname, member.password);
  await server.request('POST', '/user/logout', { token: ended });
  const ofMembers = async (): Promise<number> =>
    Number(
      /sockets_open\{of="members"\} (\d+)/.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1],
    );
  const before = await ofMembers();
  for (const token of [ended, member.token]) expect(await askForSockets(token, 60)).toBeLessThan(2);
  await expect.poll(ofMembers).toBe(before);
});
