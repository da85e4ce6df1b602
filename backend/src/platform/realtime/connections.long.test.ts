import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTick } from 'node:timers/promises';
import type pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  connected,
  disconnectReason,
  nextEvent,
  socketTo,
  type TestSocket,
} from '../../../../test/sockets.ts';
import type { Sessions } from '../../identity/sessions/session-store.ts';
import type { Database } from '../database/tables.ts';
import { createRealtime, type Realtime } from './realtime.ts';

let realtime: Realtime;
let server: HttpServer;
let url: string;

beforeEach(async () => {
  realtime = createRealtime({
    // Visitors need neither sessions nor rows.
    db: {} as Database,
    pool: {} as pg.Pool,
    sessions: { onEnded: () => undefined, knownForMs: () => 500 } as unknown as Sessions,
    tokens: { sign: () => '', sessionOf: () => undefined },
    visibility: { onWakeUp: () => () => undefined },
    logger: pino({ level: 'silent' }),
    trustProxy: 1,
    sharedDatabase: undefined,
    rows: { price: async () => undefined, ownOrders: async () => new Map() },
    beforeBroadcast: () => undefined,
  });
  server = createServer();
  realtime.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  const closed = once(server, 'close');
  server.close();
  await realtime.drain(2_000);
  await closed;
});

/** A masked WebSocket text frame: "40" joins Socket.IO's default namespace, "41" leaves it. */
const frame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 + text.length, 0, 0, 0, 0]), Buffer.from(text)]);

/** A raw WebSocket that joins as a visitor. */
async function rawVisitor(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n' +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(socket, 'data');
  socket.write(frame('40'));
  const { visitors } = realtime.figures().open;
  await expect.poll(() => realtime.figures().open.visitors).toBe(visitors + 1);
  return socket;
}

test('disconnects a client that does not read before much is buffered, and delivers everything to one that reads', async () => {
  const opened: Socket[] = [];
  server.on('connection', (socket) => opened.push(socket));
  const [stalled, reader] = [await rawVisitor(), await connected(socketTo(url))];
  stalled.pause();
  stalled.on('error', () => undefined);
  let received = 0;
  reader.on('changed', () => {
    received += 1;
  });
  const keys = Array.from({ length: 16 }, () => 'x'.repeat(1_000));
  let queuedMax = 0;
  let bufferedMax = 0;
  // 160 MB, far more than the limit and the kernel's buffers.
  const total = 10_000;
  for (let index = 0; index < total; index += 1) {
    realtime.push.toPublic('changed', { keys });
    if (index % 4 === 3) await nextTick();
    queuedMax = Math.max(queuedMax, realtime.figures().queuedBytes);
    bufferedMax = Math.max(bufferedMax, ...opened.map((socket) => socket.writableLength));
    // Waits for the reader.
    while (index - received > 16) await nextTick();
  }
  await expect.poll(() => received).toBe(total);
  expect(realtime.figures()).toMatchObject({ open: { visitors: 1 }, cut: { slow: 1, flooding: 0 } });
  expect(queuedMax).toBeLessThan(4 * 2 ** 20);
  // By Node's own count.
  expect(bufferedMax).toBeGreaterThan(0);
  expect(bufferedMax).toBeLessThan(4 * 2 ** 20);
  stalled.destroy();
  reader.disconnect();
});

test('disconnects a client that sends too much, and no other', async () => {
  const [flooding, other] = [await connected(socketTo(url)), await connected(socketTo(url))];
  const { promise: cut, resolve } = Promise.withResolvers<string>();
  flooding.once('disconnect', resolve);
  for (let index = 0; index < 3_000; index += 1) flooding.emit('typing', 'x');
  expect(await cut).toMatch(/transport/);
  const price = nextEvent(other, 'changed');
  realtime.push.toPublic('changed', { keys: ['price'] });
  await price;
  expect(realtime.figures().cut).toEqual({ slow: 0, flooding: 1 });
  other.disconnect();
});

test.each([
  ['a frame over 7.5 MB', 7_600_000],
  ['a large one of a visitor', 30_000],
])('%s closes the connection', async (_, length) => {
  const socket = await connected(socketTo(url));
  const { promise: cut, resolve } = Promise.withResolvers<string>();
  socket.once('disconnect', resolve);
  socket.emit('sendMessage', { orderId: 'x', image: 'x'.repeat(length) });
  expect(await cut).toMatch(/transport/);
});

test('closes the connection of a client that leaves the namespace', async () => {
  const socket = await rawVisitor();
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.resume();
  socket.write(frame('41'));
  await closed;
  expect(realtime.figures().open.visitors).toBe(0);
});

test('refuses a visitor’s announced message beyond the size limit before it arrives', async () => {
  const socket = await rawVisitor();
  const ended = once(socket, 'end');
  socket.resume();
  // The header of a text frame of 7,000,000 bytes, without the text.
  const head = Buffer.alloc(14);
  head.set([0x81, 0xff]);
  head.writeBigUInt64BE(7_000_000n, 2);
  socket.write(head);
  await ended;
  socket.destroy();
});

test('disconnects a client that sends binary data', async () => {
  const socket = await connected(socketTo(url));
  const cut = disconnectReason(socket);
  socket.emit('typing', new Uint8Array(10) as unknown as string);
  expect(await cut).toMatch(/transport/);
  expect(realtime.figures().cut.flooding).toBe(1);
});

test('limits visitors per network', async () => {
  const sockets: TestSocket[] = [];
  // In small batches: a hundred at once are too slow on a busy machine.
  while (sockets.length < 100)
    sockets.push(...(await Promise.all(Array.from({ length: 10 }, () => connected(socketTo(url))))));
  await expect(connected(socketTo(url))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  for (const socket of sockets) socket.disconnect();
  await expect.poll(() => realtime.figures().open.visitors).toBe(0);
  (await connected(socketTo(url))).disconnect();
});

const pollingUrl = () => `${url}/socket.io/?EIO=4&transport=polling`;
/** Opens a connection that never authenticates. */
const silentFrom = (network: string) =>
  fetch(pollingUrl(), { headers: { 'x-forwarded-for': network } }).then(async (answer) => {
    await answer.arrayBuffer();
    return answer.status;
  });

test('connections that never authenticate block no other network and are closed', async () => {
  let answers: readonly number[] = [];
  for (let batch = 0; batch < 100 && !answers.includes(403); batch += 1) {
    answers = await Promise.all(Array.from({ length: 20 }, () => silentFrom('192.0.2.1')));
    expect(realtime.figures().waiting).toBeLessThanOrEqual(200);
  }
  expect(answers).toContain(403);
  const other = await connected(socketTo(url, { headers: { 'x-forwarded-for': '192.0.2.2' } }));
  expect(realtime.figures().open.visitors).toBe(1);
  await expect.poll(() => realtime.figures().waiting).toBe(0);
  expect(await silentFrom('192.0.2.1')).toBe(200);
  expect(other.connected).toBe(true);
  other.disconnect();
});

test('a stopping server closes connections so that clients reconnect', async () => {
  const socket = await connected(socketTo(url));
  const { promise: cut, resolve } = Promise.withResolvers<string>();
  socket.once('disconnect', resolve);
  await realtime.drain(2_000);
  expect(await cut).toMatch(/transport/);
  await expect(connected(socketTo(url))).rejects.toBeDefined();
});
