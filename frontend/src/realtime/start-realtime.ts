import type { QueryClient } from '@tanstack/react-query';
import { setPushed } from '../api/polling.ts';
import { collectChanges } from './changes.ts';
import { showPushed } from './pushed-rows.ts';
import { isSocketUp, keepConnected, listenTo, watchSocket } from './socket.ts';

/**
 * Lets the server say what changed instead of being asked. Whenever the socket comes or goes everything on screen is
 * fetched once: changes in between were not pushed, and the polls check whether to pause.
 */
export function startRealtime(queryClient: QueryClient): void {
  const changed = collectChanges(queryClient);
  listenTo('changed', (event) => changed(showPushed(queryClient, event)));
  watchSocket(() => {
    setPushed(isSocketUp());
    changed(['everything']);
  });
  // After the first paint, which waits for nothing that is not drawn.
  const idle = window.requestIdleCallback ?? ((begin: () => void) => setTimeout(begin, 200));
  idle(() => keepConnected());
}
