import { notificationPaths } from '@matgyo/contracts/paths/notifications';
import { currentLanguage } from '../i18n/index.ts';
import { bytesOf } from '../session/session.ts';
import { call } from './call.ts';
import { isPassing } from './call-failure.ts';

/*
 * Web Push: notifications also while no page is open. The browser stores its subscription; the server stores the
 * subscription's endpoint and member.
 */

/** Served from the root, so that its scope is the whole site. */
const worker = '/push-worker.js';

export type BrowserPush = 'on' | 'off' | 'denied';

/** Whether this browser supports push. Not on plain http, nor on an iPhone before the site is on its home screen. */
export const isPushPossible = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const subscriptionHere = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription()) ?? null;

/**
 * Whether push is on in this browser. The subscription is sent to the server again, for the signed-in member and the
 * current language. A browser that subscribed with an older key of the server is subscribed again, because messages
 * signed with the new key would not reach it.
 */
export async function readBrowserPush(publicKey: string): Promise<BrowserPush> {
  const { permission } = Notification;
  if (permission !== 'granted') {
    // A revoked permission: a subscription that the browser kept would show nothing.
    await dropBrowserPush().catch(() => undefined);
    return permission === 'denied' ? 'denied' : 'off';
  }
  const subscription = await subscriptionHere();
  if (subscription === null) return 'off';
  if (sameKey(subscription, publicKey)) return notifyServer(subscription);
  await dropBrowserPush();
  return startBrowserPush(publicKey);
}

/**
 * Asks the user for permission, subscribes at the push service, and registers at the server.
 *
 * @throws CallFailure when the server refuses; DOMException when the push service is unavailable.
 */
export async function startBrowserPush(publicKey: string): Promise<BrowserPush> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  });
  return notifyServer(subscription);
}

async function notifyServer(subscription: PushSubscription): Promise<BrowserPush> {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  try {
    await call(notificationPaths.subscribeToPush, {
      body: { endpoint: subscription.endpoint, keys: { p256dh, auth }, storedLanguage: currentLanguage() },
    });
  } catch (error) {
    // A subscription that the server rejects is removed; one it could not receive is sent again later.
    if (!isPassing(error)) await subscription.unsubscribe();
    throw error;
  }
  return 'on';
}

/**
 * Ends push at the server with `token` (omitted: the current session's; null: no call), then in this browser. If the
 * call fails, the push service later reports to the server that the subscription is gone.
 */
export async function dropBrowserPush(token?: string | null): Promise<void> {
  const subscription = await subscriptionHere();
  if (subscription === null) return;
  if (token !== null)
    await call(notificationPaths.unsubscribeFromPush, {
      body: { endpoint: subscription.endpoint },
      ...(token !== undefined && { token }),
    }).catch(() => undefined);
  await subscription.unsubscribe();
}

function sameKey({ options }: PushSubscription, publicKey: string): boolean {
  const [here, there] = [new Uint8Array(options.applicationServerKey ?? []), bytesOf(publicKey)];
  return here.length === there.length && here.every((byte, index) => byte === there[index]);
}
