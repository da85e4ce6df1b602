import { endpoint } from '@matgyo/contracts/endpoints/endpoint';
import { get, post } from '@matgyo/contracts/paths/call-path';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { capability } from './capability.ts';
import { startHttpServer } from './http-server.fixture.ts';

const text = z.object({ text: z.string() });
const slowFor = <Access extends 'anyone' | 'signed-in'>(access: Access) =>
  endpoint(get(access, '/slow'), { summary: '', response: text });

const waiting = { timeout: 60_000 };

test('reads of visitors of one network are handled four at a time, and of all visitors eight', async () => {
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const reads = {
    slow: slowFor('anyone'),
    probe: endpoint(get('anyone', '/health/live'), { summary: '', response: text }),
  };
  const routes = capability(reads, {
    slow: async ({ caller, ip }) => {
      if (caller === undefined) {
        begun.push(ip);
        await gate.promise;
      }
      return { text: 'read' };
    },
    probe: async () => ({ text: 'live' }),
  });
  const own = await startHttpServer({ routes, trustProxy: 1 });
  const read = (ip: string) => own.call('GET', '/slow', { headers: { 'x-forwarded-for': ip } });
  const crowd = Array.from({ length: 105 }, (_, index) => read(`10.0.0.${index}`));
  await vi.waitUntil(() => begun.length > 4 || own.arrived.gone > 0, waiting);
  expect(begun).toHaveLength(4);
  crowd.push(...['10.0.1.1', '10.0.2.1'].flatMap((ip) => Array.from({ length: 4 }, () => read(ip))));
  await vi.waitUntil(() => begun.length === 8, waiting);
  expect((await own.call('GET', '/slow', { token: 'member' })).status).toBe(200);
  expect((await own.call('GET', '/health/live')).status).toBe(200);
  expect(begun).toHaveLength(8);
  gate.resolve();
  const statuses = (await Promise.all(crowd)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array<number>(112).fill(200), 503]);
  await own.close(0);
});

test('writes from one visitor’s address are handled four at a time, and do not delay its neighbours', async () => {
  let begun = 0;
  const gate = Promise.withResolvers<void>();
  const slow = endpoint(post('anyone', '/slow'), { summary: '', response: text });
  const handle = async ({ ip }: { readonly ip: string }) => {
    if (ip === '10.0.0.1') {
      begun += 1;
      await gate.promise;
    }
    return { text: 'written' };
  };
  const own = await startHttpServer({ routes: capability({ slow }, { slow: handle }), trustProxy: 1 });
  const write = (ip: string) => own.call('POST', '/slow', { headers: { 'x-forwarded-for': ip } });
  const crowd = Array.from({ length: 105 }, () => write('10.0.0.1'));
  await vi.waitUntil(() => begun > 4 || own.arrived.gone > 0, waiting);
  expect(begun).toBe(4);
  expect((await write('10.0.0.2')).status).toBe(200);
  gate.resolve();
  const statuses = (await Promise.all(crowd)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array<number>(104).fill(200), 503]);
  await own.close(0);
});

test.each([get, post])(
  'calls of one member are handled four at a time, a hundred wait, and other members do not',
  async (via) => {
    let begun = 0;
    const gate = Promise.withResolvers<void>();
    const slow = endpoint(via('signed-in', '/slow'), { summary: '', response: text });
    const routes = capability(
      { slow },
      {
        slow: async ({ caller }) => {
          if (!caller.manager) {
            begun += 1;
            await gate.promise;
          }
          return { text: caller.nickname };
        },
      },
    );
    const own = await startHttpServer({ routes });
    const read = (token: string) => own.call(slow.method, '/slow', { token });
    const reads = Array.from({ length: 105 }, () => read('member'));
    // One too many is refused.
    await vi.waitUntil(() => begun > 4 || own.arrived.gone > 0, waiting);
    expect(begun).toBe(4);
    expect((await read('manager')).status).toBe(200);
    gate.resolve();
    const statuses = (await Promise.all(reads)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array<number>(104).fill(200), 503]);
    await own.close(0);
  },
);

test('a read whose client has gone while it waited is not handled', async () => {
  let begun = 0;
  const gate = Promise.withResolvers<void>();
  const slow = slowFor('anyone');
  const read = async () => {
    begun += 1;
    await gate.promise;
    return { text: 'read' };
  };
  const own = await startHttpServer({ routes: capability({ slow }, { slow: read }) });
  const handled = Array.from({ length: 4 }, () => own.call('GET', '/slow'));
  await vi.waitUntil(() => begun === 4, waiting);
  const leaving = new AbortController();
  const leave = () => fetch(`${own.url}/api/v1/slow`, { signal: leaving.signal }).catch(() => undefined);
  const left = Array.from({ length: 20 }, leave);
  await vi.waitUntil(() => own.arrived.from.size === 24, waiting);
  leaving.abort();
  await vi.waitUntil(() => own.arrived.gone === 20, waiting);
  gate.resolve();
  expect((await own.call('GET', '/slow')).status).toBe(200);
  expect(begun).toBe(5);
  expect(own.takeLogged().match(/"status":499/g)).toHaveLength(20);
  await Promise.all([...handled, ...left]);
  await own.close(0);
});
