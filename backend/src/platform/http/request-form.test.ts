import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import type { ApiCall } from '../../../../test/api-call.ts';
import { bytesMax, type HttpServer, startHttpServer } from './http-server.fixture.ts';

const server = await startHttpServer();
afterAll(() => server.close(0));

const call: HttpServer['call'] = (...request) => server.call(...request);
const send = (form: NonNullable<ApiCall['form']>) => call('POST', '/form', { form });
const photo = (bytes: number, field = 'photo') => ({ field, bytes: new Uint8Array(bytes) });

/** The rest of a form. */
const whole = 'Content-Disposition: form-data; name="name"\r\n\r\nkim\r\n--x--\r\n';

/** Opens connections that send the start of a 900-byte form, or all of it if `rest` is its end. */
async function begunForms(count: number, localAddress = '127.0.0.1', rest = ''): Promise<readonly Socket[]> {
  const head = 'POST /api/v1/form HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x';
  const bytes = rest === '' ? 900 : 5 + rest.length;
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress });
    socket.write(`${head}\r\nContent-Length: ${bytes}\r\n\r\n--x\r\n${rest}`);
    return socket;
  });
  await expect.poll(() => sockets.every(({ localPort }) => server.arrived.from.has(localPort))).toBe(true);
  return sockets;
}

