import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropBrowserPush, readBrowserPush, startBrowserPush } from './browser-push.ts';

const keyOf = (byte: number) => Buffer.alloc(65, byte).toString('base64url');

/** What the server was told: method, path and endpoint. */
let told: string[] = [];
/** Each subscription that a push service gives has an endpoint of its own. */
let made = 0;
let subscription: object | null = null;
let permission: NotificationPermission = 'granted';
let answer = { status: 201, body: { message: 'ok' } as object };

const pushManager = {
  getSubscription: async () => subscription,
  subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
    made += 1;
    subscription = {
      endpoint: `https://push.example.org/${made}`,
      options: { applicationServerKey: Uint8Array.from(applicationServerKey).buffer },
      toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        subscription = null;
      },
    };
    return subscription;
  },
};
const registration = { pushManager };

beforeEach(() => {
  told = [];
  made = 0;
  subscription = null;
  permission = 'granted';
  answer = { status: 201, body: { message: 'ok' } };
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => permission,
  });
  vi.stubGlobal('navigator', {
    serviceWorker: {
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
  });
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body: string }) => {
    told.push(`${method} ${path.split('/').at(-1)} ${new URL(JSON.parse(body).endpoint).pathname}`);
    return Response.json(answer.body, { status: answer.status });
  });
});
afterEach(() => vi.unstubAllGlobals());

it('a browser that agreed is told of at the server, and told of again when it is looked at', async () => {
  expect(await readBrowserPush(keyOf(4))).toBe('off');
  expect(await startBrowserPush(keyOf(4))).toBe('on');
  expect(await readBrowserPush(keyOf(4))).toBe('on');
  expect(told).toEqual(['POST subscriptions /1', 'POST subscriptions /1']);
});

it('a new key of the server takes the old subscription’s place', async () => {
  await startBrowserPush(keyOf(4));
  expect(await readBrowserPush(keyOf(5))).toBe('on');
  expect(told).toEqual(['POST subscriptions /1', 'DELETE subscriptions /1', 'POST subscriptions /2']);
});

it('a browser that refuses is not asked again', async () => {
  permission = 'denied';
  expect(await startBrowserPush(keyOf(4))).toBe('denied');
  expect(await readBrowserPush(keyOf(4))).toBe('denied');
  expect(told).toEqual([]);
});

it('what the server refuses does not stay subscribed', async () => {
  answer = { status: 422, body: { code: 'PUSH_SUBSCRIPTION_REFUSED', error: 'No.' } };
  await expect(startBrowserPush(keyOf(4))).rejects.toThrow('PUSH_SUBSCRIPTION_REFUSED');
  expect(subscription).toBeNull();
});

it('a session that is over is unsubscribed here; with nobody to ask as, the server is not asked', async () => {
  await startBrowserPush(keyOf(4));
  await dropBrowserPush(null);
  expect(subscription).toBeNull();
  expect(told).toEqual(['POST subscriptions /1']);
});
