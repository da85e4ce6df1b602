import { endpoint } from '@matgyo/contracts/endpoints/endpoint';
import { get, post } from '@matgyo/contracts/paths/call-path';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { capability } from './capability.ts';
import { startHttpServer } from './http-server.fixture.ts';

const text = z.object({ text: z.string() });
const waiting = { timeout: 60_000 };
const visitor = undefined;

/** A server of one call, that holds back calls with this token, or this address, until `letGo`. */
async function startSlowServer(
  via: typeof get | typeof post,
  held: { token: string | undefined; ip?: string },
) {
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const slow = endpoint(via('anyone', '/slow'), { summary: '', response: text });
  const probe = endpoint(get('anyone', '/health/live'), { summary: '', response: text });
  const routes = capability(
    { slow, probe },
    {
      slow: async ({ ip, header }) => {
        const isHeld = header('authorization') === (held.token && `Bearer ${held.token}`);
        if (isHeld && ip === (held.ip ?? ip)) {
          begun.push(ip);
          await gate.promise;
        }
        return { text: 'done' };
      },
      probe: async () => ({ text: 'live' }),
    },
  );
  const server = await startHttpServer({ routes, trustProxy: 1 });
  return {
    server,
    begun,
    call: (ip: string, token = held.token) =>
      server.call(slow.method, '/slow', { headers: { 'x-forwarded-for': ip }, ...(token && { token }) }),
    /** Resolves when this many are held back, or one is refused. */
    untilBegun: (count: number) =>
      vi.waitUntil(() => begun.length >= count || server.arrived.gone > 0, waiting),
    /** The number of calls that were handled, and of refused ones. */
    async letGo(crowd: readonly ReturnType<typeof server.call>[]) {
      gate.resolve();
      const statuses = (await Promise.all(crowd)).map(({ status }) => status);
      await server.close(0);
      return [200, 503].map((status) => statuses.filter((one) => one === status).length);
    },
  };
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

test('reads of visitors of one network are handled four at a time, and of all visitors eight', async () => {
  const { server, begun, call, untilBegun, letGo } = await startSlowServer(get, { token: visitor });
  const crowd = times(105, (index) => call(`10.0.0.${index}`));
  await untilBegun(5);
  expect(begun).toHaveLength(4);
  crowd.push(...times(4, () => call('10.0.1.1')), ...times(4, () => call('10.0.2.1')));
  await vi.waitUntil(() => begun.length === 8, waiting);
  expect((await call('10.0.0.1', 'member')).status).toBe(200);
  expect((await server.call('GET', '/health/live')).status).toBe(200);
  expect(begun).toHaveLength(8);
  expect(await letGo(crowd)).toEqual([112, 1]);
});

test('writes from one visitor’s address are handled four at a time, and do not delay its neighbours', async () => {
  const { begun, call, untilBegun, letGo } = await startSlowServer(post, { token: visitor, ip: '10.0.0.1' });
  const crowd = times(105, () => call('10.0.0.1'));
  await untilBegun(5);
  expect(begun).toHaveLength(4);
  expect((await call('10.0.0.2')).status).toBe(200);
  expect(await letGo(crowd)).toEqual([104, 1]);
});

test('of the writes from many addresses 256 are handled at a time, and members are served', async () => {
  const { begun, call, untilBegun, letGo } = await startSlowServer(post, { token: visitor });
  const crowd = times(256, (index) => call(`10.0.${index}.1`));
  await untilBegun(256);
  expect(begun).toHaveLength(256);
  expect((await call('10.1.0.1')).status).toBe(503);
  expect((await call('10.1.0.1', 'member')).status).toBe(200);
  expect(await letGo(crowd)).toEqual([256, 0]);
});

test.each([get, post])(
  'calls of one member are handled four at a time, a hundred wait, and other members do not',
  async (via) => {
    const { begun, call, untilBegun, letGo } = await startSlowServer(via, { token: 'member' });
    const crowd = times(105, () => call('10.0.0.1'));
    await untilBegun(5);
    expect(begun).toHaveLength(4);
    expect((await call('10.0.0.1', 'manager')).status).toBe(200);
    expect(await letGo(crowd)).toEqual([104, 1]);
  },
);

test('a read whose client has gone while it waited is not handled', async () => {
  const { server, begun, call, letGo } = await startSlowServer(get, { token: visitor });
  const handled = times(4, () => call('127.0.0.1'));
  await vi.waitUntil(() => begun.length === 4, waiting);
  const leaving = new AbortController();
  const left = times(20, () =>
    fetch(`${server.url}/api/v1/slow`, { signal: leaving.signal }).catch(() => undefined),
  );
  await vi.waitUntil(() => server.arrived.from.size === 24, waiting);
  leaving.abort();
  await vi.waitUntil(() => server.arrived.gone === 20, waiting);
  const last = call('127.0.0.1');
  expect(await letGo([...handled, last])).toEqual([5, 0]);
  expect(begun).toHaveLength(5);
  expect(server.takeLogged().match(/"status":499/g)).toHaveLength(20);
  await Promise.all(left);
});
