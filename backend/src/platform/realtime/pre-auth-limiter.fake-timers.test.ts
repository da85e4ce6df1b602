import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from './connections.ts';
import { createPreAuthLimiter } from './pre-auth-limiter.ts';

let room: ReturnType<typeof createPreAuthLimiter>;
let cut: Connection[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  cut = [];
  room = createPreAuthLimiter({
    perNetworkMax: 4,
    totalMax: 6,
    waitMsMax: 1_000,
    networkOf: ({ url }) => String(url),
    hangUp: (conn) => cut.push(conn),
  });
});

afterEach(() => void vi.useRealTimers());

const from = (network: string) => ({ url: network }) as IncomingMessage;
const arrive = (network: string): Connection => {
  const request = from(network);
  expect(room.mayEnter(request)).toBe(true);
  const conn = Object.assign(new EventEmitter(), { request }) as unknown as Connection;
  room.enter(conn);
  return conn;
};

test('limits waiting connections per network, also for concurrent requests', async () => {
  const requested = Array.from({ length: 6 }, () => room.mayEnter(from('a')));
  expect(requested).toEqual([true, true, true, true, false, false]);
  expect(room.mayEnter(from('b'))).toBe(true);
  await nextTick();
  expect(room.mayEnter(from('a'))).toBe(true);
});

test('frees a slot when a connection authenticates or closes', () => {
  const [first, second] = [arrive('a'), arrive('a'), arrive('a'), arrive('a')];
  expect(room.mayEnter(from('a'))).toBe(false);
  room.leave(first as Connection);
  arrive('a');
  second?.emit('close', 'transport close');
  arrive('a');
  expect(room.count()).toBe(4);
  expect(room.mayEnter(from('a'))).toBe(false);
});

test('when full, cuts the oldest connection of the network with the most', () => {
  const [oldest, next] = [arrive('a'), arrive('a'), arrive('a'), arrive('a')];
  const others = [arrive('b'), arrive('c')];
  others.push(arrive('d'), arrive('e'));
  expect(cut).toEqual([oldest, next]);
  expect(room.count()).toBe(6);
});

test('cuts a connection that does not authenticate in time, and no other', () => {
  const [silent, socket, closed] = [arrive('a'), arrive('a'), arrive('b')];
  room.leave(socket);
  closed.emit('close', 'transport close');
  vi.advanceTimersByTime(1_000);
  expect(cut).toEqual([silent]);
  expect(room.count()).toBe(0);
});
