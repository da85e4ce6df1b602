import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get as httpGet } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { endpoint, storedLanguage } from '@matgyo/contracts/endpoints/endpoint';
import type { MemberId } from '@matgyo/contracts/ids';
import { get, post } from '@matgyo/contracts/paths/call-path';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { refuse } from '@matgyo/ledger/refusal';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ApiAnswer, type ApiCall, callApi } from '../../../../test/api-call.ts';
import { serveWebClient } from '../web-client/web-client.ts';
import { capability } from './capability.ts';
import type { Caller } from './handler.ts';
import { createHttpApplication } from './http-application.ts';
import { type Listening, listen } from './listen.ts';
import type { Authenticate } from './mount.ts';
import { failure } from './request-failure.ts';

const words = z.object({ text: z.string() });
const bytesMax = 1_000;

const endpoints = {
  echo: endpoint(post('anyone', '/echo'), {
    summary: '',
    body: z.object({ name: z.string().min(2, 'NICKNAME_REQUIRED').optional(), storedLanguage }),
    response: z.object({ seen: z.record(z.string(), z.unknown()) }),
    ledger: true,
  }),
  form: endpoint(post('anyone', '/form'), {
    summary: '',
    body: z.object({ name: z.string().optional() }),
    upload: { field: 'photo', required: false, bytesMax },
    response: z.object({ name: z.string().optional(), bytes: z.number().nullable() }),
  }),
  secret: endpoint(post('admin', '/secret'), { summary: '', response: words }),
  staffOnly: endpoint(get('staff', '/staff'), { summary: '', response: words }),
  mine: endpoint(get('signed-in', '/mine'), { summary: '', response: words }),
  byName: endpoint(get('anyone', '/things/:name', ['/stuff/:name']), {
    summary: '',
    params: z.object({ name: z.string().max(10) }),
    response: words,
  }),
  special: endpoint(get('anyone', '/things/special'), { summary: '', response: words }),
  fails: endpoint(get('anyone', '/fails/:how'), {
    summary: '',
    params: z.object({ how: z.string() }),
    response: words,
  }),
  address: endpoint(get('anyone', '/address'), { summary: '', response: words }),
} as const;

const throws: Readonly<Record<string, () => never>> = {
  bug: () => {
    throw new Error('select * from people where phone = 01012345678');
  },
  log: () => {
    throw new EventLogUnavailable('unknown');
  },
  postgres: () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  },
  shutdown: () => {
    const error = new pg.DatabaseError('terminating connection', 1, 'error');
    error.code = '57P01';
    throw error;
  },
  ledger: () => refuse('LAST_ADMIN'),
  later: () => {
    throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 61.2 });
  },
};

const routes = capability(endpoints, {
  echo: async ({ body, bodyHash, idempotencyKey, language }) => ({
    seen: { ...body, language, bodyHash: bodyHash(), idempotencyKey },
  }),
  form: async ({ body, file }) => ({ ...body, bytes: file?.bytes.length ?? null }),
  secret: async () => ({ text: 'only for admins' }),
  staffOnly: async () => ({ text: 'only for staff' }),
  mine: async ({ caller }) => ({ text: caller.nickname, password: 'never sent' }),
  byName: async ({ params, path }) => ({ text: `${params.name} at ${path}` }),
  special: async () => ({ text: 'special' }),
  fails: async ({ params }) => {
    throws[params.how]?.();
    return { unpromised: '01012345678' } as unknown as { text: string };
  },
  address: async ({ ip }) => ({ text: ip }),
});

const caller = (roles: Partial<Caller>): Caller => ({
  memberId: '0'.repeat(24) as MemberId,
  nickname: 'someone',
  admin: false,
  manager: false,
  status: 'active',
  verified: true,
  sessionId: 's',
  ...roles,
});
const callers: Readonly<Record<string, Caller>> = {
  'Bearer member': caller({}),
  'Bearer manager': caller({ manager: true }),
  'Bearer admin': caller({ admin: true }),
};
const authenticate: Authenticate = async (ctx) => {
  const authorization = ctx.get('authorization');
  if (authorization === '') return undefined;
  const known = callers[authorization];
  if (known === undefined) throw failure('INVALID_TOKEN');
  return known;
};
const waitForLater = async () => undefined;

