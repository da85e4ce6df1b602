import { useSyncExternalStore } from 'react';

/** One column and a tab bar: 768 px and below. */
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
