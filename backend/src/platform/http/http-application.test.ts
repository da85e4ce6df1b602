import { once } from 'node:events';
import { get as httpGet } from 'node:http';
import { connect } from 'node:net';
import { endpoint } from '@matgyo/contracts/endpoints/endpoint';
import { get } from '@matgyo/contracts/paths/call-path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ApiCall, callApi } from '../../../../test/api-call.ts';
import { capability } from './capability.ts';
import { endpoints, type HttpServer, startHttpServer } from './http-server.fixture.ts';

const server = await startHttpServer();
afterAll(() => server.close(0));

const call: HttpServer['call'] = (...request) => server.call(...request);

describe('access', () => {
  test('is checked before anything is parsed', async () => {
    const raw = { raw: '{ not json', headers: { 'content-type': 'application/json' } };
    expect(await call('POST', '/secret', raw)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_TOKEN' },
    });
    expect(await call('POST', '/secret', { ...raw, token: 'member' })).toMatchObject({ status: 403 });
    expect(await call('POST', '/secret', { ...raw, token: 'admin' })).toMatchObject({ status: 400 });
  });

  test.each([
    ['/secret', 'POST', { visitor: 401, member: 403, manager: 403, admin: 200 }],
    ['/staff', 'GET', { visitor: 401, member: 403, manager: 200, admin: 200 }],
    ['/mine', 'GET', { visitor: 401, member: 200, manager: 200, admin: 200 }],
    ['/things/x', 'GET', { visitor: 200, member: 200, manager: 200, admin: 200 }],
  ] as const)('of %s is what its endpoint says', async (path, method, expected) => {
    for (const [who, status] of Object.entries(expected)) {
      const answer = await call(method, path, who === 'visitor' ? {} : { token: who });
      expect([who, answer.status]).toEqual([who, status]);
    }
  });

  test('an invalid token is refused even by an endpoint that needs none', async () => {
    expect(await call('GET', '/things/x', { token: 'stolen', language: 'ko' })).toMatchObject({
      status: 401,
      body: {
        error: '로그인이 더 이상 유효하지 않아요. 다시 로그인해 주세요.',
        message: 'Invalid or expired token',
      },
    });
  });
});

