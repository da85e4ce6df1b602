import { verifyRoomChain } from '@matgyo/ledger/proof/room-chain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
import { testAll } from '../../../../test/test-all.ts';
import { readableRoom } from '../../conversation/chat/chat-room.ts';
import { loadRoomChain } from '../../conversation/chat/room-chain.fixture.ts';
import { storeMessage } from '../../conversation/chat/store-message.ts';
import { openMarket } from '../../trading/orders/market.fixture.ts';
import { createDatabase } from '../database/database.ts';
import { chatClient } from './chat-client.fixture.ts';

const messages = testAll ? 10_000 : 300;
const disconnects = testAll ? 200 : 15;

let server: TestServer;
let people: readonly Person[];
let trade: string;

beforeAll(async () => {
  server = await startTestServer({ LIMITS: '{"chatMessagesPerMinute":1000000}' });
  const market = await openMarket(server);
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const sell = await market.open(seller, 'sell', '100000');
  const buy = await market.open(buyer, 'buy', '100000');
  trade = (await market.match(sell, buy))._id;
  people = [seller, buyer, market.admin];
});
afterAll(() => server.close());

test(
  `stores each of ${messages} messages once and in order while connections are cut ${disconnects} times`,
  async () => {
    const each = Math.ceil(messages / people.length);
    const talkers = people.map((person, index) =>
      chatClient({ url: server.url, token: person.token, room: trade, name: `p${index}`, count: each }),
    );
    try {
      const total = () => talkers.reduce((sum, { acked }) => sum + acked.size, 0);
      for (let cut = 1; cut <= disconnects; cut += 1) {
        const wanted = Math.floor((cut / (disconnects + 1)) * each * people.length);
        await expect.poll(total, { timeout: 60_000, interval: 2 }).toBeGreaterThanOrEqual(wanted);
        talkers[cut % talkers.length]?.cut();
      }
      await Promise.all(talkers.map(({ finished }) => finished));
      expect(total()).toBe(each * people.length);
      for (const { caughtUp } of talkers) await caughtUp(each * people.length);

      const stored = await loadRoomChain(createDatabase(server.pool), trade);
      expect(stored).toHaveLength(each * people.length);
      expect(verifyRoomChain(trade, stored)).toMatchObject({ intact: true });
      for (const { name, acked, seen } of talkers) {
        expect(seen.size).toBe(stored.length);
        for (const { seq, content } of stored) expect(seen.get(seq)).toBe(content);
        // Each was acknowledged with its number, in the order of sending.
        const own = stored.filter(({ content }) => content.startsWith(`${name} `));
        expect(own.map(({ content }) => content)).toEqual(
          Array.from({ length: each }, (_, index) => `${name} ${index}`),
        );
        expect(own.map(({ seq }) => seq)).toEqual(own.map(({ content }) => acked.get(content)));
      }
      expect(talkers.reduce((sum, { connections }) => sum + connections(), 0)).toBeGreaterThan(disconnects);
    } finally {
      for (const { close } of talkers) close();
    }
  },
  testAll ? 600_000 : 120_000,
);

test('acknowledges a message that was stored before its server crashed, without storing it again', async () => {
  const [seller] = people as [Person];
  const db = createDatabase(server.pool);
  const { rows } = await server.pool.query('select last_seq from app.chat_rooms where id = $1', [trade]);
  const { room, role } = await readableRoom(
    db,
    { memberId: seller.memberId as never, admin: false, status: 'active' },
    { orderId: trade },
  );
  const deps = { db, images: { claim: async () => undefined }, listeners: [] };
  const sent = { content: 'was it heard?', clientId: 'before-the-crash' };
  const stored = {
    room,
    role,
    senderId: seller.memberId as never,
    imageId: null,
    language: 'ko' as const,
    ...sent,
  };
  const { seq } = await storeMessage(deps, stored);
  expect(seq).toBe(rows[0].last_seq + 1);
  const resent = await server.request('POST', '/chat', {
    token: seller.token,
    body: { orderId: trade, ...sent },
  });
  expect([resent.status, resent.body.seq]).toEqual([201, seq]);
  expect(
    (await server.request('GET', `/chat/messages/${trade}?after=${seq - 1}`, { token: seller.token })).body
      .items,
  ).toHaveLength(1);
});
