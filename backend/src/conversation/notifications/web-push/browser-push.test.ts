import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type MemberId, newLedgerId } from '@matgyo/contracts/ids';
import pino from 'pino';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import webPush from 'web-push';
import { type Person, startTestServer } from '../../../../../test/server.ts';
import { createDatabase } from '../../../platform/database/database.ts';
import type { FreshRow } from '../notification-rows.ts';
import { type BrowserPush, createBrowserPush } from './browser-push.ts';
import type { PostToPushService } from './post-to-push-service.ts';

const config = { ...webPush.generateVAPIDKeys(), subject: 'mailto:operator@example.com' };

let received: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[];
let statusOf: (path: string) => number;

const server = await startTestServer({
  WEB_PUSH_PRIVATE_KEY: config.privateKey,
  WEB_PUSH_SUBJECT: config.subject,
});
const member = await server.member({ active: true });
const admin = await server.admin();
/** A push service on loopback. */
const service = createServer((request, answer) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const path = request.url ?? '';
    received.push({ path, headers: request.headers, body: Buffer.concat(parts) });
    answer.writeHead(statusOf(path)).end();
  });
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
beforeEach(async () => {
  received = [];
  statusOf = () => 201;
  await server.pool.query('delete from app.push_subscriptions');
});
afterAll(async () => {
  service.close();
  await server.close();
});

/** As in production, but every name resolves to this test's service. */
const postHere: PostToPushService = async ({ endpoint, headers, body }, signal) => {
  const { port } = service.address() as AddressInfo;
  const { pathname } = new URL(endpoint);
  const answer = await fetch(`http://127.0.0.1:${port}${pathname}`, {
    method: 'POST',
    headers: { ...headers },
    body: new Uint8Array(body),
    signal,
  });
  return answer.status;
};

/** Runs a sender during `use`. */
async function withSender(
  use: (push: BrowserPush) => Promise<void>,
  { post = postHere, requireSecondFactor = false } = {},
): Promise<void> {
  const logger = pino({ level: 'silent' });
  const db = createDatabase(server.pool);
  const push = createBrowserPush({ db, logger }, { ...config, requireSecondFactor }, post);
  const stopping = new AbortController();
  const running = push.work(stopping.signal);
  await use(push).finally(() => stopping.abort());
  await running;
}

/** A browser's subscription as `pushManager.subscribe` returns it, with its private key. */
function newBrowser(name: string) {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  const auth = randomBytes(16);
  const subscription = {
    endpoint: `https://push.example.com/${name}`,
    expirationTime: null,
    keys: { p256dh, auth: auth.toString('base64url') },
  };
  /** Decrypts a message of one record (RFC 8188 and 8291). */
  const decrypted = (body: Buffer): Record<string, unknown> => {
    const idLength = body.readUInt8(20);
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + idLength);
    const sealed = body.subarray(21 + idLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
    const opening = createDecipheriv('aes-128-gcm', key, nonce);
    opening.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()]).toString();
    return JSON.parse(text.slice(0, text.lastIndexOf('}') + 1)) as Record<string, unknown>;
  };
  return { subscription, decrypted };
}

const subscribe = (person: Person, body: object, language: 'ko' | 'en' = 'en') =>
  server.request('POST', '/notification/subscriptions', { token: person.token, body, language });
const subscriptions = async () =>
  (await server.pool.query('select endpoint, member_id from app.push_subscriptions order by 1')).rows;

const placed = (box: string): FreshRow =>
  ({
    notification_id: newLedgerId(Date.now()),
    box,
    topic: 'sellOrders',
    code: 'ORDER_MATCHED',
    at: new Date(),
    subject_id: null,
    not_to: [] as readonly MemberId[],
    nickname: 'mina7',
    order_id: 'a'.repeat(24),
    side: 'sell',
    order_amount: '100.0000',
    order_price: '1400',
    trade_id: 'b'.repeat(24),
    counter_order_id: 'c'.repeat(24),
    amount: '50.0000',
    price: '1410',
    role: null,
    room_id: null,
    inquiry_id: null,
    inquiry_title: null,
  }) as FreshRow;

