import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSmsSender } from './create-sms-sender.ts';

const message = { to: '+821012345678', text: '[맞교환] 인증번호 123456', code: '123456' };

/** A fake provider that records requests and answers as the test defines. */
interface Provider {
  readonly url: string;
  answer: { status: number; body: unknown };
  requests: { url: string; headers: IncomingHttpHeaders; body: string }[];
}
let server: Server;
let provider: Provider;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      provider.requests.push({ url: request.url ?? '', headers: request.headers, body });
      response.writeHead(provider.answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(provider.answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  provider = { url: `http://127.0.0.1:${port}`, answer: { status: 200, body: {} }, requests: [] };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('console', () => {
  test('appends a JSON line per message to a private file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sms-'));
    const outbox = path.join(folder, 'deep', 'outbox.jsonl');
    const sender = createSmsSender({ provider: 'console', outbox });
    await Promise.all([1, 2, 3].map(() => sender.send(message)));
    const lines = (await readFile(outbox, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      Array(3).fill({ at: expect.stringMatching(/^\d{4}-.*Z$/), ...message }),
    );
    expect((await stat(outbox)).mode & 0o777).toBe(0o600);
    await rm(folder, { recursive: true });
  });
});

describe('solapi', () => {
  const config = { provider: 'solapi', key: 'key', secret: 'secret', from: '0212345678' } as const;
  const send = () => createSmsSender(config, provider.url).send(message);

  test('signs date and salt, and writes Korean numbers nationally', async () => {
    provider.answer = { status: 200, body: { statusCode: '2000' } };
    provider.requests = [];
    await send();
    const [requests] = provider.requests;
    expect(requests?.url).toBe('/messages/v4/send');
    expect(JSON.parse(requests?.body ?? '')).toEqual({
      message: { to: '01012345678', from: '0212345678', text: message.text },
    });
    const fields = /^HMAC-SHA256 apiKey=key, date=(.+), salt=(\w+), signature=(\w+)$/.exec(
      requests?.headers.authorization ?? '',
    );
    const [, date = '', salt = '', signature] = fields ?? [];
    expect(signature).toBe(
      createHmac('sha256', 'secret')
        .update(date + salt)
        .digest('hex'),
    );
    expect(salt.length).toBeGreaterThanOrEqual(12);
  });

  test('reports a refusal without number and text', async () => {
    provider.answer = {
      status: 400,
      body: { errorCode: 'NotEnoughBalance', errorMessage: 'to +821012345678' },
    };
    const refused = await send().catch((error: Error) => error.message);
    expect(refused).toBe('the provider refused: 400 (NotEnoughBalance)');
    provider.answer = { status: 200, body: { statusCode: '3020' } };
    expect(await send().catch((error: Error) => error.message)).toBe('the provider refused: 3020');
  });
});

describe('twilio', () => {
  const config = {
    provider: 'twilio',
    key: `AC${'1'.repeat(32)}`,
    secret: 'token',
    from: '+15005550006',
  } as const;
  const send = (url = provider.url) => createSmsSender(config, url).send(message);

  test('posts a form with basic authentication', async () => {
    provider.answer = { status: 201, body: { sid: 'SM1' } };
    provider.requests = [];
    await send();
    const [requests] = provider.requests;
    expect(requests?.url).toBe(`/2010-04-01/Accounts/${config.key}/Messages.json`);
    expect(requests?.headers.authorization).toBe(
      `Basic ${Buffer.from(`${config.key}:token`).toString('base64')}`,
    );
    expect(Object.fromEntries(new URLSearchParams(requests?.body))).toEqual({
      To: message.to,
      From: config.from,
      Body: message.text,
    });
  });

  test('reports a refusal and an unreachable provider', async () => {
    provider.answer = { status: 400, body: { code: 21211, message: 'Invalid To: +821012345678' } };
    expect(await send().catch((error: Error) => error.message)).toBe('the provider refused: 400 (21211)');
    const closedServer = createServer();
    await new Promise<void>((resolve) => closedServer.listen(0, '127.0.0.1', resolve));
    const { port } = closedServer.address() as AddressInfo;
    await new Promise((resolve) => closedServer.close(resolve));
    expect(await send(`http://127.0.0.1:${port}`).catch((error: Error) => error.message)).toBe(
      'the provider could not be reached',
    );
  });
});