let webFolder: string;
let logged = '';
const sink = new Writable({
  write(chunk, _, done) {
    logged += String(chunk);
    done();
  },
});
let server: Listening;
/** The ports whose requests have arrived, and how many requests have ended or been aborted. */
const arrived = { from: new Set<number | undefined>(), gone: 0 };
const call = (method: string, path: string, options: ApiCall = {}): Promise<ApiAnswer> =>
  callApi(method, `${server.url}/api/v1${path}`, options);
const json = { 'content-type': 'application/json' };

beforeAll(async () => {
  const logger = pino({}, sink);
  webFolder = await mkdtemp(path.join(tmpdir(), 'web-'));
  await writeFile(path.join(webFolder, 'index.html'), '<!doctype html><title>page</title>');
  const webClient = serveWebClient(webFolder);
  const app = createHttpApplication({
    routes,
    authenticate,
    waitForLater,
    logger,
    trustProxy: 0,
    production: false,
    webClient,
  });
  server = await listen(app, { host: '127.0.0.1', port: 0, trustProxy: 0 });
  server.server.on('request', (request) => {
    arrived.from.add(request.socket.remotePort);
    request.once('close', () => {
      arrived.gone += 1;
    });
  });
});
afterAll(async () => {
  await server.close(0);
  await rm(webFolder, { recursive: true });
});

describe('access', () => {
  test('is checked before anything is parsed', async () => {
    const raw = { raw: '{ not json', headers: json };
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
      body: { error: '로그인이 만료됐거나 올바르지 않아요.', message: 'Invalid or expired token' },
    });
  });
});

const photo = (bytes: number, field = 'photo') => ({ field, bytes: new Uint8Array(bytes) });

/** Opens connections that send the start of a 900-byte body, or all of it if `rest` is its end. */
async function begun(
  head: string,
  count: number,
  localAddress = '127.0.0.1',
  rest = '',
): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress });
    socket.write(
      `${head}\r\nHost: x\r\nContent-Length: ${rest === '' ? 900 : 5 + rest.length}\r\n\r\n--x\r\n${rest}`,
    );
    return socket;
  });
  await expect.poll(() => sockets.every(({ localPort }) => arrived.from.has(localPort))).toBe(true);
  return sockets;
}