describe('an answer', () => {
  test('drops undeclared fields', async () => {
    expect((await call('GET', '/mine', { token: 'member' })).body).toEqual({ text: 'someone' });
  });

  test('that does not match its schema is a 500 without details', async () => {
    const { status, body } = await call('GET', '/fails/promise', { language: 'en' });
    expect([status, body.error, JSON.stringify(body).includes('01012345678')]).toEqual([
      500,
      'Something went wrong. Please try again shortly.',
      false,
    ]);
  });

  test('has an ETag, and is 304 if unchanged', async () => {
    const first = await call('GET', '/things/x');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect(await call('GET', '/things/x', { headers })).toMatchObject({ status: 304 });
    expect(await call('GET', '/things/y', { headers })).toMatchObject({ status: 200 });
  });

  test('is cached only for GET of visitors, privately, with revalidation', async () => {
    const cacheControlOf = async (...called: Parameters<typeof call>) =>
      (await call(...called)).headers.get('cache-control');
    expect(await cacheControlOf('GET', '/things/x')).toBe('private, no-cache');
    expect(await cacheControlOf('GET', '/things/x', { token: 'member' })).toBe('no-store');
    expect(await cacheControlOf('POST', '/echo')).toBe('no-store');
    expect(await cacheControlOf('GET', '/mine')).toBe('no-store');
  });

  test('has the security headers, also as a refusal', async () => {
    for (const path of ['/things/x', '/nowhere']) {
      const { headers } = await call('GET', path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none';script-src 'self';style-src 'self';font-src 'self';connect-src 'self';manifest-src 'self';worker-src 'self';form-action 'self';img-src 'self' data: blob:;base-uri 'none';frame-ancestors 'none';object-src 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('a refusal', () => {
  test.each([
    ['bug', 500, 'INTERNAL', null],
    ['log', 503, 'UNAVAILABLE', '2'],
    ['postgres', 503, 'UNAVAILABLE', '2'],
    ['frozen', 503, 'UNAVAILABLE', '2'],
    ['unroutable', 503, 'UNAVAILABLE', '2'],
    ['file', 500, 'INTERNAL', null],
    ['shutdown', 503, 'UNAVAILABLE', '2'],
    ['password', 503, 'UNAVAILABLE', '2'],
    ['read-model', 503, 'UNAVAILABLE', '2'],
    ['column', 503, 'UNAVAILABLE', '2'],
    ['table', 500, 'INTERNAL', null],
    ['ledger', 409, 'LAST_ADMIN', null],
    ['later', 429, 'TOO_MANY_REQUESTS', '62'],
  ])('of kind %s is %i %s', async (how, status, code, retryAfter) => {
    const answer = await call('GET', `/fails/${how}`);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.headers.get('retry-after')).toBe(retryAfter);
    expect(JSON.stringify({ ...answer.body, requestId: undefined })).not.toMatch(
      /select|0101|ECONN|terminating| at /,
    );
  });

  test('of an unknown path is 404 and of an unknown method 405, both in the usual shape', async () => {
    expect(await call('GET', '/nowhere', { language: 'ko' })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', error: '찾을 수 없어요.', message: 'Not found.' },
    });
    expect(await call('DELETE', '/echo', { language: 'en' })).toMatchObject({
      status: 405,
      body: { code: 'METHOD_NOT_ALLOWED', error: 'This method is not allowed here.' },
    });
  });

  test('of a malformed path parameter is 404', async () => {
    expect(await call('GET', '/things/longer-than-ten')).toMatchObject({ status: 404 });
    expect(await call('GET', '/things/%00')).toMatchObject({ status: 400 });
  });

  test('uses the language of the request, then of the headers, then Korean', async () => {
    const error = async (options: ApiCall): Promise<string> =>
      (await call('POST', '/echo', options)).body.error;
    const [ko, en] = ['닉네임을 입력해 주세요.', 'Nickname is required.'];
    const accept = (value: string) => ({ headers: { 'accept-language': value } });
    expect(await error({ body: { name: 'x' }, ...accept('fr') })).toBe(ko);
    expect(await error({ body: { name: 'x' }, ...accept('en-US,en;q=0.9,ko;q=0.8') })).toBe(en);
    expect(await error({ body: { name: 'x' }, ...accept('en;q=0.5,ko-KR;q=0.8') })).toBe(ko);
    expect(await error({ body: { name: 'x', storedLanguage: 'en' }, ...accept('ko') })).toBe(en);
    expect(await error({ body: { name: 'x', storedLanguage: 'xx' }, ...accept('en') })).toBe(en);
    expect(await error({ body: { name: 'Mina', storedLanguage: null } })).toBeUndefined();
  });
});

test('a path outside the API is a page of the web client, an unknown path of the API is not', async () => {
  const page = { headers: { accept: 'text/html' } };
  const at = (where: string) => callApi('GET', server.url + where, page);
  expect(await at('/dashboard/profile')).toMatchObject({ status: 200 });
  expect((await at('/')).headers.get('content-type')).toContain('text/html');
  expect((await at('/')).headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await at('/missing.js')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(await at('/api/v1/nowhere')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('a file of the web client is kept by shared caches for each encoding apart', async () => {
  expect((await callApi('GET', `${server.url}/`, {})).headers.get('vary')).toBe('Accept-Encoding');
});

test.each([
  '/..%2f..%2fetc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%5c..%5cx',
  '/%00',
  '/assets/%00.js',
  '/%E0%A4%A',
  '/%c0%ae%c0%ae/x',
  '/api/v1/..%2f..%2fetc',
  '/api/v1/things/%00',
  '/api/v1/things/%E0%A4%A',
  '//',
  '//api/v1/config',
  '/%2f%2fapi',
  '/%5cx',
  `/api/v1/health/live?${'a&'.repeat(101)}`,
])('%s is 400 for every client', async (where) => {
  for (const accept of ['text/html', 'application/json']) expect(await statusOf(where, accept)).toBe(400);
});

/** Sends the path unchanged; a web client would normalize it. */
const statusOf = (path: string, accept: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(server.url);
    const requested = httpGet({ port, path, headers: { accept } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    requested.on('error', reject);
  });

test('limits the connections of one network without affecting another', async () => {
  const from = (localAddress: string) =>
    connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress });
  const held = Array.from({ length: 500 }, () => from('127.0.0.3'));
  await Promise.all(held.map((socket) => once(socket, 'connect')));
  const next = from('127.0.0.3');
  await once(next, 'close');
  const other = from('127.0.0.4');
  other.write('GET /api/v1/things/x HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(String((await once(other, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of [...held, other]) socket.destroy();
  await Promise.all(held.map((socket) => once(socket, 'close')));
  await expect
    .poll(async () => {
      const again = from('127.0.0.3');
      again.on('error', () => undefined);
      again.write('GET /api/v1/things/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      const [first] = await Promise.race([once(again, 'data'), once(again, 'close')]);
      return String(first);
    })
    .toMatch(/^HTTP\/1\.1 200 /);
});

test('closes the oldest connection of the network with the most unread answers when they take too much memory', async () => {
  const big = endpoint(get('anyone', '/big'), {
    summary: '',
    response: z.custom<Uint8Array>(),
    produces: 'image/jpeg',
  });
  const image = Buffer.alloc(60 * 1024 * 1024);
  const routes = capability({ big }, { big: async () => image });
  const images = await startHttpServer({ routes, trustProxy: 1 });
  const ask = async (from: string) => {
    const reader = connect(Number(new URL(images.url).port), '127.0.0.1').pause();
    reader.on('error', () => undefined);
    reader.write(
      `GET /api/v1/big HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: ${from}\r\n\r\n`,
    );
    await expect.poll(() => images.takeLogged()).toContain('"status":200');
    return async () => {
      let bytes = 0;
      reader.on('data', (part) => {
        bytes += part.length;
      });
      reader.resume();
      await new Promise((resolve) => reader.once('close', resolve));
      return bytes > image.length;
    };
  };
  const asked = [await ask('203.0.113.1'), await ask('203.0.113.2'), await ask('203.0.113.2')];
  const whole = [];
  for (const read of asked) whole.push(await read());
  expect(whole).toEqual([true, false, true]);
  await images.close(1_000);
});

test('closes a connection that sends requests without reading the replies', async () => {
  const connection = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1' });
  connection.on('error', () => undefined);
  server.takeLogged();
  connection.write('GET /api/v1/things/x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(600));
  await once(connection, 'close');
  expect(server.takeLogged().match(/"route":"\/things\/:name"/g)?.length ?? 0).toBeLessThanOrEqual(3);
});

test('literal paths win over parameters, and an alias is reported as its canonical path', async () => {
  expect((await call('GET', '/things/special')).body.text).toBe('special');
  expect((await call('GET', '/stuff/a%20b')).body.text).toBe('a b at /things/a%20b');
});

test('a stop finishes open requests and closes kept-alive connections', async () => {
  const entered = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<{ text: string }>();
  const slow = capability(
    { special: endpoints.special },
    {
      special: () => {
        entered.resolve();
        return answer.promise;
      },
    },
  );
  const stopping = await startHttpServer({ routes: slow });
  const requested = stopping.call('GET', '/things/special');
  await entered.promise;
  // Longer than the test's timeout: closing ends with the last response.
  const closed = stopping.close(600_000);
  answer.resolve({ text: 'in the end' });
  expect((await requested).body.text).toBe('in the end');
  await closed;
  await expect(stopping.call('GET', '/things/special')).rejects.toThrow();
});

test('answers with the end of the connection once the program is stopping', async () => {
  const stopping = new AbortController();
  const server = await startHttpServer({ stopping: stopping.signal });
  const connection = async () => (await server.call('GET', '/things/special')).headers.get('connection');
  expect(await connection()).toBe('keep-alive');
  stopping.abort();
  expect(await connection()).toBe('close');
  await server.close(0);
});

test('uses X-Forwarded-For only behind as many proxies as are trusted', async () => {
  const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' };
  expect((await call('GET', '/address', { headers })).body.text).toBe('127.0.0.1');
  const behind = await startHttpServer({ trustProxy: 1 });
  const answer = await behind.call('GET', '/address', { headers });
  await behind.close(0);
  expect(answer.body.text).toBe('203.0.113.9');
});

test('the request log names the endpoint without its input', async () => {
  server.takeLogged();
  await call('GET', '/things/hong?phone=01012345678', { token: 'member' });
  await call('POST', '/echo', { body: { name: 'hong-gildong' } });
  const logged = server.takeLogged();
  expect(logged).toContain('"route":"/things/:name"');
  expect(logged).not.toMatch(/hong|01012345678|127\.0\.0\.1|Bearer/);
});

test('an address that cannot be read is 400', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write('GET http://[::1/api/v1/things/a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(60_000) });
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
});
