import { pollEveryMs } from '../api/queries.ts';
import { isSocketUp } from './socket.ts';

/**
 * Calls back every 3 s while the socket is down and the page visible, never twice at a time; also when it becomes
 * visible, since a device that has slept detects only a minute later that the socket is down. Returns the function that
 * stops it.
 */
export function pollWhileSocketDown(ask: () => Promise<void>): () => void {
  let asking = false;
  const refresh = async () => {
    if (asking || document.visibilityState !== 'visible') return;
    asking = true;
    await ask().finally(() => {
      asking = false;
    });
  };
  const timer = setInterval(() => isSocketUp() || refresh(), pollEveryMs);
  const seen = () => void refresh();
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