test('sends each browser an encrypted, signed message in its language, without names or figures', async () => {
  const [own, admins] = [newBrowser('own'), newBrowser('admins')];
  expect((await subscribe(member, own.subscription)).status).toBe(201);
  expect((await subscribe(admin, admins.subscription, 'ko')).status).toBe(201);
  await withSender(async (push) => {
    await push.send([placed(member.memberId), placed('admins')]);
    await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 60_000, interval: 20 });
  });
  const [toMember, toAdmins] = ['/own', '/admins'].map((path) => received.find((one) => one.path === path));
  const { headers, body } = toMember ?? { headers: {}, body: Buffer.alloc(0) };
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' });
  expect(body.toString('latin1')).not.toContain('orderId');
  expect(own.decrypted(body)).toEqual({
    _id: expect.any(String),
    code: 'ORDER_MATCHED',
    topic: 'sellOrders',
    isForAdmin: false,
    message: 'Your sell order was matched. You will be notified when the buyer sends the won',
    orderId: 'a'.repeat(24),
    orderType: 'sell',
    currentOrderInProgress: 'c'.repeat(24),
    tradeId: 'b'.repeat(24),
    roomId: null,
    inquiryId: null,
  });
  expect(admins.decrypted(toAdmins?.body ?? Buffer.alloc(0))).toMatchObject({
    isForAdmin: true,
    message: '판매 주문이 매칭됐어요. 구매자가 원화를 보내면 알려 드려요',
  });
  expect(() => admins.decrypted(body)).toThrow();

  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(key).toBe(config.publicKey);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: 'https://push.example.com',
    sub: config.subject,
  });
  const point = Buffer.from(config.publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
  });
  const signed = Buffer.from(`${head}.${claims}`);
  const signer = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', signed, signer, Buffer.from(signature, 'base64url'))).toBe(true);
});

test('what admins get of a member’s rejection is about the member, also without the name', async () => {
  const browser = newBrowser('admin');
  await subscribe(admin, browser.subscription);
  await withSender(async (push) => {
    await push.send([
      { ...placed('admins'), code: 'PAYOUT_REJECTED', subject_id: member.memberId as MemberId, side: null },
    ]);
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 60_000, interval: 20 });
  });
  expect(browser.decrypted(received[0]?.body ?? Buffer.alloc(0))['message']).toBe(
    'A member rejected a change of bank account or wallet',
  );
});

test('drops the subscription of a browser that is gone, and keeps it when the service fails', async () => {
  const names = ['gone', 'unknown', 'busy'];
  for (const name of names) await subscribe(member, newBrowser(name).subscription);
  statusOf = (path) => ({ '/gone': 410, '/unknown': 404 })[path] ?? 503;
  await withSender(async (push) => {
    await push.send([placed(member.memberId)]);
    await expect
      .poll(async () => (await subscriptions()).map(({ endpoint }) => endpoint), {
        timeout: 60_000,
        interval: 20,
      })
      .toEqual(['https://push.example.com/busy']);
  });
});

test('services that do not answer block neither other members nor shutdown, and the queue is bounded', async () => {
  for (const name of ['slow', 'slower']) await subscribe(member, newBrowser(name).subscription);
  await subscribe(admin, newBrowser('other').subscription);
  const started: string[] = [];
  const never: PostToPushService = ({ endpoint }, signal) => {
    started.push(new URL(endpoint).pathname);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  await withSender(
    async (push) => {
      for (let times = 0; times < 30; times++)
        await push.send(Array.from({ length: 50 }, () => placed(member.memberId)));
      expect(started).toHaveLength(2);
      await push.send([placed(admin.memberId)]);
      await expect.poll(() => started).toContain('/other');
    },
    { post: never },
  );
  expect(started).toHaveLength(3);
});

test('an admin gets nothing about what they caused, the other admins do', async () => {
  const other = await server.member({ active: true, admin: true });
  await subscribe(admin, newBrowser('own').subscription);
  await subscribe(other, newBrowser('other').subscription);
  await withSender(async (push) => {
    await push.send([{ ...placed('admins'), not_to: [admin.memberId as MemberId] }]);
    await push.send([placed(other.memberId)]);
    await expect.poll(() => received.filter(({ path }) => path === '/other')).toHaveLength(2);
  });
  expect(received.map(({ path }) => path)).toEqual(['/other', '/other']);
});

test('an admin without the second factor that staff need gets their own notifications only', async () => {
  const browser = newBrowser('unfit');
  await subscribe(admin, browser.subscription);
  const rows = [placed('admins'), placed(admin.memberId)];
  const inboxes = async (requireSecondFactor: boolean, count: number) => {
    received = [];
    await withSender(
      async (push) => {
        await push.send(rows);
        await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), {
          timeout: 60_000,
          interval: 20,
        });
      },
      { requireSecondFactor },
    );
    return received.map(({ body }) => browser.decrypted(body)['isForAdmin']);
  };
  expect(await inboxes(true, 1)).toEqual([false]);
  expect((await inboxes(false, 2)).toSorted()).toEqual([false, true]);
});

