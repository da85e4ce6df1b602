import type { QueryClient } from '@tanstack/react-query';
import { setPushed } from '../api/queries.ts';
import { collectChanges } from './changes.ts';
import { showPushed } from './pushed-rows.ts';
import { isSocketUp, keepConnected, listenTo, watchSocket } from './socket.ts';

/**
 * Receives changes from the server instead of polling. When the socket connects or disconnects, everything on screen is
 * fetched once: changes in between were not pushed, and polls check whether to pause.
 */
export function startRealtime(queryClient: QueryClient): void {
  const changed = collectChanges(queryClient);
  listenTo('changed', (event) => changed(showPushed(queryClient, event)));
  watchSocket(() => {
    setPushed(isSocketUp());
    changed(['everything']);
  });
  // After the first paint, which must not wait for it.
  const idle = window.requestIdleCallback ?? ((begin: () => void) => setTimeout(begin, 200));
  idle(() => keepConnected());
}
