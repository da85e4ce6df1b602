import { useSyncExternalStore } from 'react';

/** Windows with one column and a tab bar. */
export const phoneWidth = '(max-width: 48rem)';
/** Wide enough for two columns, and for a panel beside them or beside a list; below, the panel covers the list. */
export const columnsWidth = '(width >= 48.0625rem)';
export const columnsPanelWidth = '(width >= 72.5rem)';
export const panelWidth = '(min-width: 75rem)';

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
