import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/**
 * Loads this data again after a change, also after a refusal. Does not wait for it, because what caused the reload may
 * disappear with it.
 */
export function useReload(...queryKeys: readonly QueryKey[]): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey });
  };
}
