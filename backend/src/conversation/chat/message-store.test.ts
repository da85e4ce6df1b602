import type { MemberId } from '@matgyo/contracts/ids';
import { verifyRoomChain } from '@matgyo/ledger/proof/room-chain';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../platform/database/database.ts';
import { database, db, pool, setUpDatabase } from '../../platform/database/migrated-database.fixture.ts';
import { createPool } from '../../platform/database/pool.ts';
import type { ChatRoom } from './chat-room.ts';
import { createMessageStore, type MessageStore } from './message-store.ts';
import { loadRoomChain } from './room-chain.fixture.ts';
import type { NewMessage } from './store-message.ts';

/** Two processes that share only the database. */
let stores: readonly [MessageStore, MessageStore];
const notified: string[] = [];
const pools: pg.Pool[] = [];

setUpDatabase();
beforeAll(() => {
  const open = (): MessageStore => {
    const own = createPool(database.connection, () => undefined);
    pools.push(own);
    return createMessageStore({
      db: createDatabase(own),
      pool: own,
      onStored: ({ room, seq }) => void notified.push(`${room.id} ${seq}`),
      images: { claim: async () => undefined },
    });
  };
  stores = [open(), open()];
});
afterAll(async () => {
  await Promise.all(pools.map((one) => one.end()));
});

let rooms = 0;
function newRoom(): ChatRoom {
  rooms += 1;
  const member = rooms.toString(16).padStart(24, '0') as MemberId;
  const none = { sell_order_id: null, buy_order_id: null, seller_id: null, buyer_id: null };
  return { ...none, id: `support-${member}`, kind: 'support', member_id: member };
}
const messageIn = (room: ChatRoom, content: string, more: Partial<NewMessage> = {}): NewMessage => ({
  room,
  content,
  role: 'member',
  senderId: room.member_id as MemberId,
  imageId: null,
  language: 'ko',
  clientId: null,
  ...more,
});
const chainOf = (room: ChatRoom) => loadRoomChain(db, room.id);

test('stores messages of many rooms at once with gapless numbers, an intact chain and one notification each', async () => {
  const many = Array.from({ length: 20 }, newRoom);
  const contents = Array.from({ length: 15 }, (_, index) => `message ${index}`);
  const placed = await Promise.all(
    many.flatMap((room) => contents.map((content) => stores[0].store(messageIn(room, content)))),
  );
  for (const [index, room] of many.entries()) {
    const chain = await chainOf(room);
    expect(chain.map(({ content }) => content)).toEqual(contents);
    expect(verifyRoomChain(room.id, chain)).toMatchObject({ intact: true });
    const own = placed.slice(index * contents.length, (index + 1) * contents.length);
    expect(own.map(({ seq, hash }) => [seq, hash])).toEqual(chain.map(({ seq, hash }) => [seq, hash]));
    expect(notified.filter((one) => one.startsWith(`${room.id} `))).toHaveLength(contents.length);
    const { rows } = await pool.query(
      'select last_seq, last_hash, listed from app.chat_rooms where id = $1',
      [room.id],
    );
    expect(rows).toEqual([{ last_seq: contents.length, last_hash: chain.at(-1)?.hash, listed: true }]);
    const marks = await pool.query('select seq from app.chat_reads where room_id = $1', [room.id]);
    expect(marks.rows).toEqual([{ seq: contents.length }]);
  }
});

test('stores concurrent messages in a few commits', async () => {
  const many = Array.from({ length: 20 }, newRoom);
  const one = async (content: string) => {
    await Promise.all(many.map((room) => stores[0].store(messageIn(room, content))));
    const { rows } = await pool.query<{ commits: string }>(
      'select count(distinct xmin::text) as commits from app.chat_messages where content = $1',
      [content],
    );
    return Number(rows[0]?.commits);
  };
  expect(await one('the first of each, alone')).toBe(20);
  expect(await one('the second, together')).toBeLessThanOrEqual(2);
});

