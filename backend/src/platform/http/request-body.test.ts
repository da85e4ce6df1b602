import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { type HttpServer, startHttpServer } from './http-server.fixture.ts';

const server = await startHttpServer();
afterAll(() => server.close(0));

const call: HttpServer['call'] = (...request) => server.call(...request);
const json = { 'content-type': 'application/json' };
const openSocket = () => connect({ port: Number(new URL(server.url).port), host: '127.0.0.1' });

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
    ['with a NUL character in a key', '{"name":"ok","a\\u0000b":1}'],
    ['of another shape', '{"name":7}'],
    ['that is a list', '[{"name":"ok"}]'],
  ])('%s is refused with 400', async (_, raw) => {
    const { body } = await refused(raw, 400);
    expect(body).toMatchObject({ code: 'BAD_REQUEST', message: 'The request is not valid.' });
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
    const socket = openSocket();
    const post = (bytes: number) =>
      `POST /api/v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
    socket.write(`${post(9_000)}{`);
    const [refusal] = await once(socket, 'data', { signal: AbortSignal.timeout(60_000) });
    expect(String(refusal)).toMatch(/^HTTP\/1\.1 413 /);
    socket.write(`${' '.repeat(8_999)}${post(2)}{}`);
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(60_000) });
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
    const socket = openSocket();
    socket.write(
      'POST /api/v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
    );
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(60_000) });
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 .*Connection: close.*UPLOAD_TOO_SLOW/s);
    await once(socket, 'close', { signal: AbortSignal.timeout(60_000) });
  });

  test.each([
    ['too large', 'POST /api/v1/echo', 413],
    ['for a call that does not exist', 'POST /api/v1/nothing', 404],
    ['of a visitor where none may call', 'POST /api/v1/secret', 401],
  ])(
    '%s that keeps arriving slowly is answered at once, and its connection is closed',
    async (_, line, status) => {
      const socket = openSocket();
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
        await expect.poll(() => answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        await expect.poll(() => isClosed).toBe(true);
      } finally {
        clearInterval(sending);
        socket.destroy();
      }
    },
  );
});
