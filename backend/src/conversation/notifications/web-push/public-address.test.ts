import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isPublicAddress, publicLookupBy } from './public-address.ts';

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

describe('a name', () => {
  const names = createSocket('udp4');
  const resolver = new Resolver({ timeout: 60_000, tries: 1 });
  const lookup = publicLookupBy(resolver);
  const found = (hostname: string, by = lookup) => promisify(by)(hostname, { all: true });
  beforeAll(async () => {
    names.bind(0, '127.0.0.1');
    await once(names, 'listening');
    resolver.setServers([`127.0.0.1:${names.address().port}`]);
    names.on('message', (query, { port }) => {
      const answer = answerTo(query);
      if (answer !== undefined) names.send(answer, port, '127.0.0.1');
    });
  });
  afterAll(() => names.close());

  test('is resolved by the name servers, which hold no thread of the program', async () => {
    expect(await found('push.example')).toEqual([{ address: '93.184.216.34', family: 4 }]);
  });

  test('that resolves to this machine, also beside a public address, is refused', async () => {
    const server = createServer((_, answer) => answer.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const requests = vi.fn();
    server.on('request', requests);
    for (const host of ['here.example', 'both.example']) {
      const outcome = await new Promise((resolve) => {
        get({ host, port, lookup }, resolve).on('error', resolve);
      });
      expect(outcome).toMatchObject({ code: 'EACCES', message: 'not an address of the internet' });
    }
    server.close();
    expect(requests).not.toHaveBeenCalled();
  });

  test('that no name server answers for fails', async () => {
    const impatient = new Resolver({ timeout: 50, tries: 1 });
    impatient.setServers(resolver.getServers());
    const answer = found('silent.example', publicLookupBy(impatient));
    await expect(answer).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

const addresses: Readonly<Record<string, readonly string[]>> = {
  'push.example': ['93.184.216.34'],
  'here.example': ['127.0.0.1'],
  'both.example': ['93.184.216.34', '127.0.0.1'],
};

/** Of a name server (RFC 1035): the A records above, none of another type; undefined: no answer. */
function answerTo(query: Buffer): Buffer | undefined {
  const end = query.indexOf(0, 12);
  const labels = query.subarray(12, end).toString('latin1');
  const name = labels.replace(/[^a-z]/g, '.').slice(1);
  const known = addresses[name];
  if (known === undefined) return undefined;
  const isA = query.readUInt16BE(end + 1) === 1;
  const records = (isA ? known : []).map((address) =>
    Buffer.concat([
      // The name of the question, type A, class IN, 60 seconds, four bytes.
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4]),
      Buffer.from(address.split('.').map(Number)),
    ]),
  );
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  for (const [index, count] of [1, records.length, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * index);
  return Buffer.concat([head, query.subarray(12, end + 5), ...records]);
}