test('keeps one chain when two processes write to the same rooms', async () => {
  const many = Array.from({ length: 4 }, newRoom);
  const talk = async (store: MessageStore, room: ChatRoom, name: string) => {
    const seqs: number[] = [];
    for (let index = 0; index < 25; index += 1)
      seqs.push(
        (await store.store(messageIn(room, `${name} ${index}`, { clientId: `${room.id} ${name} ${index}` })))
          .seq,
      );
    return seqs;
  };
  const acked = await Promise.all(
    many.flatMap((room) => [talk(stores[0], room, 'one'), talk(stores[1], room, 'two')]),
  );
  for (const [index, room] of many.entries()) {
    const chain = await chainOf(room);
    expect(verifyRoomChain(room.id, chain)).toMatchObject({ intact: true });
    expect([...(acked[index * 2] ?? []), ...(acked[index * 2 + 1] ?? [])].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 1),
    );
    expect(chain).toHaveLength(50);
    expect(chain.filter(({ content }) => content.startsWith('one ')).map(({ seq }) => seq)).toEqual(
      acked[index * 2],
    );
  }
});

test('stores a client id once, across rooms and processes, without delaying other messages', async () => {
  const [room, other, third] = [newRoom(), newRoom(), newRoom()] as const;
  for (const one of [room, other, third]) await stores[0].store(messageIn(one, 'first'));
  const named = { clientId: 'the same', senderId: room.member_id as MemberId };
  const attempts = await Promise.allSettled([
    stores[0].store(messageIn(room, 'named', named)),
    stores[0].store(messageIn(room, 'named', named)),
    stores[0].store(messageIn(other, 'named', named)),
    stores[1].store(messageIn(other, 'named', named)),
    stores[0].store(messageIn(third, 'not named')),
  ]);
  const refusals = attempts.filter((attempt) => attempt.status === 'rejected');
  expect(refusals.map(({ reason }) => reason.constraint)).toEqual(
    Array(3).fill('one_message_for_a_client_id'),
  );
  expect(attempts.at(-1)?.status).toBe('fulfilled');
  await expect(stores[0].store(messageIn(room, 'named', named))).rejects.toMatchObject({
    constraint: 'one_message_for_a_client_id',
  });
  const { rows } = await pool.query(
    'select count(*)::int as count from app.chat_messages where client_id = $1',
    ['the same'],
  );
  expect(rows).toEqual([{ count: 1 }]);
  for (const one of [room, other, third]) {
    const next = await stores[0].store(messageIn(one, 'next'));
    const chain = await chainOf(one);
    expect(next.seq).toBe(chain.length);
    expect(verifyRoomChain(one.id, chain)).toMatchObject({ intact: true });
  }
});

test('stores others’ messages in the group of one that repeats a client id', async () => {
  const [busy, room, other] = [newRoom(), newRoom(), newRoom()] as const;
  for (const one of [busy, room, other]) await stores[0].store(messageIn(one, 'first'));
  const named = { clientId: 'sent twice at once' };
  // While the first is written, the others gather.
  await Promise.allSettled([
    stores[0].store(messageIn(busy, 'second')),
    stores[0].store(messageIn(room, 'named', named)),
    stores[0].store(messageIn(room, 'named', named)),
    stores[0].store(messageIn(other, 'second')),
  ]);
  const { rows } = await pool.query(
    'select count(*)::int as messages, count(distinct xmin::text)::int as commits from app.chat_messages where seq = 2 and room_id = any($1)',
    [[room.id, other.id]],
  );
  expect(rows).toEqual([{ messages: 2, commits: 1 }]);
});

test('refuses a message to a room that another process closed', async () => {
  const [alone, grouped, open] = [newRoom(), newRoom(), newRoom()];
  for (const room of [alone, grouped, open]) await stores[0].store(messageIn(room, 'first'));
  const closed = [alone, grouped];
  await pool.query('update app.chat_rooms set closed_at = now() where id = any($1)', [
    closed.map(({ id }) => id),
  ]);
  // While the first is written, the other two gather.
  const [first, second, taken] = await Promise.allSettled([
    stores[0].store(messageIn(alone, 'too late')),
    stores[0].store(messageIn(grouped, 'too late')),
    stores[0].store(messageIn(open, 'in time')),
  ]);
  for (const refused of [first, second]) expect(refused).toMatchObject({ reason: { code: 'CHAT_CLOSED' } });
  expect(taken).toMatchObject({ value: { seq: 2 } });
  for (const room of closed) expect(await chainOf(room)).toHaveLength(1);
});

