import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropBrowserPush, readBrowserPush, startBrowserPush } from './browser-push.ts';

const keyOf = (byte: number) => Buffer.alloc(65, byte).toString('base64url');

/** Requests to the server: method, path and endpoint. */
let requests: string[] = [];
/** Each subscription gets an endpoint of its own. */
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
  requests = [];
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
    requests.push(`${method} ${path.split('/').at(-1)} ${new URL(JSON.parse(body).endpoint).pathname}`);
    return Response.json(answer.body, { status: answer.status });
  });
});
afterEach(() => vi.unstubAllGlobals());

it('registers a browser with permission at the server, and again when its state is read', async () => {
  expect(await readBrowserPush(keyOf(4))).toBe('off');
  expect(await startBrowserPush(keyOf(4))).toBe('on');
  expect(await readBrowserPush(keyOf(4))).toBe('on');
  expect(requests).toEqual(['POST subscriptions /1', 'POST subscriptions /1']);
});

it('replaces the subscription when the server’s key has changed', async () => {
  await startBrowserPush(keyOf(4));
  expect(await readBrowserPush(keyOf(5))).toBe('on');
  expect(requests).toEqual(['POST subscriptions /1', 'DELETE subscriptions /1', 'POST subscriptions /2']);
});

it('does not request permission again in a browser that has denied it', async () => {
  permission = 'denied';
  expect(await startBrowserPush(keyOf(4))).toBe('denied');
  expect(await readBrowserPush(keyOf(4))).toBe('denied');
  expect(requests).toEqual([]);
});

it('ends a subscription that the browser kept although its permission was revoked', async () => {
  for (const [revoked, state] of [
    ['default', 'off'],
    ['denied', 'denied'],
  ] as const) {
    permission = 'granted';
    await startBrowserPush(keyOf(4));
    requests = [];
    permission = revoked;
    expect(await readBrowserPush(keyOf(4))).toBe(state);
    expect(subscription).toBeNull();
    expect(requests).toEqual([`DELETE subscriptions /${made}`]);
  }
});

it('says that permission was denied also where no subscription can be looked up', async () => {
  permission = 'denied';
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: () => Promise.reject(new Error('no storage')) },
  });
  expect(await readBrowserPush(keyOf(4))).toBe('denied');
});

it('ends a subscription that the server refuses', async () => {
  answer = { status: 422, body: { code: 'PUSH_SUBSCRIPTION_REFUSED', error: 'No.' } };
  await expect(startBrowserPush(keyOf(4))).rejects.toThrow('PUSH_SUBSCRIPTION_REFUSED');
  expect(subscription).toBeNull();
});

it('ends the subscription in the browser when the session is over, without a call if there is no token', async () => {
  await startBrowserPush(keyOf(4));
  await dropBrowserPush(null);
  expect(subscription).toBeNull();
  expect(requests).toEqual(['POST subscriptions /1']);
});
