import { pino } from 'pino';
import { expect, test } from 'vitest';
import { clientNetwork, surroundingNetwork } from '../http/rate-limits.ts';
import { createOpenSockets } from './open-sockets.ts';
import type { ClientSocket } from './sockets.ts';

const unused = async () => {
  throw new Error('visitors have no session');
};
const sessions = {
  callerOf: unused,
  callersOf: unused,
  refusalOf: unused,
  knownForMs: () => 1,
  onEnded: () => undefined,
};

test('one surrounding network takes all places of visitors only until others come', () => {
  const open = createOpenSockets(sessions, pino({ level: 'silent' }));
  const closed: string[] = [];
  const enter = (ip: string): void => {
    const data = {
      network: clientNetwork(ip),
      surrounding: surroundingNetwork(ip),
      language: 'en',
      caller: undefined,
    };
    open.refuseTooManyVisitors(data);
    const conn = {
      transport: {},
      close() {
        closed.push(ip);
        open.remove(socket);
      },
    };
    const socket = { data, conn } as unknown as ClientSocket;
    open.add(socket);
  };
  const crowd = (at: number): string =>
    `2001:db8:1:${Math.floor(at / 100).toString(16)}::${(at % 100).toString(16)}`;
  for (let at = 0; at < 12_000; at++) enter(crowd(at));
  expect(() => enter(crowd(12_000))).toThrow('TOO_MANY_REQUESTS');
  enter('203.0.113.1');
  enter('2001:db8:2::1');
  expect(closed).toEqual([crowd(0), crowd(1)]);
  expect(open.counts()).toEqual({ visitors: 12_000, members: 0 });
  expect(() => enter(crowd(12_000))).toThrow('TOO_MANY_REQUESTS');
});
