import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callApi } from '../../../../test/api-call.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import {
  ackedMessage,
  connected,
  disconnectReason,
  join,
  nextEvent,
  send,
  socketTo,
} from '../../../../test/sockets.ts';
import {
  joinServer,
  processAdmin,
  type ServerProcess,
  settingsFor,
  signInTo,
  startServerProcess,
} from '../../server-process.fixture.ts';
import { chatClient } from './chat-client.fixture.ts';

let database: TestDatabase;
let dataDir: string;
let one: ServerProcess;
let two: ServerProcess;
let admin: string;
let member: string;
let memberId: string;
let room: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'backends-'));
  const environment = { ...settingsFor(database), LIMITS: '{"chatMessagesPerMinute":1000000}' };
  one = await startServerProcess(dataDir, { ...environment, PROJECTIONS: 'inside' });
  two = await startServerProcess(dataDir, environment);
  member = await joinServer(one, dataDir, '01022223333');
  admin = await signInTo(two, processAdmin.nickname, processAdmin.password);
  memberId = JSON.parse(Buffer.from(member.split('.')[1] ?? '', 'base64url').toString()).sub;
  room = `support-${memberId}`;
});
afterAll(async () => {
  await Promise.all([one?.end('SIGTERM'), two?.end('SIGTERM')]);
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test('events cross between two backends: messages, typing, read marks, ends and long texts', async () => {
  const [mine, theirs] = [
    await connected(socketTo(one.url, { token: member })),
    await connected(socketTo(two.url, { token: admin })),
  ];
  try {
    for (const socket of [mine, theirs]) expect(await join(socket, room)).toMatchObject({ ok: true });
    // The last one is longer than a Postgres notification.
    for (const [from, to] of [
      [mine, theirs],
      [theirs, mine],
    ] as const)
      for (const content of ['hello', '가'.repeat(2_000), '"'.repeat(2_000)]) {
        const arrived = nextEvent(to, 'message', (message) => message.content === content);
        const message = ackedMessage(await send(from, room, content));
        expect(await arrived).toEqual(message);
      }
    const typing = nextEvent(theirs, 'typing');
    mine.emit('typing', room);
    expect(await typing).toMatchObject({ room, role: 'member' });
    const read = nextEvent(theirs, 'read');
    await mine.emitWithAck('read', { orderId: room, seq: 6 });
    expect(await read).toMatchObject({ room, role: 'member', seq: 6 });
    const received = nextEvent(theirs, 'changed', ({ keys }) => keys.includes(`chat:${room}`));
    await callApi('POST', `${one.url}/api/v1/chat`, {
      token: member,
      body: { orderId: room, content: 'over HTTP' },
    });
    await received;
  } finally {
    mine.disconnect();
    theirs.disconnect();
  }
});

test('signing out at one backend closes the socket at the other', async () => {
  const token = await signInTo(one, processAdmin.nickname, processAdmin.password);
  const socket = await connected(socketTo(two.url, { token }));
  const cut = disconnectReason(socket);
  await callApi('POST', `${one.url}/api/v1/user/logout`, { token });
  expect(await cut).toBe('io server disconnect');
});

test('backends that lose their connection to each other report it and reconnect', async () => {
  const [mine, theirs] = [
    await connected(socketTo(one.url, { token: member })),
    await connected(socketTo(two.url, { token: admin })),
  ];
  try {
    for (const socket of [mine, theirs]) await join(socket, room);
    const received = Promise.all(
      [mine, theirs].map((socket) => nextEvent(socket, 'changed', ({ keys }) => keys.includes('everything'))),
    );
    const client = new pg.Client({ ...database.connection });
    await client.connect();
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'matgyo sockets' and datname = current_database()`,
    );
    await client.end();
    await received;
    const arrived = nextEvent(theirs, 'message');
    const message = ackedMessage(await send(mine, room, 'again'));
    expect(await arrived).toEqual(message);
  } finally {
    mine.disconnect();
    theirs.disconnect();
  }
});

test('a killed backend loses no message: its client sends the rest to another', async () => {
  const count = 150;
  const [mine, theirs] = [
    chatClient({ url: two.url, token: member, room, name: 'mine', count }),
    chatClient({ url: one.url, token: admin, room, name: 'theirs', count }),
  ];
  try {
    await expect.poll(() => mine.acked.size, { timeout: 60_000, interval: 2 }).toBeGreaterThan(count / 3);
    expect(await two.end('SIGKILL')).toBe('SIGKILL');
    mine.moveTo(one.url);
    await Promise.all([mine.finished, theirs.finished]);
    const before = [...mine.seen.values()].filter((content) => !/^(mine|theirs) /.test(content)).length;
    for (const { caughtUp } of [mine, theirs]) await caughtUp(before + 2 * count);
    for (const name of ['mine', 'theirs']) {
      const own = [...mine.seen]
        .sort(([a], [b]) => a - b)
        .filter(([, content]) => content.startsWith(`${name} `));
      expect(own.map(([, content]) => content)).toEqual(
        Array.from({ length: count }, (_, index) => `${name} ${index}`),
      );
    }
    expect(theirs.seen).toEqual(mine.seen);
  } finally {
    mine.close();
    theirs.close();
  }
});

test('a stopping backend releases its sockets, which reconnect elsewhere, and exits with 0', async () => {
  const sockets = [
    await connected(socketTo(one.url, { token: member })),
    await connected(socketTo(one.url, { token: member, transports: ['polling'] })),
  ];
  const cut = Promise.all(sockets.map(disconnectReason));
  expect(await one.end('SIGTERM')).toBe(0);
  expect((await cut).every((reason) => reason.startsWith('transport'))).toBe(true);
});
