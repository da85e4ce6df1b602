import { useSyncExternalStore } from 'react';

/** Room for a panel beside a queue: from 1200 px on. Below, the panel lies over it. */
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
