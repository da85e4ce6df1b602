import { configPaths } from '@matgyo/contracts/paths/config';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** Changed by an operator's restart, a few times a year. */
const staleAfterMs = 60 * 60_000;

const publicSettingsQuery = queryOptions({
  queryKey: queryKeys.config,
  queryFn: ({ signal }) => call(configPaths.publicSettings, { signal, asVisitor: true }),
  staleTime: staleAfterMs,
});

/** The public settings of this installation; undefined until loaded. */
export const usePublicSettings = () => useQuery(publicSettingsQuery).data;
