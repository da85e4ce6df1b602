import { pollEveryMs } from '../api/polling.ts';
import { isSocketUp } from './socket.ts';

/**
 * Calls back every 3 s while the socket is down and the page is seen, and once more as soon as it is seen again; never
 * while the call before is under way. Answers how to stop.
 */
export function whileSocketDown(ask: () => Promise<void>): () => void {
  let asking = false;
  const turn = async () => {
    if (asking || isSocketUp() || document.visibilityState !== 'visible') return;
    asking = true;
    await ask().finally(() => {
      asking = false;
    });
  };
  const timer = setInterval(() => void turn(), pollEveryMs);
  const seen = () => void turn();
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
