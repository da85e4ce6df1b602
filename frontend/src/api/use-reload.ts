import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Loads this data again after a change or a refusal, without waiting: what caused it may disappear with it. */
export const useReload = (...queryKeys: readonly QueryKey[]): (() => void) => useSettled(queryKeys);

/** The same for the end of a mutation, which stays pending `untilShown`: until that data is loaded. */
export function useSettled(changes: readonly QueryKey[], untilShown = false) {
  const queryClient = useQueryClient();
  return () => {
    const shown = Promise.all(changes.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    return untilShown ? shown : undefined;
  };
}
