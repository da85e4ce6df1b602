import Koa from 'koa';
import { afterAll, expect, test } from 'vitest';
import { listen } from './listen.ts';

const options = { host: '127.0.0.1', port: 0, trustProxy: 0 };
const other = await listen(new Koa(), options);
afterAll(() => other.close(0));

test.each([
  [
    'the port is taken',
    { port: Number(new URL(other.url).port) },
    /another program uses it: .* another PORT\.$/,
  ],
  ['the address is another machine’s', { host: '192.0.2.1' }, /HOST is no address of this machine\.$/],
  ['the host has no address', { host: 'nowhere.invalid' }, /are HOST and PORT right\? \(getaddrinfo/],
])('says what to do if %s', async (_, wrong, sentence) => {
  await expect(listen(new Koa(), { ...options, ...wrong })).rejects.toThrow(sentence);
});
