import { reportPaths } from '@matgyo/contracts/paths/reports';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { queryKeys } from '../../../../api/query-keys.ts';
import type { AnswerOf } from '../../../../api/route.ts';
import { pollEveryMs } from '../dry-run-query.ts';

/** Query parameters; `levels` is JSON. */
export interface LevelsQuery {
  readonly levels: string;
  readonly before: string;
  /** Undefined: now. */
  readonly after?: string;
}

export type LevelsDryRun = NonNullable<AnswerOf<typeof reportPaths.dryRunLevels>['rehearsal']>;

export const levelsDryRunQuery = (query: LevelsQuery | undefined) =>
  queryOptions({
    staleTime: 'static',
    refetchOnWindowFocus: false,
    gcTime: 60_000,
    queryKey: queryKeys.own.staff.levelsDryRun({ ...query }),
    queryFn: ({ signal }) => call(reportPaths.dryRunLevels, { signal, query: query ?? { levels: '' } }),
    enabled: query !== undefined,
    refetchInterval: ({ state }) => (state.data?.rehearsal === null ? pollEveryMs : false),
  });
