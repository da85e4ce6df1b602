import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { isPublicAddress, publicLookup } from './public-address.ts';

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  'fc00::1',
  '::ffff:10.0.0.1',
  '::ffff:127.0.0.1',
  '64:ff9b::a00:1',
  '2001:db8::1',
  '2002:7f00:1::',
  'ff02::1',
  'localhost',
  '',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '142.250.76.138', '2404:6800:400a:80e::200a'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test('refuses a name that resolves to this machine', async () => {
  let requests = 0;
  const server = createServer((_, answer) => {
    requests += 1;
    answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const outcome = await new Promise((resolve) => {
    get({ host: 'localhost', port, lookup: publicLookup }, resolve).on('error', resolve);
  });
  server.close();
  expect(outcome).toMatchObject({ code: 'EACCES', message: 'not an address of the internet' });
  expect(requests).toBe(0);
});