test('a browser gets nothing after its session ended, however it ended', async () => {
  const person = await server.member({ active: true });
  const signIn = () => server.signIn(person.nickname, person.password);
  const [out, ended, stays] = [await signIn(), await signIn(), await signIn()];
  await subscribe(out, newBrowser('out').subscription);
  await subscribe(ended, newBrowser('ended').subscription);
  await subscribe(stays, newBrowser('stays').subscription);
  const send = () =>
    withSender(async (push) => {
      received = [];
      await push.send([placed(person.memberId)]);
      await vi.waitFor(() => expect(received.map(({ path }) => path)).toContain('/stays'), {
        timeout: 60_000,
        interval: 20,
      });
    });
  await server.request('POST', '/user/logout', { token: out.token });
  const { body } = await server.request('GET', '/user/sessions', { token: ended.token });
  expect(body.items.map(({ push }: { push: boolean }) => push).sort()).toEqual([false, true, true]);
  await server.request('DELETE', `/user/sessions/${body.items[0]._id}`, { token: stays.token });
  await send();
  expect(received).toHaveLength(1);

  await server.request('PUT', `/user/users/${person.nickname}`, {
    token: admin.token,
    body: { status: 'inactive' },
  });
  await subscribe(admin, newBrowser('admin').subscription);
  await withSender(async (push) => {
    received = [];
    await push.send([placed(person.memberId), placed('admins')]);
    await vi.waitFor(() => expect(received).not.toEqual([]), { timeout: 60_000, interval: 20 });
  });
  expect(received.map(({ path }) => path)).toEqual(['/admin']);
});

test('a browser belongs to the last member who signed in there, and a member has at most ten', async () => {
  const { subscription } = newBrowser('shared');
  await subscribe(member, subscription);
  await subscribe(admin, subscription);
  const { endpoint } = subscription;
  expect(await subscriptions()).toEqual([{ endpoint, member_id: admin.memberId }]);
  const takeBack = (person: Person) =>
    server.request('DELETE', '/notification/subscriptions', { token: person.token, body: { endpoint } });
  expect((await takeBack(member)).status).toBe(200);
  expect(await subscriptions()).toHaveLength(1);
  expect((await takeBack(admin)).status).toBe(200);
  expect(await subscriptions()).toEqual([]);

  for (let count = 0; count < 11; count++) await subscribe(member, newBrowser(`b${count}`).subscription);
  const endpoints = (await subscriptions()).map((one) => one.endpoint);
  expect(endpoints).toHaveLength(10);
  expect(endpoints).not.toContain('https://push.example.com/b0');
});

test.each([
  ['http', { endpoint: 'http://push.example.com/x' }],
  ['no address at all', { endpoint: 'push' }],
  ['an IPv4 address', { endpoint: 'https://10.0.0.1/x' }],
  ['a hidden IPv4 address', { endpoint: 'https://0x7f000001/x' }],
  ['an IPv6 address', { endpoint: 'https://[::1]/x' }],
  ['a name of this machine', { endpoint: 'https://localhost/x' }],
  ['another port', { endpoint: 'https://push.example.com:8443/x' }],
  ['a password', { endpoint: 'https://a:b@push.example.com/x' }],
  [
    'a key that is no point',
    { keys: { p256dh: `B${'A'.repeat(86)}`, auth: randomBytes(16).toString('base64url') } },
  ],
  ['a short secret', { keys: { ...newBrowser('x').subscription.keys, auth: 'AAAA' } }],
])('refuses a subscription with %s', async (_, wrong) => {
  const answer = await subscribe(member, { ...newBrowser('x').subscription, ...wrong });
  expect([answer.status, answer.body.code]).toEqual([422, 'PUSH_SUBSCRIPTION_REFUSED']);
  expect(await subscriptions()).toEqual([]);
});
