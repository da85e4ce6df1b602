import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { deskRoutes } from './desk-routes.ts';
import { queryKeys } from './query-keys.ts';

/** Nothing pushes what does not move. */
const lookEveryMs = 5000;

/** What does not move, and how the read models stand. */
export const stuckQuery = queryOptions({
  queryKey: queryKeys.own.desk.stuck,
  queryFn: ({ signal }) => call(deskRoutes.stuck, { signal }),
  refetchInterval: lookEveryMs,
});
