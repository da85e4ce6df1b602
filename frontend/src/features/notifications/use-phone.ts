import { useSyncExternalStore } from 'react';

/** Windows with one column and a tab bar. */
const phone = '(max-width: 48rem)';

export const usePhone = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(phone);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(phone).matches,
  );