test('delays only the messages of a room that another transaction has locked', async () => {
  const [held, free] = [newRoom(), newRoom()];
  for (const one of [held, free]) await stores[0].store(messageIn(one, 'first'));
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select from app.chat_rooms where id = $1 for no key update', [held.id]);
  const waiting = stores[0].store(messageIn(held, 'second'));
  expect((await stores[0].store(messageIn(free, 'second'))).seq).toBe(2);
  expect((await stores[0].store(messageIn(free, 'third'))).seq).toBe(3);
  await client.query('commit');
  client.release();
  expect((await waiting).seq).toBe(2);
});

test('refuses messages that wait too long, and those beyond the limit, and stores neither', async () => {
  const limited = createMessageStore({
    db,
    pool,
    images: { claim: async () => undefined },
    limits: { waitingMax: 3, waitMsMax: 100 },
  });
  const room = newRoom();
  await stores[0].store(messageIn(room, 'first'));
  const locking = await pool.connect();
  await locking.query('begin');
  await locking.query('select from app.chat_rooms where id = $1 for update', [room.id]);
  const sent = ['written', 'late', 'late too', 'beyond'].map((content) =>
    limited.store(messageIn(room, content)).then(
      () => content,
      ({ code }) => code,
    ),
  );
  expect(await Promise.all(sent.slice(1))).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE']);
  await locking.query('rollback');
  locking.release();
  expect(await sent[0]).toBe('written');
  await limited.store(messageIn(room, 'last'));
  expect((await chainOf(room)).map(({ content }) => content)).toEqual(['first', 'written', 'last']);
});

test('refuses a message that would wait again after it has waited too long while it was being written', async () => {
  // Longer than `written` takes.
  const limits = { waitingMax: 10, waitMsMax: 1_000 };
  const limited = createMessageStore({ db, pool, images: { claim: async () => undefined }, limits });
  const [first, named, plain, other] = [newRoom(), newRoom(), newRoom(), newRoom()];
  for (const room of [first, named, plain, other]) await limited.store(messageIn(room, 'first'));
  const sending = await pool.connect();
  await sending.query('begin');
  await sending.query(
    `insert into app.chat_messages (room_id, seq, id, sender_id, role, content, language, client_id, at, salt, content_hash, prev_hash, hash)
     select $1, 99, repeat('f', 24), sender_id, role, content, language, 'being sent', at, salt, content_hash, prev_hash, hash
     from app.chat_messages where room_id = $2`,
    [other.id, named.id],
  );
  const written = limited.store(messageIn(first, 'second'));
  // They gather meanwhile, and wait for the client id together.
  const waiting = Promise.allSettled([
    limited.store(messageIn(named, 'second', { clientId: 'being sent' })),
    limited.store(messageIn(plain, 'second')),
  ]);
  await written;
  await expect(limited.store(messageIn(first, 'third'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await sending.query('commit');
  sending.release();
  for (const refused of await waiting) expect(refused).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
  expect((await chainOf(plain)).map(({ content }) => content)).toEqual(['first']);
});

test('never moves a room’s time back, whichever process’s clock is used', async () => {
  const room = newRoom();
  await stores[0].store(messageIn(room, 'first'));
  const ahead = `update app.chat_rooms set last_at = now() + interval '1 hour' where id = $1 returning last_at`;
  const [{ last_at }] = (await pool.query(ahead, [room.id])).rows;
  // This process has not written to the room before: the first message is stored alone, the next in a group.
  const [alone, grouped] = [
    await stores[1].store(messageIn(room, 'second')),
    await stores[1].store(messageIn(room, 'third')),
  ];
  expect(alone.at).toEqual(last_at);
  expect(grouped.at).toEqual(last_at);
});
