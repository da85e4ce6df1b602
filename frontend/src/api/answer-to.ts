import type { QueryKey } from '@tanstack/react-query';
import { call, type OptionsOf } from './call.ts';
import type { Route } from './route.ts';

/** The answer of a call, for a query under this key. */
export const answerTo = <R extends Route>(queryKey: QueryKey, route: R, options?: OptionsOf<R>) => ({
  queryKey,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(route, { ...options, signal }),
});
