import { useSyncExternalStore } from 'react';

/** Two rooms side by side; and a panel beside them. */
const widths = { md: '(width >= 48.0625rem)', xl: '(width >= 72.5rem)' } as const;

/** Whether the window is that wide. What is not shown is then not there either: a room nobody sees is not read. */
export function useAtLeast(width: keyof typeof widths): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(widths[width]);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(widths[width]).matches,
  );
}
