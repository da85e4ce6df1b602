import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Loads this data again after a change or a refusal, without waiting: what caused it may disappear with it. */
export function useReload(...queryKeys: readonly QueryKey[]): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey });
  };
}
