import { reportPaths } from '@matgyo/contracts/paths/reports';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { AnswerOf } from '../../../api/route.ts';

/** Query parameters; `rule` is JSON. */
export interface DryRunQuery {
  readonly rule: string;
  readonly before: string;
  /** Undefined: now. */
  readonly after?: string;
  readonly referralCode?: string;
}

export type DryRun = NonNullable<AnswerOf<typeof reportPaths.dryRunFees>['rehearsal']>;

/** The server answers within a second; polling again soon updates the progress. */
export const pollEveryMs = 250;

export const dryRunQuery = (query: DryRunQuery | undefined) =>
  queryOptions({
    staleTime: 'static',
    refetchOnWindowFocus: false,
    gcTime: 60_000,
    queryKey: queryKeys.own.staff.feeDryRun({ ...query }),
    queryFn: ({ signal }) => call(reportPaths.dryRunFees, { signal, query: query ?? { rule: '' } }),
    enabled: query !== undefined,
    refetchInterval: ({ state }) => (state.data?.rehearsal === null ? pollEveryMs : false),
  });
