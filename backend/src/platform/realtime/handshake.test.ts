import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { networkOf } from './handshake.ts';

test('a socket is counted by the address that the trusted proxies added, not by one that the client wrote', () => {
  const request = {
    headers: { 'x-forwarded-for': '192.0.2.1, 203.0.113.2, 198.51.100.3' },
    socket: { remoteAddress: '10.0.0.4' },
  } as unknown as IncomingMessage;
  expect([0, 1, 2].map((trusted) => networkOf(request, trusted))).toEqual([
    '10.0.0.4',
    '198.51.100.3',
    '203.0.113.2',
  ]);
});
