import { currentSession, sessionEnd, subscribeSession } from './session.ts';

/** Most browsers were never asked: nothing is fetched for them. */
const wasAsked = (): boolean => 'Notification' in window && Notification.permission === 'granted';

/** With the session that signs out: ends this browser's push notifications. Never fails. */
export async function leaveBrowserPush(token: string | null): Promise<void> {
  if (!wasAsked()) return;
  try {
    const { dropBrowserPush, isPushPossible } = await import('../api/browser-push.ts');
    if (isPushPossible()) await dropBrowserPush(token);
  } catch {
    // Without its chunk or its push service the browser stays subscribed; the next one to sign in may turn it off.
  }
}

/** Also where a session ends by itself, here or since the last visit; nobody is left then to tell the server as. Call once, at start. */
export function leaveBrowserPushWithSession(): void {
  let before = currentSession();
  if (before === undefined) void leaveBrowserPush(null);
  subscribeSession(() => {
    const ended = before !== undefined && currentSession() === undefined && sessionEnd() !== 'signed-out';
    before = currentSession();
    if (ended) void leaveBrowserPush(null);
  });
}
