import { useSyncExternalStore } from 'react';

/** From 1200 px on a panel fits beside the list. Below, it covers it. */
const wide = '(min-width: 75rem)';

/** Whether the window is wide enough for a panel beside the list. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wide);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(wide).matches,
  );