describe('a form', () => {
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

  test('is counted before its body is read, so that one that never arrives counts, too', async () => {
    const network = '127.0.0.7';
    const [socket] = await begunForms(1, network);
    await expect.poll(() => server.uploads).toContain(network);
    socket?.destroy();
    expect(await send({ fields: {}, file: photo(9) })).toMatchObject({ status: 200 });
    // A refusal by declared length takes no place.
    const before = server.uploads.length;
    expect(await send({ fields: {}, file: photo(30 * 1024 * 1024) })).toMatchObject({ status: 413 });
    expect(server.uploads).toHaveLength(before);
  });

  test('is answered while all of another /24 slowly send forms', async () => {
    const slow: Socket[] = [];
    for (const last of [20, 21, 22, 23, 24]) slow.push(...(await begunForms(2, `127.0.0.${last}`)));
    let refused = 0;
    for (const socket of slow) socket.once('data', () => (refused += 1));
    const [quick] = await begunForms(1, '127.0.1.1', whole);
    const [answer] = await once(quick as Socket, 'data', { signal: AbortSignal.timeout(60_000) });
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
    expect(refused).toBe(0);
    for (const socket of [...slow, quick]) socket?.destroy();
  });

  test('is answered while another network slowly sends many forms', async () => {
    const slow = await begunForms(16);
    let refused = 0;
    for (const socket of slow) socket.once('data', () => (refused += 1));
    const [quick] = await begunForms(1, '127.0.0.2', whole);
    const [answer] = await once(quick as Socket, 'data', { signal: AbortSignal.timeout(60_000) });
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

  test('that stalls is refused and frees its slot', async () => {
    const slow = await begunForms(8);
    const answers = slow.map((socket) => once(socket, 'data', { signal: AbortSignal.timeout(60_000) }));
    const quick = call('POST', '/form', { form: { fields: { name: 'kim' }, file: photo(900) } });
    const [first] = await Promise.any(answers);
    expect(String(first)).toMatch(/^HTTP\/1\.1 400 .*Connection: close.*UPLOAD_TOO_SLOW/s);
    expect((await quick).body.bytes).toBe(900);
    for (const socket of slow) socket.destroy();
  });

  test('whose sender disconnects frees its slot, whether it was read or waiting', async () => {
    const atWork = await begunForms(8);
    const waiting = await begunForms(8);
    const goneBefore = server.arrived.gone;
    for (const socket of waiting) socket.destroy();
    await expect.poll(() => server.arrived.gone).toBe(goneBefore + 8);
    for (const socket of atWork) socket.destroy();
    expect((await send({ fields: { name: 'kim' }, file: photo(900) })).body.bytes).toBe(900);
  });

  test.each(['7bit', '8bit', 'quoted-printable', 'x'.repeat(5_000)])(
    'with a field that names the transfer encoding %.20s is answered',
    async (encoding) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const raw = `--x\r\nContent-Disposition: form-data; name="name"\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\nkim\r\n--x--\r\n`;
      expect(await call('POST', '/form', { raw, headers })).toMatchObject({
        status: 200,
        body: { name: 'kim' },
      });
    },
  );

  test('with a header, or data after its end, beyond the limit is 413', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const end = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nkim\r\n--x--\r\n';
    for (const start of ['--x\r\nA: ', end]) {
      let sent = 0;
      const raw = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
        pull(controller) {
          sent += 65_536;
          if (sent > 20 * 1024 * 1024) controller.close();
          else controller.enqueue(new Uint8Array(65_536).fill(97));
        },
      });
      expect(await call('POST', '/form', { raw, headers })).toMatchObject({ status: 413 });
    }
  });

  test.each([
    ['of many lines', `"name"\r\n${'a:b\r\n'.repeat(2_000)}`],
    ['of hundreds of parameters', `"name"${'; a=b'.repeat(1_800)}\r\n`],
    ['with a long name', `"${'%22'.repeat(2_800)}"\r\n`],
  ])('with headers %s is 413 without being parsed', async (_, name) => {
    const raw = `--x\r\nContent-Disposition: form-data; name=${name}\r\nkim\r\n--x--\r\n`;
    for (const type of ['multipart/form-data; boundary=x', 'Multipart/form-data;boundary="x";boundary=y'])
      expect(await call('POST', '/form', { raw, headers: { 'content-type': type } })).toMatchObject({
        status: 413,
      });
  });

  test.each([
    ['multipart/form-data; boundary=x', 200],
    ['multipart/form-data; boundary="x"; boundary=y', 200],
    ['multipart/form-data; boundary=y, multipart/form-data; boundary=x', 400],
    ['multipart/form-data; boundary=', 400],
    ['multipart/form-data; boundary="\\"x"', 400],
    ['multipart/form-data', 400],
  ])('of type %s is %i', async (type, status) => {
    const raw = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nkim\r\n--x--\r\n';
    expect(await call('POST', '/form', { raw, headers: { 'content-type': type } })).toMatchObject({ status });
  });

  test.each(['Content-Disposition: form-data; name="name"; a=b', '\t content-type : text/plain;a=b'])(
    'with ten thousand bytes of parameters in %s is 413 without being parsed',
    async (header) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const field = 'Content-Disposition: form-data; name="name"\r\n';
      const raw = `--x\r\n${field}${header}${'; a=b'.repeat(2_000)}\r\n\r\nkim\r\n--x--\r\n`;
      expect(await call('POST', '/form', { raw, headers })).toMatchObject({ status: 413 });
    },
  );

  test('with a field as large as a file is 413', async () => {
    const name = 'x'.repeat(65_600);
    expect(await send({ fields: { name } })).toMatchObject({ status: 413 });
    expect((await send({ fields: { name: name.slice(100) } })).status).toBe(200);
  });

  test('with more fields than a form has, or two files, is 413', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const field = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n';
    const file = '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\nb\r\n';
    for (const raw of [field.repeat(51), file.repeat(2)])
      expect(await call('POST', '/form', { raw: `${raw}--x--\r\n`, headers })).toMatchObject({ status: 413 });
  });

  test('with a __proto__ field or truncated is 400', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const field = '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nadmin\r\n';
    expect(await call('POST', '/form', { raw: `${field}--x--\r\n`, headers })).toMatchObject({ status: 400 });
    expect(await call('POST', '/form', { raw: field, headers })).toMatchObject({ status: 400 });
    expect(await call('POST', '/form', { raw: '', headers: { ...headers } })).toMatchObject({ status: 200 });
  });
});
