import { useSyncExternalStore } from 'react';

/** Who follows a value outside React. */
export function makeListeners() {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    subscribe,
    notify(): void {
      for (const listener of listeners) listener();
    },
    useValue: <T>(read: () => T): T => useSyncExternalStore(subscribe, read),
  };
}
