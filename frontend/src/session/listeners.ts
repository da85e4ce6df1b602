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

/** A value outside React, which components follow; undefined at first. */
export function makeValue<T>() {
  const listeners = makeListeners();
  let value: T | undefined;
  const get = () => value;
  return {
    get,
    set(next: T | undefined): void {
      value = next;
      listeners.notify();
    },
    useValue: () => listeners.useValue(get),
  };
}
