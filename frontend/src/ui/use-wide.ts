import { useSyncExternalStore } from 'react';

/** Above 768 px, where tables are tables and the menu stands at the side. The style sheet's `md`. */
const wide = matchMedia('(width >= 48.0625rem)');

export const useWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener);
      return () => wide.removeEventListener('change', listener);
    },
    () => wide.matches,
  );
