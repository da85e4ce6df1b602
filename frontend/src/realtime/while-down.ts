import { pollEveryMs } from '../api/queries.ts';
import { isSocketUp } from './socket.ts';

/**
 * Calls back every 3 s while the socket is down and the page visible, and at once when it becomes visible; never twice
 * at a time. Answers how to stop.
 */
export function pollWhileSocketDown(ask: () => Promise<void>): () => void {
  let asking = false;
  const refresh = async () => {
    if (asking || isSocketUp() || document.visibilityState !== 'visible') return;
    asking = true;
    await ask().finally(() => {
      asking = false;
    });
  };
  const timer = setInterval(() => void refresh(), pollEveryMs);
  const seen = () => void refresh();
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
