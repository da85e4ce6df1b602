import { expect, test } from 'vitest';
import { ackedMessage, join, nextEvent, send, type TestSocket } from '../../../../test/sockets.ts';
import {
  buy,
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

test('sends typing, read and closed to the others in the room, and nothing after leaving', async () => {
  const placed = await market.place(seller, 'sell', '70000');
  const [mine, admins] = await Promise.all([socketOf(seller), socketOf(market.admin)]);
  await Promise.all([join(mine, placed), join(admins, placed)]);
  ackedMessage(await send(mine, placed, 'hello'));

  const typing = nextEvent(admins, 'typing');
  mine.emit('typing', placed);
  expect(await typing).toEqual({ room: placed, sender: seller.nickname, role: 'seller' });
  const read = nextEvent(mine, 'read');
  expect(await admins.emitWithAck('read', { orderId: placed, seq: 1 })).toEqual({ ok: true });
  expect(await read).toEqual({ room: placed, reader: market.admin.nickname, role: 'admin', seq: 1 });

  expect(await mine.emitWithAck('closeChat', placed)).toMatchObject({ ok: false, code: 'FORBIDDEN' });
  await admins.emitWithAck('leaveRoom', placed);
  let left = 0;
  admins.on('closed', () => {
    left += 1;
  });
  const closed = nextEvent(mine, 'closed');
  expect(await admins.emitWithAck('closeChat', placed)).toMatchObject({ ok: true, room: { closed: true } });
  expect(await closed).toMatchObject({ room: placed });
  expect(await send(mine, placed, 'late')).toMatchObject({
    ok: false,
    code: 'CHAT_CLOSED',
    error: 'This chat has ended.',
  });
  expect(left).toBe(0);
});

test('a trade’s messages also reach sockets that joined one of its two orders, each once', async () => {
  const third = await server.member({ active: true });
  const [offer, bid, other] = [
    await market.open(seller, 'sell', '140000'),
    await market.open(third, 'buy', '70000'),
    await market.open(seller, 'sell', '70000'),
  ];
  const [mine, theirs] = [await socketOf(seller), await socketOf(third)];
  const [elsewhere, admin] = [await socketOf(seller), await socketOf(market.admin)];
  // Joined before the match, as by a client that knows only its own order.
  await Promise.all([join(mine, offer), join(theirs, bid), join(elsewhere, other), join(admin, offer)]);
  const matched = (await market.match(offer, bid))._id;
  await Promise.all([join(mine, matched), join(admin, bid)]);
  const sockets = [mine, theirs, elsewhere, admin];
  const received = sockets.map((socket) => {
    const contents: string[] = [];
    socket.on('message', ({ content }) => contents.push(content));
    return contents;
  });
  const talk = async (socket: TestSocket, own: string, counter: string, content: string) => {
    const message = ackedMessage(await send(socket, own, content, { currentOrderInProgress: counter }));
    expect(message.room).toBe(matched);
    // Answered after all earlier events.
    await Promise.all(sockets.map((each) => each.emitWithAck('leaveRoom', 'x')));
  };
  await talk(theirs, bid, offer, 'paid');
  await talk(mine, offer, bid, 'received');
  expect(received).toEqual([['paid', 'received'], ['paid', 'received'], [], ['paid', 'received']]);
  await theirs.emitWithAck('leaveRoom', bid);
  await talk(mine, offer, bid, 'still there?');
  expect(received.map(({ length }) => length)).toEqual([3, 2, 0, 3]);
});

test('no event gives access to another member’s room', async () => {
  const strangers = [
    await socketOf(outsider),
    await socketOf(await server.member({ active: true, manager: true })),
    await socketOf(),
  ];
  const inside = await socketOf(seller);
  await join(inside, trade);
  const rooms = [trade, sell, { orderId: sell, currentOrderInProgress: buy }, `support-${seller.memberId}`];
  for (const [index, socket] of strangers.entries()) {
    let leaked = 0;
    for (const event of ['message', 'typing', 'read', 'closed'] as const)
      socket.on(event, () => (leaked += 1));
    const refusal = { ok: false, code: index === 2 ? 'INVALID_TOKEN' : 'CHAT_NOT_FOUND' };
    for (const room of rooms) {
      const orderId = typeof room === 'string' ? room : room.orderId;
      expect(await join(socket, room)).toMatchObject(refusal);
      expect(await send(socket, orderId, 'let me in')).toMatchObject(refusal);
      expect(await socket.emitWithAck('read', { orderId, seq: 1 })).toMatchObject(refusal);
      expect(await socket.emitWithAck('closeChat', room)).toMatchObject({
        ok: false,
        code: expect.stringMatching(/FORBIDDEN|INVALID/),
      });
      socket.emit('typing', room);
    }
    // The server's own room names are not accepted.
    for (const name of ['admins', 'public', `member:${seller.memberId}`, `chat:${trade}`, inside.id ?? ''])
      expect(await join(socket, name)).toMatchObject({ ok: false });
    ackedMessage(await send(inside, trade, 'among us'));
    // It is answered after all earlier events.
    await join(socket, 'x');
    expect(leaked).toBe(0);
  }
});

test('refuses a message in the language it names, whatever the connection’s language', async () => {
  const socket = await socketOf(seller);
  const error = async (storedLanguage?: 'ko' | 'en') => {
    const answer = await socket.emitWithAck('sendMessage', {
      orderId: trade,
      content: ' ',
      ...(storedLanguage && { storedLanguage }),
    });
    return answer.ok ? undefined : answer.error;
  };
  expect(await error('ko')).toMatch(/[가-힣]/);
  expect(await error('en')).toMatch(/^[A-Z][^가-힣]+$/);
  expect(await error()).toBe(await error('en'));
});

test('an inactive member may join a room and mark it as read, but not write or type', async () => {
  const member = await server.member({ active: true });
  const placed = await market.place(member, 'sell', '70000');
  await edit(member, { status: 'inactive' });
  const [mine, admin] = [
    await socketOf(await server.signIn(member.nickname, member.password)),
    await socketOf(market.admin),
  ];
  const refusal = 'Your account is not active. Please ask in the support chat.';
  expect(await join(mine, placed)).toMatchObject({ ok: true, room: { _id: placed }, refusal });
  expect(await join(mine, `support-${member.memberId}`)).not.toHaveProperty('refusal');
  await join(admin, placed);
  const arrived = nextEvent(mine, 'message');
  const { seq } = ackedMessage(await send(admin, placed, 'are you there?'));
  expect(await arrived).toMatchObject({ seq });
  const read = nextEvent(admin, 'read');
  expect(await mine.emitWithAck('read', { orderId: placed, seq })).toEqual({ ok: true });
  expect(await read).toMatchObject({ reader: member.nickname, seq });
  const refused = { ok: false, code: 'ACCOUNT_INACTIVE', error: refusal };
  expect(await send(mine, placed, 'yes')).toMatchObject(refused);
  const untyped = mine as unknown as { emitWithAck(event: string, room: string): Promise<unknown> };
  expect(await untyped.emitWithAck('typing', placed)).toMatchObject(refused);
});
