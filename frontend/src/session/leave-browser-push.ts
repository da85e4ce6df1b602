import { currentSession, sessionEnd, subscribeSession } from './session.ts';

/** Whether pushes are shown here. The server learns of a revoked permission only from its next push. */
export const hasPushPermission = (): boolean =>
  'Notification' in window && Notification.permission === 'granted';

/** Ends this browser's push notifications with the token of the ending session. Never fails. */
export async function leaveBrowserPush(token: string | null): Promise<void> {
  // Without permission, no chunk is loaded.
  if (!hasPushPermission()) return;
  try {
    const { dropBrowserPush, isPushPossible } = await import('../api/browser-push.ts');
    if (isPushPossible()) await dropBrowserPush(token);
  } catch {
    // On failure the browser stays subscribed; the next user may turn it off.
  }
}

/**
 * The same when a session ends by itself, here or since the last visit, without a call to the server, since there is no
 * token. Call once, at start.
 */
export function leaveBrowserPushWithSession(): void {
  let before = currentSession();
  if (before === undefined) void leaveBrowserPush(null);
  subscribeSession(() => {
    const ended = before !== undefined && currentSession() === undefined && sessionEnd() !== 'signed-out';
    before = currentSession();
    if (ended) void leaveBrowserPush(null);
  });
}
