import { useSyncExternalStore } from 'react';

/** From `md` two rooms fit side by side, from `xl` also the panel. */
const widths = { md: '(width >= 48.0625rem)', xl: '(width >= 72.5rem)' } as const;

/** Whether the window is that wide. Rooms that do not fit are not rendered, so their messages do not count as read. */
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
