import { configPaths } from '@matgyo/contracts/paths/config';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** An operator changes these with a restart, a few times a year. */
const staysFreshMs = 60 * 60_000;

const publicSettingsQuery = queryOptions({
  queryKey: queryKeys.config,
  queryFn: ({ signal }) => call(configPaths.publicSettings, { signal, asVisitor: true }),
  staleTime: staysFreshMs,
});

/** The public settings of this installation; undefined until loaded. */
export const usePublicSettings = () => useQuery(publicSettingsQuery).data;