describe('a body', () => {
  const refused = async (
    raw: string | Uint8Array<ArrayBuffer>,
    status: number,
    headers: Record<string, string> = json,
  ) => {
    const answer = await call('POST', '/echo', { raw, headers, token: 'member' });
    expect([answer.status, answer.body.requestId]).toEqual([status, answer.headers.get('x-request-id')]);
    return answer;
  };

  test.each([
    ['that is not JSON', '{"name": '],
    ['that is a bare value', '"name"'],
    ['of a hundred thousand open brackets', '['.repeat(100_000)],
    ['of a hundred thousand nested brackets', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['with such brackets in a field', `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['of tens of thousands of values', `{"name":"ok","more":[${'0,'.repeat(30_000)}0]}`],
    ['with a __proto__ key', '{"__proto__":{"admin":true}}'],
    ['with a __proto__ key written otherwise', '{"\\u005f_proto__":{"admin":true}}'],
    ['with a __proto__ key deep inside', '{"a":[{"__proto__":1}]}'],
    ['with a NUL character', '{"name":"a\\u0000b"}'],
    ['of another shape', '{"name":7}'],
    ['that is a list', '[{"name":"ok"}]'],
  ])('%s is refused with 400', async (_, raw) => {
    const { body } = await refused(raw, 400);
    expect(body).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'The request is not valid.',
    });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('may have 8 kB from a visitor and more from a member', async () => {
    const raw = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`;
    const size = async (bytes: number, token?: string) =>
      (await call('POST', '/echo', { raw: raw(bytes), headers: json, ...(token && { token }) })).status;
    expect([await size(8_192), await size(8_193), await size(200_000, 'member')]).toEqual([200, 413, 200]);
  });

  test('of 30 MB is refused by its declared length', async () => {
    const { body } = await refused(new Uint8Array(30 * 1024 * 1024).fill(32), 413);
    expect(body.message).toBe('The request is too large.');
  });

  test('of 30 MB without a declared length is refused as soon as the limit is passed', async () => {
    const chunk = new Uint8Array(64 * 1024).fill(32);
    let sent = 0;
    const raw = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length;
        if (sent > 30 * 1024 * 1024) controller.close();
        else controller.enqueue(chunk);
      },
    });
    expect(await call('POST', '/echo', { raw, headers: json })).toMatchObject({ status: 413 });
  });

  test('too large leaves the connection open for the next request once it has arrived', async () => {
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1' });
    const post = (bytes: number) =>
      `POST /api/v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
    socket.write(`${post(9_000)}{`);
    const [refusal] = await once(socket, 'data', { signal: AbortSignal.timeout(30_000) });
    expect(String(refusal)).toMatch(/^HTTP\/1\.1 413 /);
    socket.write(`${' '.repeat(8_999)}${post(2)}{}`);
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(30_000) });
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  test.each(['gzip', 'br', 'deflate', 'gzip, gzip'])(
    'compressed by %s is 415, however small',
    async (encoding) => {
      await refused('{"name":"ok"}', 415, { ...json, 'content-encoding': encoding });
      const headers = { ...json, 'content-encoding': 'identity' };
      expect(await call('POST', '/echo', { raw: '{"name":"ok"}', headers })).toMatchObject({ status: 200 });
    },
  );

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
  ])('of type %s is 415 where JSON is expected', async (type) => {
    const { body } = await refused('{"name":"ok"}', 415, { 'content-type': type });
    expect(body.message).toBe('This content type is not supported here.');
  });

  test('keeps declared fields and drops others', async () => {
    const { status, body } = await call('POST', '/echo', { body: { name: 'ok', role: 'admin' } });
    expect([status, body.seen.name, 'role' in body.seen]).toEqual([200, 'ok', false]);
  });

  test('may be absent', async () => {
    expect(await call('POST', '/echo')).toMatchObject({ status: 200 });
  });

  test('is refused with the error code that a schema rule names', async () => {
    expect(await call('POST', '/echo', { body: { name: 'x' } })).toMatchObject({
      status: 422,
      body: { code: 'NICKNAME_REQUIRED', details: { fields: { name: 'NICKNAME_REQUIRED' } } },
    });
  });

  test('has a hash of its canonical form, also with a number beyond JavaScript’s range', async () => {
    const hash = async (raw: string): Promise<string> =>
      (await call('POST', '/echo', { raw, headers: json })).body.seen.bodyHash;
    expect(await hash('{"a":1,"b":[2]}')).toBe(await hash('{ "b": [2], "a": 1.0 }'));
    expect(await hash('{"a":1}')).not.toBe(await hash('{"a":2}'));
    expect(await hash('{"a":1e400}')).toMatch(/^[0-9a-f]{64}$/);
  });

  test('an idempotency key is 1 to 200 printable characters', async () => {
    const withKey = (key: string) => call('POST', '/echo', { headers: { 'idempotency-key': key } });
    expect((await withKey('order 7')).body.seen.idempotencyKey).toBe('order 7');
    expect(await withKey('k'.repeat(201))).toMatchObject({ status: 400 });
  });
});

describe.concurrent('a slow body', () => {
  test('that stalls is refused and its connection closed', async () => {
    const [socket] = await begun('POST /api/v1/echo HTTP/1.1\r\nContent-Type: application/json', 1);
    const [answer] = await once(socket as Socket, 'data', { signal: AbortSignal.timeout(30_000) });
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 .*Connection: close.*UPLOAD_TOO_SLOW/s);
    await once(socket as Socket, 'close', { signal: AbortSignal.timeout(30_000) });
  });

  test.each([
    ['too large', 'POST /api/v1/echo', 413],
    ['for a call that does not exist', 'POST /api/v1/nothing', 404],
    ['of a visitor where none may call', 'POST /api/v1/secret', 401],
  ])(
    '%s that keeps arriving slowly is answered at once, and its connection is closed',
    async (_, line, status) => {
      const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1' });
      socket.write(
        `${line} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 300000000\r\n\r\n`,
      );
      // Fast enough for the required pace, and far from the end of the body.
      const sending = setInterval(() => socket.write(Buffer.alloc(4_096, 32)), 100);
      let answer = '';
      let isClosed = false;
      socket.on('data', (data) => {
        answer += String(data);
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        isClosed = true;
      });
      try {
        await expect.poll(() => answer, { timeout: 30_000 }).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        await expect.poll(() => isClosed, { timeout: 30_000 }).toBe(true);
      } finally {
        clearInterval(sending);
        socket.destroy();
      }
    },
  );

  test('of a form that stalls is refused and frees its slot', async () => {
    const slow = await begunForms(8);
    const answers = slow.map((socket) => once(socket, 'data', { signal: AbortSignal.timeout(30_000) }));
    const quick = call('POST', '/form', { form: { fields: { name: 'kim' }, file: photo(900) } });
    const [first] = await Promise.any(answers);
    expect(String(first)).toMatch(/^HTTP\/1\.1 400 .*Connection: close.*UPLOAD_TOO_SLOW/s);
    expect((await quick).body.bytes).toBe(900);
    for (const socket of slow) socket.destroy();
  });
});

/** Opens connections that send the start of a form. */
const begunForms = (count: number, localAddress = '127.0.0.1', rest = ''): Promise<readonly Socket[]> =>
  begun(
    'POST /api/v1/form HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x',
    count,
    localAddress,
    rest,
  );

describe('a form', () => {
  const send = (form: NonNullable<ApiCall['form']>) => call('POST', '/form', { form });

  test('returns its fields and its file', async () => {
    const { body } = await send({ fields: { name: 'kim', role: 'admin' }, file: photo(900) });
    expect(body).toEqual({ name: 'kim', bytes: 900 });
  });

  test('without the file, or with it under another name, has no file', async () => {
    expect((await send({ fields: { name: 'kim' } })).body.bytes).toBeNull();
    expect((await send({ fields: {}, file: photo(10, 'other') })).body.bytes).toBeNull();
  });

  test('with too large a file is 413, with or without a declared length', async () => {
    expect(await send({ fields: {}, file: photo(bytesMax + 1) })).toMatchObject({ status: 413 });
    expect(await send({ fields: {}, file: photo(30 * 1024 * 1024) })).toMatchObject({ status: 413 });
    const boundary = 'x';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\nContent-Type: image/png\r\n\r\n`;
    let sent = 0;
    const raw = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
      pull(controller) {
        sent += 65_536;
        if (sent > 5 * 1024 * 1024) controller.close();
        else controller.enqueue(new Uint8Array(65_536));
      },
    });
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    expect(await call('POST', '/form', { raw, headers })).toMatchObject({ status: 413 });
  });

  test('is answered while another network slowly sends many forms', async () => {
    const slow = await begunForms(16);
    let refused = 0;
    for (const socket of slow) socket.once('data', () => (refused += 1));
    const rest = 'Content-Disposition: form-data; name="name"\r\n\r\nkim\r\n--x--\r\n';
    const [quick] = await begunForms(1, '127.0.0.2', rest);
    const [answer] = await once(quick as Socket, 'data', { signal: AbortSignal.timeout(30_000) });
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
    expect(refused).toBe(0);
    for (const socket of [...slow, quick]) socket?.destroy();
  });

  test('of a member does not wait for visitors', async () => {
    const networks = Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 10}`);
    const slow: Socket[] = [];
    for (const network of networks) slow.push(...(await begunForms(2, network)));
    const form = { fields: { name: 'kim' }, file: photo(900) };
    const answer = await call('POST', '/form', { form, token: 'member' });
    expect(answer.body.bytes).toBe(900);
    for (const socket of slow) socket.destroy();
  });

  test('whose sender disconnects frees its slot, whether it was read or waiting', async () => {
    const atWork = await begunForms(8);
    const waiting = await begunForms(8);
    const goneBefore = arrived.gone;
    for (const socket of waiting) socket.destroy();
    await expect.poll(() => arrived.gone).toBe(goneBefore + 8);
    for (const socket of atWork) socket.destroy();
    expect((await send({ fields: { name: 'kim' }, file: photo(900) })).body.bytes).toBe(900);
  });

  test('with a __proto__ field or truncated is 400', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const field = '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nadmin\r\n';
    expect(await call('POST', '/form', { raw: `${field}--x--\r\n`, headers })).toMatchObject({ status: 400 });
    expect(await call('POST', '/form', { raw: field, headers })).toMatchObject({ status: 400 });
    expect(await call('POST', '/form', { raw: '', headers: { ...headers } })).toMatchObject({ status: 200 });
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
      'Something went wrong.',
      false,
    ]);
  });

  test('has an ETag, and is 304 if unchanged', async () => {
    const first = await call('GET', '/things/x');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect(await call('GET', '/things/x', { headers })).toMatchObject({ status: 304 });
    expect(await call('GET', '/things/y', { headers })).toMatchObject({ status: 200 });
  });

  test('is cached only for GET, privately, with revalidation', async () => {
    const cacheControlOf = async (method: string, path: string) =>
      (await call(method, path)).headers.get('cache-control');
    expect(await cacheControlOf('GET', '/things/x')).toBe('private, no-cache');
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
    ['shutdown', 503, 'UNAVAILABLE', '2'],
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
  const logger = pino({ level: 'silent' });
  const app = createHttpApplication({
    routes: slow,
    authenticate,
    waitForLater,
    logger,
    trustProxy: 0,
    production: false,
    webClient: undefined,
  });
  const stopping = await listen(app, { host: '127.0.0.1', port: 0, trustProxy: 0 });
  const requested = callApi('GET', `${stopping.url}/api/v1/things/special`, {});
  await entered.promise;
  // Longer than the test's timeout: closing ends with the last response.
  const closed = stopping.close(600_000);
  answer.resolve({ text: 'in the end' });
  expect((await requested).body.text).toBe('in the end');
  await closed;
  await expect(callApi('GET', `${stopping.url}/api/v1/things/special`, {})).rejects.toThrow();
});

test('uses X-Forwarded-For only behind as many proxies as are trusted', async () => {
  const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' };
  expect((await call('GET', '/address', { headers })).body.text).toBe('127.0.0.1');
  const app = createHttpApplication({
    routes,
    authenticate,
    waitForLater,
    logger: pino({ level: 'silent' }),
    trustProxy: 1,
    production: false,
    webClient: undefined,
  });
  const behind = await listen(app, { host: '127.0.0.1', port: 0, trustProxy: 1 });
  const answer = await callApi('GET', `${behind.url}/api/v1/address`, { headers });
  await behind.close(0);
  expect(answer.body.text).toBe('203.0.113.9');
});

test('the request log names the endpoint without its input', async () => {
  logged = '';
  await call('GET', '/things/hong?phone=01012345678', { token: 'member' });
  await call('POST', '/echo', { body: { name: 'hong-gildong' } });
  expect(logged).toContain('"route":"/things/:name"');
  expect(logged).not.toMatch(/hong|01012345678|127\.0\.0\.1|Bearer/);
});
